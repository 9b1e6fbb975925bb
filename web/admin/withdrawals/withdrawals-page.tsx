import { useLocation } from 'react-router';
import type { AdminPageProps } from '../pages.ts';
import { PayoutAlerts } from '../dashboard/payout-alerts.tsx';
import { WorkList } from '../dashboard/work-list.tsx';
import { AdminHeading } from '../ui/admin-heading.tsx';
import { ViewTabs, viewIn } from '../ui/view-tabs.tsx';
import { PayoutControls } from './payout-controls.tsx';
import { PayoutReviews } from './payout-reviews.tsx';
import { Screening } from './screening.tsx';
import { WithdrawalQueue } from './withdrawal-queue.tsx';

const texts = { views: 'What to look at' };

const views = [
	{ name: 'queue', label: 'Queue' },
	{ name: 'screening', label: 'Held' },
	{ name: 'work-list', label: 'Work list' },
	{ name: 'differences', label: 'Differences' },
	{ name: 'controls', label: 'Controls' },
] as const;

export default function WithdrawalsPage({ heading, lead }: AdminPageProps) {
	const { search } = useLocation();
	const shown = viewIn(views, search);
	return (
		<>
			<AdminHeading lead={lead}>{heading}</AdminHeading>
			<PayoutAlerts />
			<ViewTabs label={texts.views} views={views} shown={shown} />
			{shown === 'queue' && <WithdrawalQueue />}
			{shown === 'screening' && <Screening />}
			{shown === 'work-list' && <WorkList />}
			{shown === 'differences' && <PayoutReviews />}
			{shown === 'controls' && <PayoutControls />}
		</>
	);
}
