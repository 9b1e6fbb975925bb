import type { WaitingAdjustment } from '../../../contract/accounts/adjustments.ts';
import { formatAmount } from '../ui/amount.ts';
import { ExactTime } from '../ui/exact-time.tsx';
import { PagedTable } from '../ui/tables/call-table.tsx';
import type { DataColumn } from '../ui/tables/data-table.tsx';
import { byTime, type OrderedTimes } from '../ui/tables/date-range.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { UserLink } from '../ui/user-link.tsx';
import { useAdminPages } from '../use-admin-pages.ts';
import { AdjustmentActions } from '../users/adjustment-actions.tsx';

const texts = {
	caption: 'Adjustments waiting for approval',
	rule: (limit: string) =>
		`One admin can move up to ${limit} in 24 hours. Larger amounts wait here for approval and expire after 3 days.`,
	proposed: 'Proposed',
	by: 'By',
	whom: 'User',
	amount: 'Amount',
	why: 'Reason',
	lapses: 'Expires',
	act: 'Action',
	empty: 'No adjustments are waiting for approval.',
	failed: "Couldn't load adjustments.",
};

const columns: DataColumn<WaitingAdjustment>[] = [
	{ title: texts.proposed, orders: byTime, cell: ({ proposed_at }) => <TimeAgo timeMs={proposed_at} /> },
	{
		title: texts.by,
		cell: ({ proposed_by, proposer_name }) => <UserLink user={{ uid: proposed_by, name: proposer_name }} />,
	},
	{ title: texts.whom, cell: ({ uid, user_name }) => <UserLink user={{ uid, name: user_name }} /> },
	{ title: texts.amount, isNumber: true, cell: ({ amount }) => formatAmount(amount) },
	{ title: texts.why, cell: ({ reason }) => reason },
	{ title: texts.lapses, cell: ({ expires_at }) => <ExactTime timeMs={expires_at} /> },
	{ title: texts.act, cell: (adjustment) => <AdjustmentActions adjustment={adjustment} /> },
];

export function Approvals({ times, order }: OrderedTimes) {
	const history = useAdminPages('adminGetAdjustments', times);
	const limit = history.first?.approvalAbove;
	return (
		<>
			<p className="mb-4 min-h-6 max-w-prose text-sm text-soft">
				{limit !== undefined && texts.rule(formatAmount(limit))}
			</p>
			<PagedTable columns={columns} history={history} order={order} texts={texts} />
		</>
	);
}
