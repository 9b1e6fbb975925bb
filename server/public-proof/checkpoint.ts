import { z } from 'zod';
import { canonicalJson } from '../../contract/proof/canonical-json.ts';
import { sha256 } from './log/log-tree.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
/** Amounts are in hundredths of R$. */
const amount = z.string().regex(/^-?\d+$/);
const number = z.number();
const timeMs = z.string().regex(/^\d+$/);
const day = z.string().regex(/^\d{4}-\d\d-\d\d$/);

/** Later versions may add fields; they stay, because they are hashed. */
export const checkpointSchema = z.looseObject({
	n: z.int().min(1),
	at: timeMs,
	transfers: z.strictObject({ count: z.int().min(0), root: hash }),
	audit: z.strictObject({ count: z.int().min(0), head: hash }),
	totals: z.record(z.string(), amount),
	liabilities: z.strictObject({ day, root: hash, sum: amount, below_zero: amount, people: z.int().min(0) }).nullable(),
	status: z
		.strictObject({
			day,
			bands: z.array(z.strictObject({ from: amount, to: amount, orders: number, median_s: number, p95_s: number })),
			refunds: z.array(z.strictObject({ reason: z.string(), count: number })),
		})
		.nullable(),
	/** Absent in older checkpoints. */
	earnings: hash.nullish(),
	/** Set after a restore, which lost the checkpoints after number `after`. */
	restored: z.strictObject({ after: z.int().min(0), at: timeMs }).nullable(),
	version: z.string(),
	settings: hash,
	previous: hash,
	key: z.string().regex(/^[0-9a-f]{16}$/),
	signature: z.string(),
});
export type Checkpoint = z.output<typeof checkpointSchema>;
export type Liabilities = Checkpoint['liabilities'];
export type PayoutStatus = Checkpoint['status'];

export const NO_CHECKPOINT = '0'.repeat(64);

export const hashOfCheckpoint = (checkpoint: Checkpoint): string => sha256(canonicalJson(checkpoint)).toString('hex');
