import { payoutVendors, withdrawalStates } from '../../../contract/admin/lists.ts';
import type { AdminWithdrawalRow } from '../../../contract/withdrawals/staff-withdrawals.ts';
import { PickField, SearchField, SelectField } from '../ui/forms.tsx';
import { CallTable, type DataColumn, FilterBar } from '../ui/tables/data-table.tsx';
import { byTime, useTimeList } from '../ui/tables/date-range.tsx';
import { ExactTime, formatAmount, formatWhole, UserLink, WithdrawalLink } from '../ui/values.tsx';
import { refusalInWords, vendorInWords } from './vendor-words.ts';
import { stateInWords, WithdrawalState } from './withdrawal-state.tsx';

const texts = { caption: 'Withdrawals', empty: 'No matching withdrawals.', failed: "Couldn't load withdrawals." };

const columns: DataColumn<AdminWithdrawalRow>[] = [
	{ title: 'Order', cell: ({ order_id }) => <WithdrawalLink orderId={order_id} /> },
	{ title: 'Requested', orders: byTime, cell: ({ created_at }) => <ExactTime timeMs={created_at} /> },
	{
		title: 'User',
		isLead: true,
		cell: ({ uid, roblox_username }) => <UserLink user={{ uid, name: roblox_username }} />,
	},
	{ title: 'Amount', isLead: true, isNumber: true, cell: ({ amount }) => formatAmount(amount) },
	{ title: 'Pass price', isNumber: true, cell: ({ price }) => formatWhole(price) },
	{ title: 'Status', cell: ({ state, vendor }) => <WithdrawalState state={state} vendor={vendor} /> },
	{
		title: 'Vendor',
		cell: ({ vendor, refusal, vendor_status }) => (
			<>
				<span className="whitespace-nowrap">{vendorInWords(vendor)}</span>
				<span className="block text-xs text-soft" title={refusal ?? undefined}>
					{refusal === null ? vendor_status : refusalInWords(refusal)}
				</span>
			</>
		),
	},
];

const vendors = payoutVendors.map((one) => [one, vendorInWords(one)] as const);
const OPEN = 'open';

export function WithdrawalQueue() {
	const { filter, bar, times, order, fields } = useTimeList(['state', 'vendor', 'uid']);
	const wanted = filter.state ?? OPEN;
	const state = withdrawalStates.find((one) => one === wanted);
	const vendor = payoutVendors.find((one) => one === filter.vendor);
	const isOpen = !state && wanted === OPEN ? true : undefined;
	const request = { state, isOpen, vendor, uid: filter.uid, ...times, limit: 50 } as const;
	return (
		<>
			<FilterBar {...bar}>
				<SelectField
					label="Status"
					name="state"
					defaultValue={wanted}
					className="w-48"
					options={[
						[OPEN, 'All open'],
						['all', 'All'],
						...withdrawalStates.map((one) => [one, stateInWords(one)] as const),
					]}
				/>
				<PickField label="Vendor" name="vendor" value={vendor} all="All vendors" choices={vendors} />
				{fields}
				<SearchField label="User ID" name="uid" value={filter.uid} />
			</FilterBar>
			<CallTable
				call="adminGetWithdrawals"
				filter={request}
				order={order}
				columns={columns}
				texts={wanted === OPEN ? { ...texts, empty: 'No open withdrawals.' } : texts}
			/>
		</>
	);
}
