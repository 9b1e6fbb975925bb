import { lazy, Suspense } from 'react';
import { Skeleton } from '../../ui/basics.tsx';
import { PayoutAlerts } from '../dashboard/payout-alerts.tsx';
import { useView, ViewTabs } from '../ui/view-tabs.tsx';
import { WithdrawalQueue } from './withdrawal-queue.tsx';

const Screening = lazy(() => import('./screening.tsx').then(({ Screening }) => ({ default: Screening })));
const ScreeningRules = lazy(() =>
	import('./screening-rules.tsx').then(({ ScreeningRules }) => ({ default: ScreeningRules })),
);
const WorkList = lazy(() => import('../dashboard/work-list.tsx').then(({ WorkList }) => ({ default: WorkList })));
const PayoutReviews = lazy(() =>
	import('./payout-reviews.tsx').then(({ PayoutReviews }) => ({ default: PayoutReviews })),
);
const PayoutControls = lazy(() =>
	import('./payout-controls.tsx').then(({ PayoutControls }) => ({ default: PayoutControls })),
);

const views = [
	{ name: 'queue', label: 'Queue' },
	{ name: 'screening', label: 'On hold' },
	{ name: 'hold-rules', label: 'Hold rules' },
	{ name: 'work-list', label: 'Manual payouts' },
	{ name: 'differences', label: 'Differences' },
	{ name: 'controls', label: 'Controls' },
] as const;

export default function WithdrawalsPage() {
	const shown = useView(views);
	return (
		<>
			<PayoutAlerts />
			<ViewTabs label="Withdrawals" views={views} shown={shown} />
			{shown === 'queue' && <WithdrawalQueue />}
			<Suspense key={shown} fallback={<Skeleton className="h-64 w-full rounded-card" />}>
				{shown === 'screening' && <Screening />}
				{shown === 'hold-rules' && <ScreeningRules />}
				{shown === 'work-list' && <WorkList />}
				{shown === 'differences' && <PayoutReviews />}
				{shown === 'controls' && <PayoutControls />}
			</Suspense>
		</>
	);
}
