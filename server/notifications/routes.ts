import type { Clock } from '../lib/clock.ts';
import type { Database } from '../lib/db/database.ts';
import type { CallHandlers } from '../lib/http/calls.ts';
import { getNotices, markNoticesRead } from './get-notices.ts';

export function noticeCalls(deps: { db: Database; clock: Clock; publish(uid: string): void }) {
	return {
		getNotices: (page, { actor }) => getNotices(deps, actor.uid, page),
		markNoticesRead: (shown, { actor }) => markNoticesRead(deps, actor.uid, shown),
	} satisfies Partial<CallHandlers>;
}
