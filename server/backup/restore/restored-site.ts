import { sql } from 'kysely';
import { rowOf, rowsOf, type Tx } from '../../lib/db/database.ts';
import type { Checkpoint } from '../../public-proof/checkpoint.ts';
import { keepLost } from '../../public-proof/make-checkpoint.ts';
import { forgetEarlierSite } from '../store-backups.ts';

/** Events after the restored moment. Times are ISO texts. */
export type Findings = {
	sessions: number;
	/** Postbacks after `last_at` are lost; the partner must resend them. */
	walls: { wall: string; last_at: string }[];
	gap: string | null;
	/** `theirs` is the vendor's status, null before the vendor answered. */
	orders: { order_id: string; vendor: string; ours: string; theirs: string | null }[];
	/** `missing` counts transfers of the last published checkpoint that are lost. */
	checkpoint: (PublishedCheckpoint & { missing: number }) | null;
};

type PublishedCheckpoint = { n: number; at: string; transfers: number };

type Restoration = { backup: string; until: Date; gap: string | null; published: readonly Checkpoint[] };

/** Turns payouts off, ends all sessions and deletes codes. */
export async function takeStock(tx: Tx, { backup, until, gap, published }: Restoration): Promise<Findings> {
	const last = published.at(-1);
	await keepLost(tx, published);
	await sql`update payout_settings set is_on = false`.execute(tx);
	const ended = await rowsOf(tx)`delete from auth_session returning id`;
	// Links and codes that were used since the backup would work again.
	await sql`delete from web_session_codes`.execute(tx);
	await sql`delete from action_codes`.execute(tx);
	await forgetEarlierSite(tx);
	const walls = await rowsOf<{ wall: string; last_at: Date }>(tx)`
		select wall, max(at) as last_at from callbacks group by wall order by wall
	`;
	const orders = await rowsOf<{ order_id: string; vendor: string; ours: string; theirs: null }>(tx)`
		select order_id, vendor, state as ours, null as theirs from withdrawals
		where state in ('requested', 'screening', 'sending', 'unknown', 'needs-review') order by created_at
	`;
	const counted = await rowOf<{ transfers: number }>(tx)`select count(*)::int as transfers from transfers`;
	const missing = Math.max(0, (last?.transfers.count ?? 0) - (counted?.transfers ?? 0));
	const findings: Findings = {
		sessions: ended.length,
		walls: walls.map(({ wall, last_at }) => ({ wall, last_at: last_at.toISOString() })),
		gap,
		orders,
		checkpoint: last
			? { n: last.n, at: new Date(Number(last.at)).toISOString(), transfers: last.transfers.count, missing }
			: null,
	};
	await sql`
		insert into restorations (restored_at, backup, until, findings)
		values (now(), ${backup}, ${until}, ${JSON.stringify(findings)}::jsonb)
	`.execute(tx);
	return findings;
}
