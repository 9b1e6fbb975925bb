import type { MyData } from '../../../contract/accounts/account.ts';
import { EXPORT_LINES_MAX } from '../../../contract/limits.ts';
import { datesToMs, type Tx } from '../../lib/db/database.ts';
import { selectClicks } from './store-clicks.ts';

export async function exportClicks(tx: Tx, uid: string): Promise<MyData['clicks']> {
	return (await selectClicks(tx, uid, EXPORT_LINES_MAX)).map(datesToMs);
}
