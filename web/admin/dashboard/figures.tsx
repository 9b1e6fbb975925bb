import { useReadData } from '../../lib/calls/clients.tsx';
import { KEPT_FOR_SESSION } from '../../lib/kept-for-session.ts';
import { formatDollars } from '../ui/dollars.ts';
import { startOfDay, startOfMonth } from '../ui/local-time.ts';
import { MetricCard } from './figure-card.tsx';
import { useMetric } from './use-figure.ts';

const texts = {
	earnings: 'Earnings',
	users: 'Users',
	today: 'Today',
	thisMonth: 'This month',
	total: 'Total',
	/** The specification has a euro sign here, though the figures are in dollars. */
	earningsPlaceholder: '€',
};

const KEPT_EARNINGS = `${KEPT_FOR_SESSION}today-earnings`;
const KEPT_USERS = `${KEPT_FOR_SESSION}today-users`;

export function EarningsCard() {
	const readData = useReadData();
	const load = async (query: string) =>
		((await (await readData(`/data/earnings/total${query}`)).json()) as { total: number }).total;
	const today = useMetric({ keptAs: KEPT_EARNINGS, load: () => load(`?since=${startOfDay(Date.now())}`) });
	const thisMonth = useMetric({ load: () => load(`?since=${startOfMonth(Date.now())}`) });
	const total = useMetric({ load: () => load('') });
	return (
		<MetricCard
			title={texts.earnings}
			placeholder={texts.earningsPlaceholder}
			format={formatDollars}
			figures={[
				{ label: texts.today, figure: today },
				{ label: texts.thisMonth, figure: thisMonth },
				{ label: texts.total, figure: total },
			]}
		/>
	);
}

export function UsersCard() {
	const readData = useReadData();
	const load = async (query: string) =>
		((await (await readData(`/data/users/count${query}`)).json()) as { count: number }).count;
	const today = useMetric({ keptAs: KEPT_USERS, load: () => load(`?active_since=${startOfDay(Date.now())}`) });
	const total = useMetric({ load: () => load('') });
	return (
		<MetricCard
			title={texts.users}
			format={String}
			figures={[
				{ label: texts.today, figure: today },
				{ label: texts.total, figure: total },
			]}
		/>
	);
}
