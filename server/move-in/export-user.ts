import type { MyData } from '../../contract/accounts/account.ts';
import { type RobuxCents, robuxToWire } from '../../contract/money.ts';
import { rowsOf, type Tx } from '../lib/db/database.ts';

type Line = MyData['imported_history'][number];
type Row = Omit<Line, 'timestamp' | 'amount'> & { at: Date; amount: RobuxCents };

export async function exportImportedHistory(tx: Tx, uid: string): Promise<Line[]> {
	const rows = await rowsOf<Row>(tx)`
		select kind, at, amount, name, source, transaction_id, status, refunded from imported_history
		where uid = ${uid} order by at desc, id desc
	`;
	return rows.map(({ at, amount, ...row }) => ({ ...row, timestamp: at.getTime(), amount: robuxToWire(amount) }));
}
