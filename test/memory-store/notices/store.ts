import type * as real from '../../../server/notices/store.ts';
import { statement } from '../transaction.ts';

export * from '../../../server/notices/store.ts';

/** What people were told is not kept. */
export const insertNotices: typeof real.insertNotices = (db, notices) =>
	statement(db, () => notices.map(({ uid, kind }) => ({ uid, kind, id: 0 })));
