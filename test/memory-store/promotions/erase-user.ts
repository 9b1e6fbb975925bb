import type * as real from '../../../server/promotions/erase-user.ts';
import { statement } from '../transaction.ts';

export const eraseRedemptions: typeof real.eraseRedemptions = (db) => statement(db, () => undefined);
