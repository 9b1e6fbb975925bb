import { sql } from 'kysely';
import type { Database, Tx } from '../../lib/db/database.ts';
import { rowsOf } from '../../lib/db/rows.ts';
import type { Checkpoint } from '../../public-proof/checkpoint.ts';
import { keepLost } from '../../public-proof/keep-lost.ts';
import type { Vendor } from '../../withdrawals/vendors/vendor.ts';
import { forgetEarlierSite } from '../store-backups.ts';

/** What the world knows better than a restored database. Times are ISO texts. */
export type Findings = {
	sessions: number;
	/** Postbacks after the last one that is in it have to be sent again. */
	walls: { wall: string; last_at: string }[];
	gap: string | null;
	/** Open here; `theirs` is what the vendor says of it, null until it was asked. */
	orders: { order_id: string; vendor: string; ours: string; theirs: string | null }[];
	/** The last published checkpoint, and how many transfers that it counts are not here. */
	checkpoint: (PublishedCheckpoint & { missing: number }) | null;
};

type PublishedCheckpoint = { n: number; at: string; transfers: number };

/** `published`: all checkpoints that somebody has, in order. */
type Restoration = { backup: string; until: Date; gap: string | null; published: readonly Checkpoint[] };

/** Payouts off, everybody signed out, and a note for the staff: all of it, or the site does not start. */
export async function takeStock(tx: Tx, { backup, until, gap, published }: Restoration): Promise<Findings> {
	const last = published.at(-1);
	await keepLost(tx, published);
	await sql`update payout_settings set is_on = false`.execute(tx);
	const { rows: ended } = await sql`delete from auth_session returning id`.execute(tx);
	// A link or code that was used since would work again.
	await sql`delete from web_session_codes`.execute(tx);
	await sql`delete from action_codes`.execute(tx);
	await forgetEarlierSite(tx);
	const { rows: walls } = await sql<{ wall: string; last_at: Date }>`
		select wall, max(at) as last_at from callbacks group by wall order by wall
	`.execute(tx);
	const { rows: orders } = await sql<{ order_id: string; vendor: string; ours: string; theirs: null }>`
		select order_id, vendor, state as ours, null as theirs from withdrawals
		where state in ('requested', 'screening', 'sending', 'unknown', 'needs-review') order by created_at
	`.execute(tx);
	const { rows: counted } = await sql<{
		transfers: number;
	}>`select count(*)::int as transfers from transfers`.execute(tx);
	const missing = Math.max(0, (last?.transfers.count ?? 0) - (counted[0]?.transfers ?? 0));
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

export const ASK_AFTER_RESTORE_TASK = 'ask-vendors-after-restore';

type AskDeps = { db: Database; vendors: ReadonlyMap<string, Vendor> };

/**
 * Asks each vendor what became of the orders that were open at the moment that was restored. Money moves nowhere.
 * @throws Error while a vendor gives no clear answer, so that it is asked again.
 */
export async function askVendorsAfterRestore({ db, vendors }: AskDeps): Promise<void> {
	const restorations = await rowsOf<{ id: number; findings: Findings }>(db)`
		select id, findings from restorations where asked_at is null
	`;
	for (const { id, findings } of restorations) {
		const orders = [];
		for (const order of findings.orders) orders.push({ ...order, theirs: await ask(vendors, order) });
		const isClear = orders.every(({ theirs }) => theirs !== null);
		await sql`
			update restorations set findings = ${JSON.stringify({ ...findings, orders })}::jsonb,
				asked_at = case when ${isClear} then now() end
			where id = ${id}
		`.execute(db);
		if (!isClear) throw new Error('a vendor did not say what became of every order');
	}
}

async function ask(vendors: AskDeps['vendors'], order: Findings['orders'][number]): Promise<string | null> {
	if (order.theirs !== null) return order.theirs;
	const vendor = vendors.get(order.vendor);
	if (!vendor) return 'not set up';
	const answer = await vendor.info(order.order_id);
	if (answer.kind === 'unclear') return null;
	return answer.kind === 'found' ? answer.order.status : 'unknown to it';
}
