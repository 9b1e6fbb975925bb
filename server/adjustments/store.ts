import { sql } from 'kysely';
import type { AdjustmentState } from '../../contract/accounts/adjustments.ts';
import type { RobuxCents } from '../../contract/money.ts';
import { type Database, hasRow, rowOf, rowsOf, type Tx } from '../lib/db/database.ts';

export type AdjustmentRow = {
	uid: string;
	id: string;
	amount: RobuxCents;
	reason: string | null;
	state: AdjustmentState;
	proposedBy: string;
	proposedAt: Date;
	expiresAt: Date;
	appliesAt: Date | null;
	decidedBy: string | null;
	decidedAt: Date | null;
};

const columns = sql`uid, id, amount, reason, state, proposed_by as "proposedBy", proposed_at as "proposedAt",
	expires_at as "expiresAt", applies_at as "appliesAt", decided_by as "decidedBy", decided_at as "decidedAt"`;

export async function selectAdjustment(db: Database | Tx, id: string): Promise<AdjustmentRow | undefined> {
	return rowOf<AdjustmentRow>(db)`select ${columns} from adjustments where id = ${id}`;
}

export async function insertAdjustment(tx: Tx, row: AdjustmentRow): Promise<boolean> {
	return hasRow(tx)`
		insert into adjustments (uid, id, amount, reason, state, proposed_by, proposed_at, expires_at, decided_by, decided_at)
		values (${row.uid}, ${row.id}, ${row.amount}, ${row.reason}, ${row.state}, ${row.proposedBy}, ${row.proposedAt},
			${row.expiresAt}, ${row.decidedBy}, ${row.decidedAt})
		on conflict do nothing
		returning id
	`;
}

export async function selectAdjustmentsOf(db: Database | Tx, uid: string, limit: number): Promise<AdjustmentRow[]> {
	return rowsOf<AdjustmentRow>(db)`
		select ${columns} from adjustments where uid = ${uid} order by proposed_at desc, id desc limit ${limit}
	`;
}
