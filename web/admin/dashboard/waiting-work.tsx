import { Link } from 'react-router';
import type { CallResult } from '../../../contract/calls.ts';
import { WAITING_WORK_COUNT_MAX } from '../../../contract/limits.ts';
import { CheckIcon } from '../../ui/icons.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RetryNotice } from '../ui/retry-notice.tsx';
import { useAdminQuery } from '../use-admin-query.ts';

type Work = keyof CallResult<'adminGetWaitingWork'>;

const texts = {
	title: 'Waiting for you',
	nothing: 'Nothing waits for you.',
	failed: 'What waits for you could not be counted.',
	more: (most: number) => `${most - 1}+`,
	work: {
		adjustments: ['adjustment to approve', 'adjustments to approve'],
		settlements: ['settlement to approve', 'settlements to approve'],
		proposals: ['proposal to approve', 'proposals to approve'],
		withdrawals: ['withdrawal in review', 'withdrawals in review'],
		screenings: ['withdrawal held for you to decide', 'withdrawals held for you to decide'],
		manual_payouts: ['payout to make by hand', 'payouts to make by hand'],
		differences: ['difference with a vendor', 'differences with a vendor'],
		fraud_cases: ['open fraud case', 'open fraud cases'],
		offerwalls: ['offerwall that can be forged', 'offerwalls that can be forged'],
	} satisfies Record<Work, [string, string]>,
};

const places: readonly { work: Work; to: string }[] = [
	{ work: 'withdrawals', to: '/admin/withdrawals?show=queue&state=needs-review' },
	{ work: 'screenings', to: '/admin/withdrawals?show=screening' },
	{ work: 'manual_payouts', to: '/admin/withdrawals?show=work-list' },
	{ work: 'differences', to: '/admin/withdrawals?show=differences' },
	{ work: 'adjustments', to: '/admin/actions?show=approvals' },
	{ work: 'settlements', to: '/admin/actions?show=approvals' },
	{ work: 'proposals', to: '/admin/actions?show=approvals' },
	{ work: 'fraud_cases', to: '/admin/fraud' },
	{ work: 'offerwalls', to: '/admin/offerwalls' },
];

export function WaitingWork() {
	const { data, error, retry } = useAdminQuery('adminGetWaitingWork', null, texts);
	const waiting = data && places.filter(({ work }) => data[work] > 0);
	return (
		<section aria-label={texts.title} aria-busy={!data && !error} className="mb-5 min-h-14">
			{error && <RetryNotice error={error} onRetry={retry} />}
			{!data && !error && <Skeleton className="h-12 w-72 max-w-full rounded-control" />}
			{waiting?.length === 0 && (
				<p className="flex min-h-12 items-center gap-2 text-soft">
					<CheckIcon className="size-5 text-accent" />
					{texts.nothing}
				</p>
			)}
			{data && waiting && waiting.length > 0 && (
				// One line however much there is, so that nothing below it moves.
				<ul className="-m-1 flex gap-2 overflow-x-auto p-1">
					{waiting.map(({ work, to }) => (
						<li key={work} className="shrink-0">
							<Link
								to={to}
								className="flex min-h-12 items-center gap-2 rounded-control border border-line bg-card px-4 font-medium raised hover:bg-sunken"
							>
								<strong className="rounded-full bg-warn-tint px-2.5 py-0.5 text-warn figures">
									{data[work] === WAITING_WORK_COUNT_MAX ? texts.more(WAITING_WORK_COUNT_MAX) : data[work]}
								</strong>
								{texts.work[work][data[work] === 1 ? 0 : 1]}
								<span aria-hidden="true" className="text-soft">
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
