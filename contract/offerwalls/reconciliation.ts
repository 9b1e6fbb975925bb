import { z } from 'zod';
import { done, reason } from '../admin/fields.ts';
import { dateForms } from '../admin/lists.ts';
import { defineCall } from '../call.ts';
import { REPORT_BODY_BYTES_MAX, REPORT_DAYS_MAX, REPORT_LENGTH_MAX } from '../limits.ts';

/** Partners' reports against the books, by the partner's own days. Amounts are $; times ms since the epoch. */

const wallId = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/);
const day = z.iso.date();
/** A day of 30 days on what a call may span: whoever asks for more asks twice. */
const span = <Fields extends { from: string; to: string }>({ from, to }: Fields) =>
	from <= to && Date.parse(to) - Date.parse(from) < REPORT_DAYS_MAX * 86_400_000;
const SPAN = {
	path: ['to'],
	message: `must not be before \`from\`, and the range can’t exceed ${REPORT_DAYS_MAX} days`,
};

export const differenceStates = ['open', 'agreed', 'settled'] as const;

const difference = z.object({
	wall_id: z.string(),
	day: z.string(),
	/** When that day began and ended at the partner. */
	starts: z.number(),
	ends: z.number(),
	ours_usd: z.number(),
	theirs_usd: z.number(),
	/** What the partner names beside it as taken back; null where it does not. */
	reconciled_usd: z.number().nullable(),
	/** `agreed`: alike by now. `settled`: ended by a person; other figures open it again. */
	state: z.enum(differenceStates),
	found_at: z.number(),
	changed_at: z.number(),
	/** The day beside it that differs by as much the other way: something stands on another day there. */
	moved: z.string().nullable(),
	/** What the partner said of this day before, the oldest first. */
	told: z.array(z.object({ at: z.number(), usd: z.number() })),
	/** That day's postbacks by outcome, without those that were only counted. */
	callbacks: z.array(z.object({ outcome: z.string(), count: z.number() })),
});
export type ReportDifference = z.output<typeof difference>;

const wallReport = z.object({
	wall_id: z.string(),
	wall_name: z.string(),
	/** How its reports come: asked for each night, or brought by staff. */
	source: z.enum(['api', 'csv']),
	zone: z.string(),
	tolerance_usd: z.number(),
	tolerance_percent: z.number(),
	/** The last time that it was asked or brought, and why that could not be used. */
	asked_at: z.number().nullable(),
	problem: z.string().nullable(),
	/** Of the days asked for: how many a report has told of, and how many of those differ. */
	days_told: z.number(),
	days_open: z.number(),
	/** When the first of those days begins and the last one is over at the partner; null without any. */
	told_from: z.number().nullable(),
	told_until: z.number().nullable(),
	/** $ of the days that were told of. */
	ours_usd: z.number(),
	theirs_usd: z.number(),
});
export type WallReport = z.output<typeof wallReport>;

export type DateForm = (typeof dateForms)[number];

export const reconciliationCalls = {
	adminGetReconciliation: defineCall({
		access: 'admin',
		permission: 'read-treasury',
		input: z.strictObject({ from: day, to: day }).refine(span, SPAN),
		output: z.object({
			walls: z.array(wallReport),
			/** The newest day first, open ones before the others; at most 500. */
			items: z.array(difference),
			/** Orders that ended on these days (UTC): how many the vendor was asked about, and what differs and is not decided. */
			orders: z.object({ ended: z.number(), compared: z.number(), differences: z.number() }),
		}),
	}),
	/** A partner's report from its dashboard. It tells of all days from `from` to `to`: a day without rows is 0 there. */
	adminUploadReport: defineCall({
		access: 'admin',
		permission: 'change-treasury',
		bodyBytesMax: REPORT_BODY_BYTES_MAX,
		input: z
			.strictObject({
				wall_id: wallId,
				from: day,
				to: day,
				csv: z.string().min(1).max(REPORT_LENGTH_MAX),
				/** Names in its first line. Rows of one day are added up; a time behind the date is passed over. */
				columns: z.strictObject({ date: z.string().min(1).max(100), usd: z.string().min(1).max(100) }),
				date_form: z.enum(dateForms).default('YYYY-MM-DD'),
				decimal: z.enum(['.', ',']).default('.'),
				reason,
			})
			.refine(span, SPAN),
		output: z.object({ rows: z.number(), days: z.number(), usd: z.number(), changed: z.number(), open: z.number() }),
	}),
	/** By which zone a wall's days are compared, and from which difference on it is told: $ or percent, whichever is more. */
	adminSetReportTerms: defineCall({
		access: 'admin',
		permission: 'change-treasury',
		input: z.strictObject({
			wall_id: wallId,
			zone: z.string().min(1).max(50),
			tolerance_usd: z.number().min(0).max(10_000).multipleOf(0.01),
			tolerance_percent: z.number().min(0).max(100).multipleOf(0.1),
			reason,
		}),
		output: done,
	}),
	/** Ends a difference, with what was found out. Nothing is booked. Other figures, ours or theirs, open it again. */
	adminSettleDifference: defineCall({
		access: 'admin',
		permission: 'change-treasury',
		input: z.strictObject({ wall_id: wallId, day, reason }),
		output: done,
	}),
};
