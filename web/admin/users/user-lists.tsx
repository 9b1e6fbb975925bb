import type { OfferHistoryItem } from '../../../contract/offerwalls/history.ts';
import type { UserWithdrawal } from '../../../contract/withdrawals/staff-withdrawals.ts';
import { saveFile } from '../../lib/save-file.ts';
import { ActionsList } from '../audit/actions-list.tsx';
import { postbackColumns } from '../offerwalls/postback-columns.tsx';
import { ActionButton, TextField, textIn } from '../ui/forms.tsx';
import { idInWords } from '../ui/in-words.ts';
import { CallTable, type DataColumn, DatedTable, FilterBar } from '../ui/tables/data-table.tsx';
import { useDateRange, useTimeList } from '../ui/tables/date-range.tsx';
import { ExactTime, formatAmount, formatWhole, WithdrawalLink } from '../ui/values.tsx';
import { refusalInWords, vendorInWords } from '../withdrawals/vendor-words.ts';
import { WithdrawalState } from '../withdrawals/withdrawal-state.tsx';

const failed = "Couldn't load the list.";

const offerColumns: DataColumn<OfferHistoryItem>[] = [
	{ title: 'Time', cell: ({ timestamp }) => <ExactTime timeMs={timestamp} /> },
	{ title: 'Offerwall', cell: ({ earning_source }) => earning_source },
	{ title: 'Offer', isLead: true, cell: ({ name }) => name },
	{ title: 'Type', cell: ({ kind }) => idInWords(kind) },
	{ title: 'Amount', isLead: true, isNumber: true, cell: ({ amount }) => formatAmount(amount) },
];

const withdrawalColumns: DataColumn<UserWithdrawal>[] = [
	{ title: 'Order', cell: ({ order_id }) => <WithdrawalLink orderId={order_id} /> },
	{ title: 'Time', cell: ({ created_at }) => <ExactTime timeMs={created_at} /> },
	{ title: 'Amount', isLead: true, isNumber: true, cell: ({ amount }) => formatAmount(amount) },
	{ title: 'Pass price', isNumber: true, cell: ({ price }) => formatWhole(price) },
	{ title: 'Status', cell: ({ state, vendor }) => <WithdrawalState state={state} vendor={vendor} /> },
	{ title: 'Vendor', cell: ({ vendor, attempts }) => `${vendorInWords(vendor)} (${attempts})` },
	{
		title: 'Vendor status',
		cell: ({ refusal, vendor_status }) => (refusal === null ? vendor_status : refusalInWords(refusal)),
	},
];

export function UserOffers({ uid }: { uid: string }) {
	return (
		<DatedTable
			call="adminGetUserOffers"
			filter={{ uid }}
			columns={offerColumns}
			texts={{ caption: 'Offers', failed, empty: 'No offers yet.' }}
		/>
	);
}

export function UserPostbacks({ uid }: { uid: string }) {
	const { bar, fields, range, emptyText } = useDateRange();
	const { from: since, until } = range;
	return (
		<>
			<div className="mb-3">
				<ExportDispute uid={uid} />
			</div>
			<FilterBar {...bar}>{fields}</FilterBar>
			<CallTable
				call="adminFindCallbacks"
				filter={{ uid, since, until }}
				columns={postbackColumns}
				texts={{ caption: 'Postbacks', failed, empty: emptyText('No postbacks yet.') }}
			/>
		</>
	);
}

function ExportDispute({ uid }: { uid: string }) {
	return (
		<ActionButton
			needs="decide-claims"
			label="Export for a dispute"
			consequence="Saves a file for the partner: its postbacks for this user as it sent them, and the user's clicks on its offers."
			run={async ({ reason, fields, call }) => {
				const wall = textIn(fields, 'wall');
				const made = await call('adminExportDispute', { uid, wall_id: wall, reason });
				saveFile(`dispute-${wall}-${uid.slice(0, 8)}.json`, JSON.stringify(made, null, '\t'));
				return `Saved ${made.callbacks.length} postbacks and ${made.clicks.length} clicks.`;
			}}
		>
			<TextField label="Offerwall ID" name="wall" required maxLength={40} />
		</ActionButton>
	);
}

export function UserWithdrawals({ uid }: { uid: string }) {
	return (
		<DatedTable
			call="adminGetUserWithdrawals"
			filter={{ uid }}
			columns={withdrawalColumns}
			texts={{ caption: 'Withdrawals', failed, empty: 'No withdrawals yet.' }}
		/>
	);
}

export function UserDone({ uid }: { uid: string }) {
	const { bar, fields, times, order } = useTimeList();
	return (
		<>
			<FilterBar {...bar}>{fields}</FilterBar>
			<ActionsList filter={{ uid, ...times }} order={order} />
		</>
	);
}
