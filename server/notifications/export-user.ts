import type { Notice } from '../../contract/accounts/notices.ts';
import { datesToMs, type Tx } from '../lib/db/database.ts';
import { type Lines, readInPages } from '../lib/db/read-in-pages.ts';
import { toNotice } from './get-notices.ts';
import { selectSubscriptionsOf } from './push/store-push.ts';
import { type NoticeRow, selectNotices } from './store.ts';
import { hasWeekly } from './weekly/store-weekly.ts';

export function exportNotices(tx: Tx, uid: string): Promise<Lines<Notice>> {
	return readInPages(
		(last: NoticeRow | undefined, limit) => selectNotices(tx, uid, { limit, before: last?.id }),
		toNotice,
	);
}

export const exportSubscriptions = async (tx: Tx, uid: string) => (await selectSubscriptionsOf(tx, uid)).map(datesToMs);
export const exportWeekly = hasWeekly;
