import { z } from 'zod';
import { defineCall } from '../call.ts';
import { describeEndpoints } from '../endpoint.ts';

/** Formats and verification: `docs/public-proof.md`. */

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const number = z
	.string()
	.regex(/^\d{1,15}$/, 'must be a whole number')
	.transform(Number);

const CHECKPOINTS_MAX = 1000;

export const receiptSchema = z.object({
	version: z.string(),
	id: z.string(),
	kind: z.string(),
	amount: z.string(),
	/** Ms since the epoch. */
	at: z.string(),
	user: z.string(),
	transfer: z.string(),
	reference: z.string(),
	reverses: z.string().nullable(),
	/** Salted hash of the gift card's code; only for gift cards. */
	code_hash: hash.optional(),
	key: z.string(),
	signature: z.string(),
});
export type Receipt = z.output<typeof receiptSchema>;

const receiptState = z.object({
	reversed_by: z.string().nullable(),
	/** Null until a checkpoint includes the receipt, or if checkpoints are not published. */
	checkpoint: z.number().nullable(),
	index: z.number().nullable(),
});
export type ReceiptState = z.output<typeof receiptState>;

export const proofEndpoints = describeEndpoints(
	{ tag: 'Public proof', errors: 'CallError' },
	{
		'GET /.well-known/lootpass-proof.json': {
			access: 'open',
			summary: 'Public keys that verify checkpoints and receipts',
			answer: z.object({
				keys: z.array(
					z.object({
						id: z.string(),
						public_key: z.string(),
						from: z.string(),
						until: z.string().nullable(),
						signed_by: z.string().nullable(),
						signature: z.string().nullable(),
					}),
				),
			}),
		},
		'GET /proof/checkpoints': {
			access: 'open',
			summary: 'Signed checkpoints after `after`, in order, with account totals and the roots of log and audit',
			query: z.object({
				after: number.default(0),
				limit: number.pipe(z.int().min(1).max(CHECKPOINTS_MAX)).default(100),
			}),
			answer: z.object({ items: z.array(z.unknown()) }),
		},
		'GET /proof/note': {
			access: 'open',
			summary: 'The newest checkpoint with cosignatures of witnesses, as a signed note (c2sp.org/tlog-checkpoint)',
			answer: z.string(),
			answerType: 'text/plain',
		},
		'GET /proof/settings': {
			access: 'open',
			summary: 'Published settings, whose hash is in checkpoints; `hash` selects an older version',
			query: z.object({ hash: hash.optional() }),
			answer: z.record(z.string(), z.string().nullable()),
		},
		'GET /proof/liabilities': {
			access: 'open',
			summary: 'Signed checkpoints of the last 30 days with liabilities, newest first',
			answer: z.object({ items: z.array(z.unknown()) }),
		},
		'GET /proof/status': {
			access: 'open',
			summary: 'Signed checkpoints of the last 30 days with payout statistics, newest first',
			answer: z.object({ items: z.array(z.unknown()) }),
		},
		'GET /proof/transfers/inclusion': {
			access: 'open',
			summary: 'Inclusion proof of a leaf in the log of a given size (RFC 6962)',
			query: z.object({ index: number, size: number }),
			answer: z.object({ index: z.number(), leaf_hash: hash, path: z.array(hash) }),
		},
		'GET /proof/transfers/consistency': {
			access: 'open',
			summary: 'Consistency proof between two sizes of the log (RFC 6962)',
			query: z.object({ from: number, to: number }),
			answer: z.object({ path: z.array(hash) }),
		},
		'GET /receipt/{id}.json': {
			access: 'open',
			summary: 'Signed receipt of a credit, reversal, adjustment or paid withdrawal',
			answer: receiptSchema,
		},
		'GET /receipt/{id}/state': {
			access: 'open',
			summary: "Current state of the receipt's transfer; not signed",
			answer: receiptState,
		},
	},
);

export type ProofAddress = keyof typeof proofEndpoints;
export type ProofQuery<Address extends ProofAddress> = (typeof proofEndpoints)[Address] extends {
	query: infer Schema extends z.ZodType;
}
	? z.output<Schema>
	: undefined;

export const receiptCalls = {
	getReceipt: defineCall({
		access: 'user',
		input: z.strictObject({ id: z.string().min(1).max(64) }),
		output: receiptSchema,
	}),
};
