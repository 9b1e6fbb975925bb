import type { MyData } from '../../contract/accounts/account.ts';
import { robuxToWire } from '../../contract/money.ts';
import { datesToMs, type Tx } from '../lib/db/database.ts';
import { selectAdjustmentsOf } from './store.ts';

const LINES_MAX = 10_000;

export async function exportAdjustments(tx: Tx, uid: string): Promise<MyData['adjustments']> {
	const rows = await selectAdjustmentsOf(tx, uid, LINES_MAX);
	return rows.map(({ id, amount, reason, state, proposed_at, decided_at }) =>
		datesToMs({ id, amount: robuxToWire(amount), reason, state, proposed_at, decided_at }),
	);
}
