import { useReadData } from '../lib/clients.tsx';
import { formatDollars } from './dollars.ts';
import { FigureCard } from './figure-card.tsx';
import { startOfDay, startOfMonth } from './local-time.ts';
import { useFigure } from './use-figure.ts';

const texts = {
	earnings: 'Earnings',
	users: 'Users',
	today: 'Today',
	thisMonth: 'This month',
	total: 'Total',
	/** The specification has a euro sign here, though the figures are in dollars. */
	earningsPlaceholder: '€',
};

const KEPT_EARNINGS = 'admin-today-earnings';
const KEPT_USERS = 'admin-today-users';

/** What partners owe us. Days and months start where the reader is. */
export function EarningsCard() {
	const readData = useReadData();
	const load = async (query: string) =>
		((await (await readData(`/data/earnings/total${query}`)).json()) as { total: number }).total;
	const today = useFigure({ keptAs: KEPT_EARNINGS, load: () => load(`?since=${startOfDay(Date.now())}`) });
	const thisMonth = useFigure({ load: () => load(`?since=${startOfMonth(Date.now())}`) });
	const total = useFigure({ load: () => load('') });
	return (
		<FigureCard
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

/** Who was here today, and who there is. */
export function UsersCard() {
	const readData = useReadData();
	const load = async (query: string) =>
		((await (await readData(`/data/users/count${query}`)).json()) as { count: number }).count;
	const today = useFigure({ keptAs: KEPT_USERS, load: () => load(`?active_since=${startOfDay(Date.now())}`) });
	const total = useFigure({ load: () => load('') });
	return (
		<FigureCard
			title={texts.users}
			format={String}
			figures={[
				{ label: texts.today, figure: today },
				{ label: texts.total, figure: total },
			]}
		/>
	);
}
