import type { HeldCredit } from '../../../contract/treasury.ts';
import { rulesInWords } from '../tickets/words.ts';
import { formatAmount } from '../ui/amount.ts';
import { ExactTime } from '../ui/exact-time.tsx';
import { CallTable } from '../ui/tables/call-table.tsx';
import type { DataColumn } from '../ui/tables/data-table.tsx';
import { byTime, useTimeList } from '../ui/tables/date-range.tsx';
import { FilterBar } from '../ui/tables/filter-bar.tsx';
import { UserLink } from '../ui/user-link.tsx';

const texts = {
	caption: 'Held credits',
	who: 'User',
	offer: 'Offer',
	wall: 'Offerwall',
	why: 'Reason',
	since: 'On hold since',
	until: 'Release',
	undecided: 'When the partner decides',
	range: { from: 'Release from', to: 'Release to' },
	orders: { newest: 'Latest release first', oldest: 'Earliest release first' },
	amount: 'Amount',
	empty: 'No credits are on hold.',
	failed: "Couldn't load held credits.",
};

const columns: DataColumn<HeldCredit>[] = [
	{ title: texts.who, cell: ({ user }) => <UserLink user={user} /> },
	{ title: texts.wall, cell: ({ wall }) => wall.name },
	{ title: texts.offer, cell: ({ offer_name }) => offer_name },
	{ title: texts.why, cell: ({ rule }) => rulesInWords[rule] },
	{ title: texts.since, cell: ({ held_at }) => <ExactTime timeMs={held_at} /> },
	{
		title: texts.until,
		orders: byTime,
		cell: ({ until }) => (until === null ? texts.undecided : <ExactTime timeMs={until} />),
	},
	{ title: texts.amount, isNumber: true, cell: ({ amount }) => formatAmount(amount) },
];

export function HeldCredits() {
	const { bar, fields, times, order } = useTimeList([], 'oldest', texts);
	return (
		<>
			<FilterBar {...bar}>{fields}</FilterBar>
			<CallTable
				call="adminGetHeldCredits"
				filter={{ ...times, limit: 50 }}
				columns={columns}
				order={order}
				keyOf={({ id, user }) => `${user.uid} ${id}`}
				texts={texts}
			/>
		</>
	);
}
