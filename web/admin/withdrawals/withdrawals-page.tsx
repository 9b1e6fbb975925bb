import { Suspense } from 'react';
import { part } from '../../lib/optional.ts';
import { Skeleton } from '../../ui/basics.tsx';
import { PayoutAlerts } from '../dashboard/payout-alerts.tsx';
import { useView, ViewTabs } from '../ui/view-tabs.tsx';
import { WithdrawalQueue } from './withdrawal-queue.tsx';

const Screening = part(() => import('./screening.tsx'), 'Screening');
const ScreeningRules = part(() => import('./screening-rules.tsx'), 'ScreeningRules');
const WorkList = part(() => import('../dashboard/work-list.tsx'), 'WorkList');
const PayoutReviews = part(() => import('./payout-reviews.tsx'), 'PayoutReviews');
const PayoutControls = part(() => import('./payout-controls.tsx'), 'PayoutControls');

const views = {
	queue: 'Queue',
	screening: 'On hold',
	'hold-rules': 'Hold rules',
	'work-list': 'Manual payouts',
	differences: 'Differences',
	controls: 'Controls',
};

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
