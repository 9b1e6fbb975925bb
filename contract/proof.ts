import { z } from 'zod';
import { describeEndpoints } from './endpoint.ts';

/** Everything is public; formats and how to check them: `docs/public-proof.md`. */

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const number = z
	.string()
	.regex(/^\d{1,15}$/, 'must be a whole number')
	.transform(Number);

const CHECKPOINTS_MAX = 1000;

export const proofEndpoints = describeEndpoints(
	{ tag: 'Public proof', errors: 'CallError' },
	{
		'GET /.well-known/lootpass-proof.json': {
			access: 'open',
			summary: 'The public keys that checkpoints and receipts are signed with',
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
			summary: 'Signed checkpoints after one, in order: totals of every account, roots of the log and the audit',
			query: z.object({
				after: number.default(0),
				limit: number.pipe(z.int().min(1).max(CHECKPOINTS_MAX)).default(100),
			}),
			answer: z.object({ items: z.array(z.unknown()) }),
		},
		'GET /proof/settings': {
			access: 'open',
			summary: 'The settings that checkpoints name by their hash; with `hash` those of an older one',
			query: z.object({ hash: hash.optional() }),
			answer: z.record(z.string(), z.string().nullable()),
		},
		'GET /proof/liabilities': {
			access: 'open',
			summary: 'The signed checkpoints of the last 30 days that say what is owed to people, the newest first',
			answer: z.object({ items: z.array(z.unknown()) }),
		},
		'GET /proof/transfers/inclusion': {
			access: 'open',
			summary: 'That a leaf is in the log of a size (RFC 6962): hashes alone',
			query: z.object({ index: number, size: number }),
			answer: z.object({ index: z.number(), leaf_hash: hash, path: z.array(hash) }),
		},
		'GET /proof/transfers/consistency': {
			access: 'open',
			summary: 'That the log of one size is the beginning of the log of another (RFC 6962)',
			query: z.object({ from: number, to: number }),
			answer: z.object({ path: z.array(hash) }),
		},
	},
);

export type ProofAddress = keyof typeof proofEndpoints;
export type ProofQuery<Address extends ProofAddress> = (typeof proofEndpoints)[Address] extends {
	query: infer Schema extends z.ZodType;
}
	? z.output<Schema>
	: undefined;
