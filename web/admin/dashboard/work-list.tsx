import type { ListedManualPayout } from '../../../contract/withdrawals/manual-payouts.ts';
import { useDataClient } from '../../lib/calls/clients.tsx';
import { QuickAction } from '../ui/actions/quick-action.tsx';
import { ActionButton, TextField, textIn } from '../ui/forms.tsx';
import { type DataColumn, DataTable, FilterBar } from '../ui/tables/data-table.tsx';
import { byTime, listedBy, useTimeList } from '../ui/tables/date-range.tsx';
import { ExactTime, formatAmount, formatDollars, formatWhole, UserLink, WithdrawalLink } from '../ui/values.tsx';
import { useAdminQuery } from '../use-admin-query.tsx';

const takeOverConsequenceText = (name: string) =>
	`Ask ${name} first whether they bought the pass. If they did, buying it again pays twice. ${name} can then no longer mark this order as paid, reject it or return it.`;

const priceInWords = ({ method, price }: Pick<ListedManualPayout, 'method' | 'price'>) =>
	method === 'gift-card' ? formatDollars(price) : formatWhole(price);

const columns: DataColumn<ListedManualPayout>[] = [
	{ title: 'Order', cell: ({ order_id }) => <WithdrawalLink orderId={order_id} /> },
	{ title: 'Waiting since', orders: byTime, cell: ({ created_at }) => <ExactTime timeMs={created_at} /> },
	{
		title: 'Game account',
		isLead: true,
		cell: ({ roblox_username: name }) => name && <span className="md:whitespace-nowrap">{name}</span>,
	},
	{
		title: 'Product',
		cell: ({ method, pass_id }) =>
			method === 'gift-card' ? 'Gift card' : <span className="font-mono text-xs select-all">{pass_id}</span>,
	},
	{ title: 'Price', isNumber: true, cell: priceInWords },
	{ title: 'Amount', isLead: true, isNumber: true, cell: ({ net }) => formatAmount(net) },
	{
		title: 'Assigned to',
		cell: ({ taken_by, taker_name }) =>
			taken_by ? <UserLink user={{ uid: taken_by, name: taker_name }} /> : 'Unassigned',
	},
	{ title: 'Action', cell: (payout) => <ManualWork payout={payout} /> },
];

export function WorkList() {
	const { data, error, retry } = useAdminQuery('adminGetManualPayouts', null, {
		failed: "Couldn't load manual payouts.",
	});
	const { bar, fields, times, order } = useTimeList([], 'oldest');
	return (
		<>
			<FilterBar {...bar}>{fields}</FilterBar>
			<DataTable
				columns={columns}
				rows={listedBy(data, ({ created_at }) => created_at, times, order)}
				order={order}
				texts={{ caption: 'Manual payouts', empty: 'No manual payouts to make.' }}
				error={error}
				onRetry={retry}
			/>
		</>
	);
}

type ManualWorkProps = {
	payout: Pick<ListedManualPayout, 'order_id' | 'taken_by' | 'taker_name' | 'method'> & { state: string };
};

export function ManualWork({ payout: { order_id: orderId, state, taken_by, taker_name, method } }: ManualWorkProps) {
	const own = useDataClient()?.uid;
	if (state === 'waiting') {
		return (
			<QuickAction
				needs="pay-by-hand"
				label="Take"
				done="This order is yours. No one else can pay it now."
				run={({ call }) => call('adminTakeManualPayout', { orderId })}
			/>
		);
	}
	if (state !== 'taken' || taken_by === null) return null;
	// Only the admin who took the payout may mark it paid or refuse it.
	if (taken_by !== own) return <TakeOver orderId={orderId} from={{ uid: taken_by, name: taker_name ?? taken_by }} />;
	return (
		<div className="flex flex-wrap gap-2 max-md:justify-end">
			{method === 'gift-card' ? <PayWithCode orderId={orderId} /> : <MarkAsPaid orderId={orderId} />}
			<ActionButton
				needs="pay-by-hand"
				label="Reject"
				title="Reject this order"
				tone="danger"
				consequence="Refunds the full amount to the user. Only do this if no one bought the pass."
				reasonHint="The user can see this."
				done="Order rejected. The user gets a refund."
				run={({ reason, call }) => call('adminRefuseManualPayout', { orderId, reason })}
			/>
			<QuickAction
				needs="pay-by-hand"
				label="Return to list"
				done="Order returned to the list."
				run={({ call }) => call('adminGiveBackManualPayout', { orderId })}
			/>
		</div>
	);
}

function MarkAsPaid({ orderId }: { orderId: string }) {
	return (
		<ActionButton
			needs="pay-by-hand"
			label="Mark as paid"
			title="Mark this order as paid"
			consequence="Completes the withdrawal immediately. Only do this after you bought the pass."
			reason="none"
			done="Marked as paid."
			run={({ fields, call }) =>
				call('adminMarkManualPayoutPaid', { orderId, purchaseReference: textIn(fields, 'purchase') })
			}
		>
			<TextField label="Platform purchase ID" name="purchase" required maxLength={200} />
		</ActionButton>
	);
}

function PayWithCode({ orderId }: { orderId: string }) {
	return (
		<ActionButton
			needs="pay-by-hand"
			label="Pay with a code"
			consequence="Gives the user this code, or a stored one of the same value if you enter none. You can't undo this."
			reason="none"
			done="Paid. The user sees the code on their account page."
			run={({ fields, call }) => {
				const code = textIn(fields, 'code');
				return call('adminPayWithCode', { orderId, ...(code && { code }) });
			}}
		>
			<TextField label="Code (optional)" name="code" spellCheck={false} maxLength={100} />
		</ActionButton>
	);
}

function TakeOver({ orderId, from }: { orderId: string; from: { uid: string; name: string } }) {
	return (
		<ActionButton
			needs="pay-by-hand"
			label="Take over"
			title={`Take over this order from ${from.name}`}
			tone="danger"
			consequence={takeOverConsequenceText(from.name)}
			reasonHint="Kept permanently with this action."
			done="You've taken over this order."
			run={({ reason, call }) => call('adminTakeOverManualPayout', { orderId, from: from.uid, reason })}
		/>
	);
}
