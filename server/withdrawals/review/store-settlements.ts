import { sql } from 'kysely';
import type { AdminSettlement } from '../../../contract/admin/payouts/payout-reviews.ts';
import type { RobuxCents } from '../../../contract/money.ts';
import type { Database, Tx } from '../../lib/db/database.ts';
import { rowOf, rowsOf } from '../../lib/db/rows.ts';

/** How two admins end orders of which the vendor cannot tell. Each row is changed under the lock of its user's wallet. */
export type SettlementRow = {
	id: string;
	orderId: string;
	uid: string;
	outcome: AdminSettlement['outcome'];
	reason: string | null;
	proof: string | null;
	state: AdminSettlement['state'];
	proposedBy: string;
	proposedAt: Date;
	decidedBy: string | null;
	decidedAt: Date | null;
};

/** One whose order has ended otherwise waits for nobody any more. */
const columns = sql`s.id, s.order_id as "orderId", s.uid, s.outcome, s.reason, s.proof,
	case when s.state = 'waiting' and w.state in ('completed', 'failed') then 'overtaken' else s.state end as state,
	s.proposed_by as "proposedBy", s.proposed_at as "proposedAt", s.decided_by as "decidedBy", s.decided_at as "decidedAt"`;
const fromBoth = sql`from payout_settlements s join withdrawals w on w.order_id = s.order_id and w.uid = s.uid`;

export function selectSettlement(db: Database | Tx, id: string): Promise<SettlementRow | undefined> {
	return rowOf<SettlementRow>(db)`select ${columns} ${fromBoth} where s.id = ${id}`;
}

export async function selectSettlementsOf(db: Database, orderId: string): Promise<SettlementRow[]> {
	return rowsOf<SettlementRow>(db)`
		select ${columns} ${fromBoth} where s.order_id = ${orderId} order by s.proposed_at desc, s.id
	`;
}

export async function selectSettlementsOfUser(tx: Tx, uid: string, limit: number): Promise<SettlementRow[]> {
	return rowsOf<SettlementRow>(tx)`
		select ${columns} ${fromBoth} where s.uid = ${uid} order by s.proposed_at desc, s.id limit ${limit}
	`;
}

export type WaitingSettlementRow = SettlementRow & {
	amount: RobuxCents;
	userName: string | null;
	proposerName: string | null;
};

export async function selectWaitingSettlements(db: Database, limit: number): Promise<WaitingSettlementRow[]> {
	return rowsOf<WaitingSettlementRow>(db)`
		select ${columns}, w.amount, w.roblox_username as "userName", proposer.email as "proposerName"
		${fromBoth} left join auth_user proposer on proposer.id = s.proposed_by
		where s.state = 'waiting' and w.state not in ('completed', 'failed')
		order by s.proposed_at, s.id limit ${limit}
	`;
}

export type NewSettlement = Omit<SettlementRow, 'state' | 'decidedBy' | 'decidedAt'>;

/** @returns false when it is there already, another one of this order waits, or the proof stands for another order. */
export async function insertSettlement(tx: Tx, row: NewSettlement): Promise<boolean> {
	const { rows } = await sql`
		insert into payout_settlements (id, order_id, uid, outcome, reason, proof, state, proposed_by, proposed_at)
		values (${row.id}, ${row.orderId}, ${row.uid}, ${row.outcome}, ${row.reason}, ${row.proof}, 'waiting',
			${row.proposedBy}, ${row.proposedAt})
		on conflict do nothing
		returning id
	`.execute(tx);
	return rows.length > 0;
}

/** What was bought by hand is proven by the same kind of reference. */
export async function isProofUsed(db: Database, proof: string): Promise<boolean> {
	const { rows } = await sql`
		select from payout_settlements where proof = ${proof} and state in ('waiting', 'settled')
		union all select from manual_payouts where purchase_reference = ${proof}
	`.execute(db);
	return rows.length > 0;
}

/** @returns false when it does not wait any more. */
export async function updateSettlement(
	tx: Tx,
	{ id, state, decidedBy, decidedAt }: Pick<SettlementRow, 'id' | 'state' | 'decidedBy'> & { decidedAt: Date },
): Promise<boolean> {
	const { rows } = await sql`
		update payout_settlements set state = ${state}, decided_by = ${decidedBy}, decided_at = ${decidedAt}
		where id = ${id} and state = 'waiting'
		returning id
	`.execute(tx);
	return rows.length > 0;
}
