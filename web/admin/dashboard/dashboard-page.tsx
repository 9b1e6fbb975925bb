import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router';
import { WAITING_WORK_COUNT_MAX } from '../../../contract/limits.ts';
import { part, untilIdle } from '../../lib/optional.ts';
import { Skeleton, TextLink } from '../../ui/basics.tsx';
import { AlertIcon, CheckIcon } from '../../ui/icons.tsx';
import type { AdminPageProps, Work } from '../pages.ts';
import { AdminHeading } from '../ui/admin-heading.tsx';
import { RetryNotice } from '../use-admin-query.tsx';
import { useWaitingWork } from '../use-waiting-work.ts';
import { AccountFunds } from './account-funds.tsx';
import { areOff, Backups, RestoredNotice, useBackups } from './backups.tsx';
import { EarningsCard, UsersCard } from './figures.tsx';
import { KeyFigures } from './key-figures.tsx';
import { Alerts, useAlerts } from './payout-alerts.tsx';
import { usePeriod } from './period.tsx';
import { timeZone } from './time-zone.ts';

const workTexts = {
	adjustments: ['adjustment to approve', 'adjustments to approve'],
	settlements: ['settlement to approve', 'settlements to approve'],
	proposals: ['proposal to approve', 'proposals to approve'],
	withdrawals: ['withdrawal to review', 'withdrawals to review'],
	screenings: ['held withdrawal to decide', 'held withdrawals to decide'],
	manual_payouts: ['manual payout to make', 'manual payouts to make'],
	differences: ['vendor difference', 'vendor differences'],
	report_differences: ['report difference', 'report differences'],
	hidden_offers: ['hidden offer to check', 'hidden offers to check'],
	fraud_cases: ['open fraud case', 'open fraud cases'],
	threads: ['message to answer', 'messages to answer'],
	claims: ['missing-reward claim', 'missing-reward claims'],
	imported: ['item of the move', 'items of the move'],
	offerwalls: ['insecure offerwall', 'insecure offerwalls'],
} satisfies Record<Work, [string, string]>;

function WaitingWork({ onReady }: { onReady: () => void }) {
	const { waiting, error, retry } = useWaitingWork();
	const alerts = useAlerts();
	const backups = useBackups().data;
	const isOff = backups && areOff(backups);
	const isReady = (waiting || error) && (alerts.data || alerts.error);
	const ready = useEffectEvent(onReady);
	useEffect(() => {
		if (isReady) ready();
	}, [isReady]);
	return (
		<section aria-label="Needs attention" aria-busy={!isReady} className="mb-4 min-h-14">
			{error && <RetryNotice error={error} onRetry={retry} />}
			{!isReady && <Skeleton className="h-12 w-72 max-w-full rounded-control" />}
			{isReady && <Alerts {...alerts} />}
			{isReady && isOff !== undefined && (isOff || (waiting?.length === 0 && alerts.data?.length === 0)) && (
				<p className="flex min-h-12 items-center gap-2">
					{isOff ? <AlertIcon className="size-5 text-warn" /> : <CheckIcon className="size-5 text-accent" />}
					<span>{isOff ? 'Backups are off.' : "You're all caught up."}</span>
					{isOff && <TextLink to="#backups">Set them up</TextLink>}
				</p>
			)}
			{isReady && waiting && waiting.length > 0 && (
				<ul className="grid gap-2 sm:flex sm:flex-wrap">
					{waiting.map(({ work, page, query = '', count }) => (
						<li key={work}>
							<Link
								to={page + query}
								className="flex min-h-11 items-center gap-2 rounded-control border border-line bg-card px-3 text-sm font-medium raised hover:bg-sunken"
							>
								<strong className="rounded-full bg-warn-tint px-2.5 py-0.5 text-warn figures">
									{count === WAITING_WORK_COUNT_MAX ? `${WAITING_WORK_COUNT_MAX - 1}+` : count}
								</strong>
								{workTexts[work][count === 1 ? 0 : 1]}
								<span aria-hidden="true" className="ms-auto text-soft">
									›
								</span>
							</Link>
						</li>
					))}
				</ul>
			)}
		</section>
	);
}

const Charts = part(() => import('./charts/chart-section.tsx'), 'ChartSection');

setTimeout(timeZone);

export default function DashboardPage({ heading, lead }: AdminPageProps) {
	const [days, period] = usePeriod();
	// Defers the lower sections and their requests until the top has rendered.
	const [isBegun, setBegun] = useState(false);
	return (
		<>
			<AdminHeading heading={heading} lead={lead} actions={period} />
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
				<div className="mt-4 grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
					<EarningsCard />
					<div className="grid content-start gap-4">
						<UsersCard />
						<Backups />
					</div>
					<AccountFunds />
				</div>
			)}
		</>
	);
}
