import type { ListedPayoutReview } from '../../../contract/withdrawals/payout-reviews.ts';
import { ActionButton } from '../ui/forms.tsx';
import { type DataColumn, DataTable, FilterBar } from '../ui/tables/data-table.tsx';
import { byTime, listedBy, useTimeList } from '../ui/tables/date-range.tsx';
import { ValueList } from '../ui/value-list.tsx';
import { ExactTime, UserLink, WithdrawalLink } from '../ui/values.tsx';
import { useAdminQuery } from '../use-admin-query.tsx';
import { differenceInWords } from './difference-words.ts';

const texts = { caption: 'Vendor differences', empty: 'No differences.', failed: "Couldn't load differences." };

export function PayoutReviews() {
	const { data, error, retry } = useAdminQuery('adminGetPayoutReviews', null, texts);
	const { bar, fields, times, order } = useTimeList([], 'oldest');
	const rows = listedBy(data, ({ found_at }) => found_at, times, order);
	return (
		<>
			<FilterBar {...bar}>{fields}</FilterBar>
			<DataTable columns={columns} rows={rows} order={order} texts={texts} error={error} onRetry={retry} />
		</>
	);
}

const columns: DataColumn<ListedPayoutReview>[] = [
	{ title: 'Order', cell: ({ order_id }) => <WithdrawalLink orderId={order_id} /> },
	{ title: 'Found', orders: byTime, cell: ({ found_at }) => <ExactTime timeMs={found_at} /> },
	{ title: 'User', isLead: true, cell: ({ uid, user_name: name }) => uid && <UserLink user={{ uid, name }} /> },
	{ title: 'Difference', cell: differenceInWords },
	{ title: 'Evidence', cell: ({ details }) => <ValueList value={details} /> },
	{ title: 'Action', cell: ({ id }) => <Settle id={id} /> },
];

function Settle({ id }: { id: number }) {
	return (
		<ActionButton
			needs="decide-withdrawals"
			label="Resolve"
			title="Resolve this difference"
			consequence="Removes the difference from this list. No money moves. Adjust the user's balance on their page if needed."
			reasonHint="Say what you found and did. Kept permanently."
			done="Difference resolved."
			run={({ reason, call }) => call('adminResolvePayoutReview', { id, note: reason })}
		/>
	);
}
