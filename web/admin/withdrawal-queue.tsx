import { useLocation, useNavigate } from 'react-router';
import { type AdminWithdrawalRow, payoutVendors, withdrawalStates } from '../../contract/admin-payouts.ts';
import { formatAmount, formatWhole } from '../lib/amount.ts';
import { useCall } from '../lib/clients.tsx';
import { messageOf } from '../lib/refusal.ts';
import { useHistory } from '../lib/use-history.ts';
import { type DataColumn, DataTable } from './data-table.tsx';
import { ExactTime } from './exact-time.tsx';
import { FilterBar } from './filter-bar.tsx';
import { SelectField, TextField } from './filter-fields.tsx';
import { OrderLink, UserLink } from './user-link.tsx';
import { stateInWords, WithdrawalState } from './withdrawal-state.tsx';

const texts = {
	caption: 'Withdrawals',
	filters: 'Filters',
	state: 'State',
	all: 'All',
	open: 'All that are open',
	vendor: 'Vendor',
	allVendors: 'All vendors',
	uid: 'User id',
	order: 'Order',
	who: 'User',
	amount: 'Amount',
	price: 'Pass price',
	said: 'Said',
	since: 'Requested',
	empty: 'There are no such withdrawals.',
	failed: 'The withdrawals could not be read.',
};

const columns: DataColumn<AdminWithdrawalRow>[] = [
	{ title: texts.since, cell: ({ created_at }) => <ExactTime timeMs={created_at} /> },
	{ title: texts.order, cell: ({ order_id }) => <OrderLink orderId={order_id} /> },
	{ title: texts.who, cell: ({ uid, roblox_username }) => <UserLink user={{ uid, name: roblox_username }} /> },
	{ title: texts.amount, isNumber: true, cell: ({ amount }) => formatAmount(amount) },
	{ title: texts.price, isNumber: true, cell: ({ price }) => formatWhole(price) },
	{ title: texts.state, cell: ({ state }) => <WithdrawalState state={state} /> },
	{ title: texts.vendor, cell: ({ vendor }) => vendor },
	{ title: texts.said, cell: ({ refusal, vendor_status }) => refusal ?? vendor_status },
];

const OPEN = 'open';

/** All withdrawals, newest first, or those in a state. */
export function WithdrawalQueue() {
	const call = useCall();
	const navigate = useNavigate();
	const { search } = useLocation();
	const parameters = new URLSearchParams(search);
	const wanted = parameters.get('state') ?? OPEN;
	const state = withdrawalStates.find((one) => one === wanted);
	const vendor = payoutVendors.find((one) => one === parameters.get('vendor'));
	const uid = parameters.get('uid') ?? undefined;
	const filter = {
		...(state ? { state } : wanted === OPEN ? { isOpen: true as const } : {}),
		...(vendor && { vendor }),
		...(uid && { uid }),
	};
	const { items, error, retry, more } = useHistory(['admin', 'withdrawals', filter], (cursor, signal) =>
		call('adminGetWithdrawals', { ...filter, cursor, limit: 50 }, signal),
	);

	function apply(fields: FormData): void {
		const named = ['state', 'vendor', 'uid'].map((name) => [name, String(fields.get(name) ?? '').trim()]);
		navigate(`?${new URLSearchParams([['show', 'queue'], ...named.filter(([, value]) => value)])}`, { replace: true });
	}

	return (
		<>
			<FilterBar key={search} label={texts.filters} onApply={apply}>
				<SelectField label={texts.state} name="state" defaultValue={wanted} className="w-48">
					<option value={OPEN}>{texts.open}</option>
					<option value="all">{texts.all}</option>
					{withdrawalStates.map((one) => (
						<option key={one} value={one}>
							{stateInWords(one)}
						</option>
					))}
				</SelectField>
				<SelectField label={texts.vendor} name="vendor" defaultValue={vendor ?? ''} className="w-40">
					<option value="">{texts.allVendors}</option>
					{payoutVendors.map((one) => (
						<option key={one}>{one}</option>
					))}
				</SelectField>
				<TextField label={texts.uid} name="uid" maxLength={36} defaultValue={uid} className="min-w-44 flex-1" />
			</FilterBar>
			<DataTable
				caption={texts.caption}
				columns={columns}
				rows={items}
				keyOf={({ id }) => id}
				emptyText={texts.empty}
				error={error ? messageOf(error, texts.failed) : undefined}
				onRetry={retry}
				more={more}
			/>
		</>
	);
}
