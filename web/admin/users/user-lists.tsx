import type { UserWithdrawal } from '../../../contract/admin/user.ts';
import type { OfferHistoryItem } from '../../../contract/offerwalls/offerwalls.ts';
import { formatAmount, formatWhole } from '../../lib/format/amount.ts';
import { postbackColumns } from '../offerwalls/postback-columns.tsx';
import type { DataColumn } from '../ui/data-table.tsx';
import { ExactTime } from '../ui/exact-time.tsx';
import { PagedTable } from '../ui/paged-table.tsx';
import { WithdrawalLink } from '../ui/user-link.tsx';
import { useAdminPages } from '../use-admin-pages.ts';
import { WithdrawalState } from '../withdrawals/withdrawal-state.tsx';

const texts = {
	time: 'Time',
	amount: 'Amount',
	failed: 'The list could not be read.',
	offers: 'Offers as the user sees them',
	source: 'Offerwall',
	name: 'Offer',
	kind: 'Kind',
	noOffers: 'This user has no offers yet.',
	callbacks: 'Callbacks of partners',
	noCallbacks: 'No partner has called about this user.',
	withdrawals: 'Withdrawals',
	order: 'Order',
	price: 'Pass price',
	state: 'State',
	vendor: 'Vendor',
	said: 'Said',
	noWithdrawals: 'This user has not withdrawn yet.',
};

const offerColumns: DataColumn<OfferHistoryItem>[] = [
	{ title: texts.time, cell: ({ timestamp }) => <ExactTime timeMs={timestamp} /> },
	{ title: texts.source, cell: ({ earning_source }) => earning_source },
	{ title: texts.name, cell: ({ name }) => name },
	{ title: texts.kind, cell: ({ kind }) => kind },
	{ title: texts.amount, isNumber: true, cell: ({ amount }) => formatAmount(amount) },
];

const withdrawalColumns: DataColumn<UserWithdrawal>[] = [
	{ title: texts.time, cell: ({ created_at }) => <ExactTime timeMs={created_at} /> },
	{ title: texts.order, cell: ({ order_id }) => <WithdrawalLink orderId={order_id} /> },
	{ title: texts.amount, isNumber: true, cell: ({ amount }) => formatAmount(amount) },
	{ title: texts.price, isNumber: true, cell: ({ price }) => formatWhole(price) },
	{ title: texts.state, cell: ({ state, vendor }) => <WithdrawalState state={state} vendor={vendor} /> },
	{ title: texts.vendor, cell: ({ vendor, attempts }) => `${vendor} (${attempts})` },
	{ title: texts.said, cell: ({ refusal, vendor_status }) => refusal ?? vendor_status },
];

export function UserOffers({ uid }: { uid: string }) {
	const history = useAdminPages('adminGetUserOffers', { uid });
	return (
		<PagedTable
			caption={texts.offers}
			columns={offerColumns}
			history={history}
			keyOf={({ id }) => id}
			emptyText={texts.noOffers}
			failedText={texts.failed}
		/>
	);
}

export function UserPostbacks({ uid }: { uid: string }) {
	const history = useAdminPages('adminFindCallbacks', { uid });
	return (
		<PagedTable
			caption={texts.callbacks}
			columns={postbackColumns}
			history={history}
			keyOf={({ id }) => id}
			emptyText={texts.noCallbacks}
			failedText={texts.failed}
		/>
	);
}

export function UserWithdrawals({ uid }: { uid: string }) {
	const history = useAdminPages('adminGetUserWithdrawals', { uid });
	return (
		<PagedTable
			caption={texts.withdrawals}
			columns={withdrawalColumns}
			history={history}
			keyOf={({ id }) => id}
			emptyText={texts.noWithdrawals}
			failedText={texts.failed}
		/>
	);
}
