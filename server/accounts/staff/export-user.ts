import type { MyData } from '../../../contract/accounts/account.ts';
import type { Tx } from '../../lib/db/database.ts';
import { selectViews } from './store-staff.ts';

export function exportViews(tx: Tx, uid: string): Promise<MyData['saved_views']> {
	return selectViews(tx, uid);
}
