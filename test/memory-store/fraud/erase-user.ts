import type * as real from '../../../server/fraud/erase-user.ts';
import { statement } from '../transaction.ts';

export const eraseFraud: typeof real.eraseFraud = (db) => statement(db, () => undefined);
