import type * as real from '../../../server/notifications/erase-user.ts';
import { statement } from '../transaction.ts';

export const eraseNotices: typeof real.eraseNotices = (db) => statement(db, () => undefined);
