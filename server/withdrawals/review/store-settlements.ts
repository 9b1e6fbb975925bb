import { sql } from 'kysely';
import type { AdminSettlement } from '../../../contract/withdrawals/payout-reviews.ts';
import { type Database, type InDates, rowOf, rowsOf, type Tx } from '../../lib/db/database.ts';

export type SettlementRow = InDates<
	Omit<AdminSettlement, 'is_own' | 'proposal'>,
	'proposed_at' | 'applies_at' | 'decided_at'
>;

/** `overtaken`: the order closed before the proposal was decided. */
const columns = sql`s.id, s.order_id, s.uid, s.outcome, s.reason, s.proof,
	case when s.state = 'waiting' and w.state in ('completed', 'failed') then 'overtaken' else s.state end as state,
	s.proposed_by, s.proposed_at, s.applies_at, s.decided_by, s.decided_at`;
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

export async function isProofUsed(db: Database, proof: string): Promise<boolean> {
	const rows = await rowsOf(db)`
		select from payout_settlements where proof = ${proof} and state in ('waiting', 'settled')
		union all select from manual_payouts where purchase_reference = ${proof}
	`;
	return rows.length > 0;
}

export async function updateOvertaken(tx: Tx, id: string, at: Date): Promise<boolean> {
	const rows = await rowsOf(tx)`
		update payout_settlements set state = 'overtaken', decided_at = ${at} where id = ${id} and state = 'waiting'
		returning id
	`;
	return rows.length > 0;
}
