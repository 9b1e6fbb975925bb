import type * as real from '../../../server/notifications/store.ts';
import { statement } from '../transaction.ts';

export * from '../../../server/notifications/store.ts';

/** What people were told is not kept. */
export const insertNotices: typeof real.insertNotices = (db, notices) =>
	statement(db, () => notices.map(({ uid, kind }) => ({ uid, kind, id: 0 })));
