import { useReadData } from '../../lib/calls/clients.tsx';
import { inThousands } from '../../lib/format/amount.ts';
import { SESSION_KEY_PREFIX } from '../../lib/session-storage.ts';
import { formatDollars } from '../ui/dollars.ts';
import { startOfDay, startOfMonth } from '../ui/local-time.ts';
import { firstDayOf } from '../ui/tables/date-range.tsx';
import { MetricCard } from './figure-card.tsx';
import { useMetric } from './use-figure.ts';

const EARNED = '/admin/books?account=partner';
const EARNINGS_KEY = `${SESSION_KEY_PREFIX}today-earnings`;
const USERS_KEY = `${SESSION_KEY_PREFIX}today-users`;

export function EarningsCard() {
	const readData = useReadData();
	const load = async (query: string) =>
		((await (await readData(`/data/earnings/total${query}`)).json()) as { total: number }).total;
	const today = useMetric({ storageKey: EARNINGS_KEY, load: () => load(`?since=${startOfDay(Date.now())}`) });
	const thisMonth = useMetric({ load: () => load(`?since=${startOfMonth(Date.now())}`) });
	const total = useMetric({ load: () => load('') });
	return (
		<MetricCard
			title="Earnings"
			// The specification shows a euro sign here, although the figures are in dollars.
			placeholder="€"
			caption="Figures are in US dollars."
			format={formatDollars}
			figures={[
				{ label: 'Today', figure: today, to: `${EARNED}&from=${firstDayOf(1)}` },
				{ label: 'This month', figure: thisMonth, to: `${EARNED}&from=${firstDayOf(new Date().getDate())}` },
				{ label: 'Total', figure: total, to: EARNED },
			]}
		/>
	);
}

export function UsersCard() {
	const readData = useReadData();
	const load = async (query: string) =>
		((await (await readData(`/data/users/count${query}`)).json()) as { count: number }).count;
	const today = useMetric({ storageKey: USERS_KEY, load: () => load(`?active_since=${startOfDay(Date.now())}`) });
	const total = useMetric({ load: () => load('') });
	return (
		<MetricCard
			title="Users"
			format={inThousands}
			figures={[
				{ label: 'Today', figure: today, to: `/admin/users?orderBy=last_access&from=${firstDayOf(1)}` },
				{ label: 'Total', figure: total, to: '/admin/users' },
			]}
		/>
	);
}
