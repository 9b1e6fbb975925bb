import { sql } from 'kysely';
import type { Adjustment } from '../../contract/accounts/adjustments.ts';
import type { RobuxCents } from '../../contract/money.ts';
import { type Database, hasRow, type InDates, rowOf, rowsOf, type Tx } from '../lib/db/database.ts';

type Wire = Omit<Adjustment, 'amount' | 'is_own' | 'proposal'>;
export type AdjustmentRow = InDates<Wire, 'proposed_at' | 'expires_at' | 'applies_at' | 'decided_at'> & {
	amount: RobuxCents;
};

const columns = sql`id, uid, amount, reason, state, proposed_by, proposed_at, expires_at, applies_at, decided_by, decided_at`;

export async function selectAdjustment(db: Database | Tx, id: string): Promise<AdjustmentRow | undefined> {
	return rowOf<AdjustmentRow>(db)`select ${columns} from adjustments where id = ${id}`;
}

export async function insertAdjustment(tx: Tx, row: AdjustmentRow): Promise<boolean> {
	return hasRow(tx)`
		insert into adjustments (uid, id, amount, reason, state, proposed_by, proposed_at, expires_at, decided_by, decided_at)
		values (${row.uid}, ${row.id}, ${row.amount}, ${row.reason}, ${row.state}, ${row.proposed_by}, ${row.proposed_at},
			${row.expires_at}, ${row.decided_by}, ${row.decided_at})
		on conflict do nothing
		returning id
	`;
}

export async function selectAdjustmentsOf(db: Database | Tx, uid: string, limit: number): Promise<AdjustmentRow[]> {
	return rowsOf<AdjustmentRow>(db)`
		select ${columns} from adjustments where uid = ${uid} order by proposed_at desc, id desc limit ${limit}
	`;
}
