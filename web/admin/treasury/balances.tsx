import type { Balance } from '../../../contract/treasury.ts';
import { formatAmount } from '../ui/amount.ts';
import { CallTable } from '../ui/tables/call-table.tsx';
import type { DataColumn } from '../ui/tables/data-table.tsx';
import { useDateRange } from '../ui/tables/date-range.tsx';
import { FilterBar } from '../ui/tables/filter-bar.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { UserLink } from '../ui/user-link.tsx';

const texts = {
	who: 'User',
	balance: 'Balance',
	heldBack: 'On hold',
	earned: 'Earned',
	withdrawn: 'Withdrawn',
	lastHere: 'Last active',
	visited: { from: 'Last active from', to: 'Last active to' },
	never: 'Never',
	failed: "Couldn't load balances.",
	spendable: { caption: 'Users with a balance, largest first', empty: 'No user has a balance.' },
	'below-zero': { caption: 'Users with a negative balance, lowest first', empty: 'No negative balances.' },
};

const columns: DataColumn<Balance>[] = [
	{ title: texts.who, cell: ({ user }) => <UserLink user={user} /> },
	{ title: texts.balance, isNumber: true, cell: ({ balance }) => formatAmount(balance) },
	{ title: texts.heldBack, isNumber: true, cell: ({ held_back }) => formatAmount(held_back) },
	{ title: texts.earned, isNumber: true, cell: ({ earned }) => formatAmount(earned) },
	{ title: texts.withdrawn, isNumber: true, cell: ({ withdrawn }) => formatAmount(withdrawn) },
	{
		title: texts.lastHere,
		cell: ({ last_access }) => (last_access === null ? texts.never : <TimeAgo timeMs={last_access} />),
	},
];

/** Lists current balances. The date range filters users by their last visit. */
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
				texts={{ ...texts[side], empty: emptyText(texts[side].empty), failed: texts.failed }}
			/>
		</>
	);
}
