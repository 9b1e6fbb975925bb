import type * as real from '../../../server/notices/erase-user.ts';
import { statement } from '../transaction.ts';

export const eraseNotices: typeof real.eraseNotices = (db) => statement(db, () => undefined);
