import { Suspense } from 'react';
import type { CallResult } from '../../../contract/calls.ts';
import type { AdminManualPayout } from '../../../contract/withdrawals/manual-payouts.ts';
import type { AdminWithdrawalRow } from '../../../contract/withdrawals/staff-withdrawals.ts';
import { useCallQuery } from '../../lib/calls/use-call-query.ts';
import { part } from '../../lib/optional.ts';
import { Badge, Notice, Skeleton, TextLink } from '../../ui/basics.tsx';
import type { AdminPageProps } from '../pages.ts';
import { AdminHeading } from '../ui/admin-heading.tsx';
import { type Fact, FactCard } from '../ui/fact-list.tsx';
import { ActionButton, unlessProposed } from '../ui/forms.tsx';
import { NotThere } from '../ui/not-there.tsx';
import { Coded, CopyChip, ExactTime, formatAmount, formatDollars, formatWhole, UserLink } from '../ui/values.tsx';
import { RetryNotice, useAdminQuery } from '../use-admin-query.tsx';
import { kindInWords } from '../users/ledger-words.ts';
import { differenceInWords } from './difference-words.ts';
import { ProposeSettlement } from './settlement-actions.tsx';
import { refusalInWords, vendorInWords } from './vendor-words.ts';
import { stateInWords, WithdrawalState } from './withdrawal-state.tsx';

const LOOKED_AT = 100;

function Neighbours({ order: { order_id, state } }: { order: Pick<AdminWithdrawalRow, 'order_id' | 'state'> }) {
	const queryKey = ['admin', 'neighbours', state];
	const { data } = useCallQuery('adminGetWithdrawals', { state, limit: LOOKED_AT }, { queryKey });
	const ids = data?.items.map((one) => one.order_id) ?? [];
	const at = ids.indexOf(order_id);
	if (at < 0 || ids.length < 2) return null;
	return (
		<nav aria-label="Queue" className="flex gap-4 text-sm">
			{[
				['‹ Previous', ids[at - 1]],
				['Next ›', ids[at + 1]],
			].map(
				([label, id]) =>
					id && (
						<TextLink key={label} to={`/admin/withdrawals/${encodeURIComponent(id)}`}>
							{label}
						</TextLink>
					),
			)}
		</nav>
	);
}

type Action = CallResult<'adminGetWithdrawal'>['deeds'][number];
type OwnAction = Exclude<Action, 'settle'>;

const deedTexts = {
	'send-again': {
		call: 'adminResendWithdrawal',
		label: 'Send again',
		consequence: () => 'Sends the order again, if its status rules out a double payment.',
	},
	cancel: {
		call: 'adminCancelWithdrawal',
		label: 'Cancel order',
		consequence: (amount: string) =>
			`Asks the vendor to cancel. We refund ${amount} to the user once it confirms. An order that was never sent is cancelled immediately.`,
	},
	refund: {
		call: 'adminRefundWithdrawal',
		label: 'Refund',
		consequence: (amount: string) =>
			`Refunds ${amount} to the user, if the vendor never had the order or closed it unpaid.`,
	},
	'mark-paid': {
		call: 'adminMarkWithdrawalPaid',
		label: 'Mark as paid',
		consequence: (amount: string) => `Marks ${amount} as paid, if the vendor confirms it. You can't undo this.`,
	},
} as const satisfies Record<OwnAction, { call: string; label: string; consequence: (amount: string) => string }>;

type WithdrawalActionsProps = { orderId: string; amount: number; deeds: readonly Action[] };

function WithdrawalActions({ orderId, amount, deeds }: WithdrawalActionsProps) {
	if (deeds.length === 0) return null;
	const ownActions = deeds.filter((action): action is OwnAction => action !== 'settle');
	return (
		<fieldset className="mb-6 flex flex-wrap gap-2">
			<legend className="sr-only">Actions</legend>
			{ownActions.map((name) => {
				const { call: endpoint, label, consequence } = deedTexts[name];
				return (
					<ActionButton
						needs="decide-withdrawals"
						key={name}
						label={label}
						tone={name === 'send-again' ? 'primary' : 'danger'}
						consequence={consequence(formatAmount(amount))}
						run={async ({ reason, call }) => {
							const result = await call(endpoint, { orderId, reason });
							return unlessProposed(result, ({ state }) => `Withdrawal status: ${stateInWords(state)}.`);
						}}
					/>
				);
			})}
			{deeds.includes('settle') && <ProposeSettlement orderId={orderId} amount={formatAmount(amount)} />}
		</fieldset>
	);
}

const Evidence = part(() => import('./evidence.tsx'), 'Evidence');
const ScreeningOf = part(() => import('./screening-of.tsx'), 'ScreeningOf');
const ManualWork = part(() => import('../dashboard/work-list.tsx'), 'ManualWork');
const SettlementsOf = part(() => import('./settlements.tsx'), 'SettlementsOf');

const texts = {
	failed: "Couldn't load the withdrawal.",
	manualStates: { waiting: 'Unassigned', taken: 'Assigned', paid: 'Paid', refused: 'Rejected' },
};

type Withdrawal = CallResult<'adminGetWithdrawal'>;

export default function WithdrawalPage({ heading, params: { orderId = '' } }: AdminPageProps) {
	const { data: order, error, isMissing, retry } = useAdminQuery('adminGetWithdrawal', { orderId }, texts);
	const actions = order && [<Neighbours key="queue" order={order} />, <WithdrawalState key="state" {...order} />];
	return (
		<>
			<AdminHeading heading={heading} lead={<CopyChip text={orderId} />} actions={actions} />
			{isMissing && (
				<NotThere what="No withdrawal has this order ID." back="/admin/withdrawals" label="All withdrawals" />
			)}
			{error && !isMissing && <RetryNotice error={error} onRetry={retry} />}
			{!order && !error && <Skeleton className="h-64 w-full" />}
			{order && (
				<Suspense fallback={<Skeleton className="h-64 w-full" />}>
					{order.reviews.some(({ kind, resolved_at }) => kind === 'refunded-but-paid' && !resolved_at) && (
						<div className="mb-4">
							<Notice tone="error">
								The vendor has paid this order. Don't pay it again.{' '}
								<TextLink to="/admin/withdrawals?show=differences">Differences</TextLink>
							</Notice>
						</div>
					)}
					{order.state === 'screening' && <ScreeningOf order={order} />}
					{order.manual && (
						<div className="mb-6">
							<ManualWork payout={{ ...order.manual, taker_name: null }} />
						</div>
					)}
					<WithdrawalActions orderId={order.order_id} amount={order.amount} deeds={order.deeds} />
					{order.settlements.length > 0 && <SettlementsOf settlements={order.settlements} amount={order.amount} />}
					<Facts order={order} />
					<Suspense fallback={<Skeleton className="h-40 w-full rounded-card" />}>
						<Evidence events={order.events} />
					</Suspense>
				</Suspense>
			)}
		</>
	);
}

function Facts({ order }: { order: Withdrawal }) {
	return (
		<div className="mb-6 grid items-start gap-4 lg:grid-cols-2">
			<FactCard
				title="Order"
				facts={[
					{ label: 'User', value: <UserLink user={{ uid: order.uid, name: order.roblox_username }} /> },
					{ label: 'Amount', value: formatAmount(order.amount) },
					...(order.method === 'gift-card'
						? [{ label: 'Gift card', value: formatDollars(order.price) }]
						: [
								{ label: 'Pass price', value: formatWhole(order.price) },
								{ label: 'Pass', value: order.pass_id },
							]),
					{ label: 'Requested', value: <ExactTime timeMs={order.created_at} /> },
					{ label: 'Updated', value: <ExactTime timeMs={order.updated_at} /> },
				]}
			/>
			<FactCard
				title="Vendor"
				facts={[
					{ label: 'Vendor', value: vendorInWords(order.vendor) },
					{ label: 'Attempts', value: order.attempts },
					{ label: 'Acknowledged by vendor', value: order.is_acknowledged ? 'Yes' : 'No' },
					{ label: 'Vendor status', value: order.vendor_status },
					{
						label: 'Failure reason',
						value: order.refusal && <Coded raw={order.refusal} label={refusalInWords(order.refusal)} />,
					},
				]}
			/>
			<FactCard
				title="Ledger"
				facts={order.transfers.map(({ kind, amount, at }) => ({
					label: kindInWords({ kind }),
					value: (
						<>
							{formatAmount(kind === 'withdrawal-hold' ? -amount : amount)} · <ExactTime timeMs={at} />
						</>
					),
				}))}
			/>
			{order.manual && <ByHand payout={order.manual} />}
			{order.reviews.length > 0 && (
				<FactCard
					title="Vendor differences"
					facts={order.reviews.map((review) => ({
						key: String(review.id),
						label: differenceInWords(review),
						value: review.resolved_at === null ? <Badge tone="bad">Open</Badge> : review.note,
					}))}
				/>
			)}
		</div>
	);
}

function ByHand({ payout: { state, taken_by, purchase_reference, reason } }: { payout: AdminManualPayout }) {
	const facts: Fact[] = [{ label: 'Status', value: texts.manualStates[state] }];
	if (taken_by) facts.push({ label: 'Assigned to', value: <UserLink user={{ uid: taken_by, name: null }} /> });
	if (purchase_reference) facts.push({ label: 'Purchase', value: purchase_reference });
	if (reason) facts.push({ label: 'Reason', value: reason });
	return <FactCard title="Manual payout" facts={facts} />;
}
