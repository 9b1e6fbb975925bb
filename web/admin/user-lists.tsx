import type { CallbackRow } from '../../contract/admin.ts';
import type { UserWithdrawal } from '../../contract/admin-user.ts';
import type { OfferHistoryItem } from '../../contract/offerwalls.ts';
import { formatAmount, formatWhole } from '../lib/amount.ts';
import { useCall } from '../lib/clients.tsx';
import { messageOf } from '../lib/refusal.ts';
import { type History, useHistory } from '../lib/use-history.ts';
import { type DataColumn, DataTable } from './data-table.tsx';
import { ExactTime } from './exact-time.tsx';
import { OrderLink } from './user-link.tsx';

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
	wall: 'Offerwall',
	outcome: 'Outcome',
	booked: 'Booked',
	request: 'Request',
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

const callbackColumns: DataColumn<CallbackRow>[] = [
	{ title: texts.time, cell: ({ at }) => <ExactTime timeMs={at} /> },
	{ title: texts.wall, cell: ({ wall }) => wall },
	{ title: texts.outcome, cell: ({ outcome }) => outcome },
	{ title: texts.booked, isNumber: true, cell: ({ booked }) => booked && formatAmount(booked.amount) },
	{ title: texts.request, cell: ({ request }) => <span className="font-mono text-xs">{request}</span> },
];

const withdrawalColumns: DataColumn<UserWithdrawal>[] = [
	{ title: texts.time, cell: ({ created_at }) => <ExactTime timeMs={created_at} /> },
	{ title: texts.order, cell: ({ order_id }) => <OrderLink orderId={order_id} /> },
	{ title: texts.amount, isNumber: true, cell: ({ amount }) => formatAmount(amount) },
	{ title: texts.price, isNumber: true, cell: ({ price }) => formatWhole(price) },
	{ title: texts.state, cell: ({ state }) => state },
	{ title: texts.vendor, cell: ({ vendor, attempts }) => `${vendor} (${attempts})` },
	{ title: texts.said, cell: ({ refusal, vendor_status }) => refusal ?? vendor_status },
];

type ListProps<Row> = {
	caption: string;
	columns: readonly DataColumn<Row>[];
	emptyText: string;
	history: History<Row>;
};

function List<Row extends { id: string }>({ history: { items, error, retry, more }, ...rest }: ListProps<Row>) {
	const problem = error ? messageOf(error, texts.failed) : undefined;
	return <DataTable {...rest} rows={items} keyOf={({ id }) => id} error={problem} onRetry={retry} more={more} />;
}

export function UserOffers({ uid }: { uid: string }) {
	const call = useCall();
	const history = useHistory(['admin', 'user', uid, 'offers'], (cursor, signal) =>
		call('adminGetUserOffers', { uid, cursor }, signal),
	);
	return <List caption={texts.offers} columns={offerColumns} emptyText={texts.noOffers} history={history} />;
}

export function UserCallbacks({ uid }: { uid: string }) {
	const call = useCall();
	const history = useHistory(['admin', 'user', uid, 'callbacks'], (cursor, signal) =>
		call('adminFindCallbacks', { uid, cursor }, signal),
	);
	return <List caption={texts.callbacks} columns={callbackColumns} emptyText={texts.noCallbacks} history={history} />;
}

export function UserWithdrawals({ uid }: { uid: string }) {
	const call = useCall();
	const history = useHistory(['admin', 'user', uid, 'withdrawals'], (cursor, signal) =>
		call('adminGetUserWithdrawals', { uid, cursor }, signal),
	);
	return (
		<List caption={texts.withdrawals} columns={withdrawalColumns} emptyText={texts.noWithdrawals} history={history} />
	);
}
