import { lazy, Suspense, useState } from 'react';
import { untilIdle } from '../../lib/optional.ts';
import type { AdminPageProps } from '../pages.ts';
import { AdminHeading } from '../ui/admin-heading.tsx';
import { SelectField } from '../ui/tables/filter-fields.tsx';
import { useInAddress } from '../ui/tables/use-address-filter.ts';
import { AccountFunds } from './account-funds.tsx';
import { Backups, RestoredNotice } from './backups.tsx';
import { EarningsCard, UsersCard } from './figures.tsx';
import { KeyFigures } from './key-figures.tsx';
import { timeZone } from './time-zone.ts';
import { WaitingWork } from './waiting-work.tsx';

const Charts = lazy(() => import('./charts/chart-section.tsx').then(({ ChartSection }) => ({ default: ChartSection })));

setTimeout(timeZone);

const PERIODS = [7, 30, 90];

export default function DashboardPage({ heading, lead }: AdminPageProps) {
	const [period, setPeriod] = useInAddress('days', ['30', '7', '90']);
	const days = Number(period);
	// Defers the lower sections and their requests until the top has rendered.
	const [isBegun, setBegun] = useState(false);
	return (
		<>
			<AdminHeading
				lead={lead}
				actions={
					<SelectField
						label="Period"
						value={days}
						onChange={(event) => setPeriod(event.target.value)}
						options={PERIODS.map((each) => [each, `Last ${each} days`])}
					/>
				}
			>
				{heading}
			</AdminHeading>
			<RestoredNotice />
			<KeyFigures days={days} />
			<WaitingWork onReady={() => void untilIdle().then(() => setBegun(true))} />
			<div className="min-h-svh">
				{isBegun && (
					<Suspense>
						<Charts days={days} />
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
