import { useMay } from '../lib/staff-role.tsx';
import { adminPages, type Work } from './pages.ts';
import { useAdminQuery } from './use-admin-query.tsx';

const EVERY_MS = 60_000;
const texts = { failed: "Couldn't load what needs attention." };
const places = adminPages.flatMap(({ pattern: page, waiting = [] }) => waiting.map((work) => ({ page, ...work })));

/** A `count` of `WAITING_WORK_COUNT_MAX` means that many or more. */
type Waiting = { page: string; work: Work; query?: string; count: number };

export function useWaitingWork(): {
	waiting: readonly Waiting[] | undefined;
	error: string | undefined;
	retry: () => Promise<unknown>;
} {
	const may = useMay();
	const { data, error, retry } = useAdminQuery('adminGetWaitingWork', null, texts, { everyMs: EVERY_MS });
	const waiting =
		data &&
		places
			.filter(({ work, needs }) => data[work] > 0 && may(needs))
			.map((place) => ({ ...place, count: data[place.work] }));
	return { waiting, error, retry };
}
