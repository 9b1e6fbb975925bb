import { lazy, Suspense, useState } from 'react';
import { untilIdle } from '../../lib/optional.ts';
import type { AdminPageProps } from '../pages.ts';
import { AdminHeading } from '../ui/admin-heading.tsx';
import { AccountFunds } from './account-funds.tsx';
import { Backups, RestoredNotice } from './backups.tsx';
import { EarningsCard, UsersCard } from './figures.tsx';
import { KeyFigures } from './key-figures.tsx';
import { usePeriod } from './period.tsx';
import { timeZone } from './time-zone.ts';
import { WaitingWork } from './waiting-work.tsx';

const Charts = lazy(() => import('./charts/chart-section.tsx').then(({ ChartSection }) => ({ default: ChartSection })));

setTimeout(timeZone);

export default function DashboardPage({ heading, lead }: AdminPageProps) {
	const [days, period] = usePeriod();
	// Defers the lower sections and their requests until the top has rendered.
	const [isBegun, setBegun] = useState(false);
	return (
		<>
			<AdminHeading lead={lead} actions={period}>
				{heading}
			</AdminHeading>
			<RestoredNotice />
			<KeyFigures days={days} />
			<WaitingWork onReady={() => void untilIdle().then(() => setBegun(true))} />
			<div className="min-h-100">
				{isBegun && (
					<Suspense>
						<Charts />
					</Suspense>
				)}
			</div>
			{isBegun && (
				<div className="mt-4 grid gap-4 md:grid-cols-2 xl:grid-cols-3">
					<EarningsCard />
					<UsersCard />
					<AccountFunds />
					<Backups />
				</div>
			)}
		</>
	);
}
