import type { MyData } from '../../../contract/accounts/account.ts';
import type { Tx } from '../../lib/db/database.ts';
import { selectViews } from './store-staff.ts';

export const exportViews = (tx: Tx, uid: string): Promise<MyData['saved_views']> => selectViews(tx, uid);
