import { WAITING_WORK_COUNT_MAX } from '../../contract/limits.ts';
import { useMay } from '../lib/staff-role.tsx';
import { useAdminQuery } from './use-admin-query.ts';
import { type WorkCounts, waitingPlaces } from './waiting-places.ts';

const EVERY_MS = 60_000;
const texts = { failed: 'What waits for you could not be counted.' };

/** What waits for whoever looks, counted anew each minute: one request for all who show it. */
export function useWaitingWork(): {
	counts: WorkCounts | undefined;
	error: string | undefined;
	retry: () => Promise<unknown>;
	/** How much waits behind an entry of the sidebar; `WAITING_WORK_COUNT_MAX` for that much or more. */
	countAt: (entry: string) => number;
} {
	const may = useMay();
	const { data: counts, error, retry } = useAdminQuery('adminGetWaitingWork', null, texts, { everyMs: EVERY_MS });
	function countAt(entry: string): number {
		if (!counts) return 0;
		const mine = waitingPlaces.filter(({ to, needs }) => to.split('?')[0] === entry && may(needs));
		const sum = mine.reduce((total, { work }) => total + counts[work], 0);
		return Math.min(sum, WAITING_WORK_COUNT_MAX);
	}
	return { counts, error, retry, countAt };
}
