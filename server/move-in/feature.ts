import type { MyData } from '../../contract/accounts/account.ts';
import { type RobuxCents, robuxToWire } from '../../contract/money.ts';
import type { moveCalls } from '../../contract/moves.ts';
import type { ActionDeps } from '../accounts/with-audit.ts';
import type { Tx } from '../lib/db/database.ts';
import { rowsOf } from '../lib/db/rows.ts';
import type { Feature } from '../lib/feature.ts';
import { eraseImported } from './erase-user.ts';
import { adminDecideImported, adminGetMove } from './move-work.ts';

export const moveIn = {
	calls: { adminGetMove, adminDecideImported },
	erase: eraseImported,
	exports: { imported_history: exportImportedHistory },
} satisfies Feature<typeof moveCalls, ActionDeps>;

type Line = MyData['imported_history'][number];
type Row = Omit<Line, 'timestamp' | 'amount'> & { at: Date; amount: RobuxCents };

async function exportImportedHistory(tx: Tx, uid: string): Promise<Line[]> {
	const rows = await rowsOf<Row>(tx)`
		select kind, at, amount, name, source, transaction_id, status, refunded from imported_history
		where uid = ${uid} order by at desc, id desc
	`;
	return rows.map(({ at, amount, ...row }) => ({ ...row, timestamp: at.getTime(), amount: robuxToWire(amount) }));
}
