import type { HeldCredit } from '../../../contract/treasury.ts';
import { rulesInWords } from '../tickets/words.ts';
import { CallTable, type DataColumn, FilterBar } from '../ui/tables/data-table.tsx';
import { byTime, useTimeList } from '../ui/tables/date-range.tsx';
import { ExactTime, formatAmount, TimeAgo, UserLink } from '../ui/values.tsx';

const texts = {
	caption: 'Held credits',
	range: { from: 'Release from', to: 'Release to' },
	orders: { newest: 'Latest release first', oldest: 'Earliest release first' },
	empty: 'No credits are on hold.',
	failed: "Couldn't load held credits.",
};

const columns: DataColumn<HeldCredit>[] = [
	{ title: 'User', isLead: true, cell: ({ user }) => <UserLink user={user} /> },
	{ title: 'Offerwall', cell: ({ wall }) => wall.name },
	{ title: 'Offer', cell: ({ offer_name }) => offer_name },
	{ title: 'Reason', cell: ({ rule }) => rulesInWords[rule] },
	{ title: 'On hold since', cell: ({ held_at }) => <TimeAgo timeMs={held_at} /> },
	{
		title: 'Release',
		orders: byTime,
		cell: ({ until }) => (until === null ? 'When the partner decides' : <ExactTime timeMs={until} />),
	},
	{ title: 'Amount', isLead: true, isNumber: true, cell: ({ amount }) => formatAmount(amount) },
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
