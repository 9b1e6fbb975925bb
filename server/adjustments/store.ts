import { sql } from 'kysely';
import type { AdjustmentState } from '../../contract/admin/adjustments.ts';
import type { RobuxCents } from '../../contract/money.ts';
import type { Database, Tx } from '../lib/db/database.ts';
import { rowOf, rowsOf } from '../lib/db/rows.ts';
import { type TimeList, wayOf, within } from '../lib/db/time-list.ts';

export type AdjustmentRow = {
	uid: string;
	id: string;
	amount: RobuxCents;
	reason: string | null;
	state: AdjustmentState;
	proposedBy: string;
	proposedAt: Date;
	expiresAt: Date;
	decidedBy: string | null;
	decidedAt: Date | null;
};

const columns = sql`uid, id, amount, reason, state, proposed_by as "proposedBy", proposed_at as "proposedAt",
	expires_at as "expiresAt", decided_by as "decidedBy", decided_at as "decidedAt"`;

/** The caller holds the wallet's lock, under which every change is made. */
export async function selectAdjustment(
	tx: Tx,
	{ uid, id }: Pick<AdjustmentRow, 'uid' | 'id'>,
): Promise<AdjustmentRow | undefined> {
	return rowOf<AdjustmentRow>(tx)`
		select ${columns} from adjustments where uid = ${uid} and id = ${id} for no key update
	`;
}

/** @returns false when its id stands for something else already. */
export async function insertAdjustment(tx: Tx, row: AdjustmentRow): Promise<boolean> {
	const { rows } = await sql`
		insert into adjustments (uid, id, amount, reason, state, proposed_by, proposed_at, expires_at, decided_by, decided_at)
		values (${row.uid}, ${row.id}, ${row.amount}, ${row.reason}, ${row.state}, ${row.proposedBy}, ${row.proposedAt},
			${row.expiresAt}, ${row.decidedBy}, ${row.decidedAt})
		on conflict do nothing
		returning id
	`.execute(tx);
	return rows.length > 0;
}

export async function updateDecision(
	tx: Tx,
	{ uid, id, state, decidedBy, decidedAt }: Pick<AdjustmentRow, 'uid' | 'id' | 'state' | 'decidedBy' | 'decidedAt'>,
): Promise<void> {
	await sql`
		update adjustments set state = ${state}, decided_by = ${decidedBy}, decided_at = ${decidedAt}
		where uid = ${uid} and id = ${id} and state = 'waiting'
	`.execute(tx);
}

export async function selectAdjustmentsOf(db: Database | Tx, uid: string, limit: number): Promise<AdjustmentRow[]> {
	return rowsOf<AdjustmentRow>(db)`
		select ${columns} from adjustments where uid = ${uid} order by proposed_at desc, id desc limit ${limit}
	`;
}

type WaitingRow = AdjustmentRow & { userName: string | null; proposerName: string | null };
type WaitingFilter = TimeList & { uid: string | undefined; after: TimeKey | undefined; now: Date; limit: number };
type TimeKey = { createdAt: Date; id: string };

export async function selectWaiting(db: Database, filter: WaitingFilter): Promise<WaitingRow[]> {
	const { uid, after, now, limit, order, ...range } = filter;
	const { way, beyond } = wayOf(order === 'oldest');
	const further = after ? sql`and (proposed_at, id) ${beyond} (${after.createdAt}, ${after.id}::uuid)` : sql``;
	const ofUser = uid ? sql`and uid = ${uid}` : sql``;
	return rowsOf<WaitingRow>(db)`
		select w.*, coalesce(u.roblox_username, account.email) as "userName", proposer.email as "proposerName"
		from (
			select ${columns} from adjustments where state = 'waiting' and expires_at > ${now} ${ofUser} ${further}
				and ${within(sql`proposed_at`, range)}
			order by proposed_at ${way}, id ${way} limit ${limit}
		) w
		left join users u on u.uid = w.uid
		left join auth_user account on account.id = w.uid
		left join auth_user proposer on proposer.id = w."proposedBy"
		order by w."proposedAt" ${way}, w.id ${way}
	`;
}

export async function selectLapsed(db: Database, now: Date, limit: number): Promise<{ uid: string; id: string }[]> {
	return rowsOf<{ uid: string; id: string }>(db)`
		select uid, id from adjustments where state = 'waiting' and expires_at <= ${now} order by proposed_at limit ${limit}
	`;
}
