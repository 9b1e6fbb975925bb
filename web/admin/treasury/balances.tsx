import type { Balance } from '../../../contract/treasury.ts';
import { formatAmount } from '../ui/amount.ts';
import { CallTable } from '../ui/tables/call-table.tsx';
import type { DataColumn } from '../ui/tables/data-table.tsx';
import { useDateRange } from '../ui/tables/date-range.tsx';
import { FilterBar } from '../ui/tables/filter-bar.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { UserLink } from '../ui/user-link.tsx';

const texts = {
	visited: { from: 'Last active from', to: 'Last active to' },
	spendable: { caption: 'Users with a balance, largest first', empty: 'No user has a balance.' },
	'below-zero': { caption: 'Users with a negative balance, lowest first', empty: 'No negative balances.' },
};

const columns: DataColumn<Balance>[] = [
	{ title: 'User', cell: ({ user }) => <UserLink user={user} /> },
	{ title: 'Balance', isNumber: true, cell: ({ balance }) => formatAmount(balance) },
	{ title: 'On hold', isNumber: true, cell: ({ held_back }) => formatAmount(held_back) },
	{ title: 'Earned', isNumber: true, cell: ({ earned }) => formatAmount(earned) },
	{ title: 'Withdrawn', isNumber: true, cell: ({ withdrawn }) => formatAmount(withdrawn) },
	{
		title: 'Last active',
		cell: ({ last_access }) => (last_access === null ? 'Never' : <TimeAgo timeMs={last_access} />),
	},
];

/** The date range filters users by their last visit. */
export function Balances({ side }: { side: 'spendable' | 'below-zero' }) {
	const { bar, fields, range, emptyText } = useDateRange(texts.visited);
	return (
		<>
			<FilterBar {...bar}>{fields}</FilterBar>
			<CallTable
				call="adminGetBalances"
				filter={{ side, ...range, limit: 50 }}
				columns={columns}
				keyOf={({ user }) => user.uid}
				texts={{ ...texts[side], empty: emptyText(texts[side].empty), failed: "Couldn't load balances." }}
			/>
		</>
	);
}
