import { z } from 'zod';
import { done, reason } from '../admin/fields.ts';
import { dateForms } from '../admin/lists.ts';
import { defineStaffCall } from '../call.ts';
import { REPORT_BODY_BYTES_MAX, REPORT_DAYS_MAX, REPORT_LENGTH_MAX } from '../limits.ts';
import { wallId } from './wall-entries.ts';

/** Days are in the partner's zone. Amounts are $; times ms since the epoch. */

const day = z.iso.date();
const span = <Fields extends { from: string; to: string }>({ from, to }: Fields) =>
	from <= to && Date.parse(to) - Date.parse(from) < REPORT_DAYS_MAX * 86_400_000;
const SPAN = {
	path: ['to'],
	message: `must not be before \`from\`, and the range can't exceed ${REPORT_DAYS_MAX} days`,
};

export const differenceStates = ['open', 'agreed', 'settled'] as const;

const difference = z.object({
	wall_id: z.string(),
	day: z.string(),
	starts: z.number(),
	ends: z.number(),
	ours_usd: z.number(),
	theirs_usd: z.number(),
	/** Reversals that the partner reports; null if it reports none. */
	reconciled_usd: z.number().nullable(),
	/** `agreed`: figures match now. `settled`: closed by an admin; new figures reopen it. */
	state: z.enum(differenceStates),
	found_at: z.number(),
	changed_at: z.number(),
	/** The adjacent day with the opposite difference, as if the partner had moved rewards to another date. */
	moved: z.string().nullable(),
	told: z.array(z.object({ at: z.number(), usd: z.number() })),
	callbacks: z.array(z.object({ outcome: z.string(), count: z.number() })),
});
export type ReportDifference = z.output<typeof difference>;

const wallReport = z.object({
	wall_id: z.string(),
	wall_name: z.string(),
	source: z.enum(['api', 'csv']),
	zone: z.string(),
	tolerance_usd: z.number(),
	tolerance_percent: z.number(),
	asked_at: z.number().nullable(),
	problem: z.string().nullable(),
	days_told: z.number(),
	days_open: z.number(),
	told_from: z.number().nullable(),
	told_until: z.number().nullable(),
	ours_usd: z.number(),
	theirs_usd: z.number(),
});
export type WallReport = z.output<typeof wallReport>;

export type DateForm = (typeof dateForms)[number];

export const reconciliationCalls = {
	adminGetReconciliation: defineStaffCall('read-treasury', {
		input: z.strictObject({ from: day, to: day }).refine(span, SPAN),
		output: z.object({
			walls: z.array(wallReport),
			items: z.array(difference),
			/** Orders that ended on these UTC days; `differences` are unresolved. */
			orders: z.object({ ended: z.number(), compared: z.number(), differences: z.number() }),
		}),
	}),
	/** Covers all days from `from` to `to`; a day without rows counts as 0. */
	adminUploadReport: defineStaffCall('change-treasury', {
		bodyBytesMax: REPORT_BODY_BYTES_MAX,
		input: z
			.strictObject({
				wall_id: wallId,
				from: day,
				to: day,
				csv: z.string().min(1).max(REPORT_LENGTH_MAX),
				/** Names in the header row. Amounts of a day are summed. */
				columns: z.strictObject({ date: z.string().min(1).max(100), usd: z.string().min(1).max(100) }),
				date_form: z.enum(dateForms).default('YYYY-MM-DD'),
				decimal: z.enum(['.', ',']).default('.'),
				/** Confirms that amounts such as `1.234` are no thousands. */
				three_decimals: z.boolean().optional(),
				reason,
			})
			.refine(span, SPAN),
		output: z.object({
			...{ rows: z.number(), skipped: z.number().optional(), days: z.number(), usd: z.number() },
			...{ changed: z.number(), open: z.number() },
		}),
	}),
	/** A difference is tolerated up to the larger of both limits. */
	adminSetReportTerms: defineStaffCall('change-treasury', {
		input: z.strictObject({
			wall_id: wallId,
			zone: z.string().min(1).max(50),
			tolerance_usd: z.number().min(0).max(10_000).multipleOf(0.01),
			tolerance_percent: z.number().min(0).max(100).multipleOf(0.1),
			reason,
		}),
		output: done,
	}),
	/** Marks the difference as settled and books nothing. New figures, ours or theirs, reopen it. */
	adminSettleDifference: defineStaffCall('change-treasury', {
		input: z.strictObject({ wall_id: wallId, day, reason }),
		output: done,
	}),
};
