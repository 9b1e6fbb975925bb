import { lazy, Suspense } from 'react';
import type { CallResult } from '../../../contract/calls.ts';
import type { AdminManualPayout } from '../../../contract/withdrawals/manual-payouts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { AdminPageProps } from '../pages.ts';
import { AdminHeading } from '../ui/admin-heading.tsx';
import { formatAmount, formatWhole } from '../ui/amount.ts';
import { Coded } from '../ui/coded.tsx';
import { CopyChip } from '../ui/copy-chip.tsx';
import { formatDollars } from '../ui/dollars.ts';
import { ExactTime } from '../ui/exact-time.tsx';
import { type Fact, FactCard } from '../ui/fact-list.tsx';
import { NotThere } from '../ui/not-there.tsx';
import { RetryNotice } from '../ui/retry-notice.tsx';
import { UserLink } from '../ui/user-link.tsx';
import { useAdminQuery } from '../use-admin-query.ts';
import { kindInWords } from '../users/ledger-words.ts';
import { differenceInWords } from './difference-words.ts';
import { Neighbours } from './neighbours.tsx';
import { refusalInWords, vendorInWords } from './vendor-words.ts';
import { WithdrawalActions } from './withdrawal-actions.tsx';
import { WithdrawalState } from './withdrawal-state.tsx';

const Evidence = lazy(() => import('./evidence.tsx').then(({ Evidence }) => ({ default: Evidence })));
const ScreeningOf = lazy(() => import('./screening-of.tsx').then(({ ScreeningOf }) => ({ default: ScreeningOf })));
const ManualWork = lazy(() => import('../dashboard/work-list.tsx').then(({ ManualWork }) => ({ default: ManualWork })));
const SettlementsOf = lazy(() => import('./settlements.tsx').then(({ SettlementsOf }) => ({ default: SettlementsOf })));

const texts = {
	failed: "Couldn't load the withdrawal.",
	manualStates: { waiting: 'Unassigned', taken: 'Assigned', paid: 'Paid', refused: 'Rejected' },
	none: 'None',
};

type Withdrawal = CallResult<'adminGetWithdrawal'>;

export default function WithdrawalPage({ heading, params: { orderId = '' } }: AdminPageProps) {
	const { data: order, error, isMissing, retry } = useAdminQuery('adminGetWithdrawal', { orderId }, texts);
	return (
		<>
			<AdminHeading
				lead={<CopyChip text={orderId} />}
				actions={
					order && (
						<>
							<Neighbours order={order} />
							<WithdrawalState state={order.state} vendor={order.vendor} />
						</>
					)
				}
			>
				{heading}
			</AdminHeading>
			{isMissing && (
				<NotThere what="No withdrawal has this order ID." back="/admin/withdrawals" label="All withdrawals" />
			)}
			{error && !isMissing && <RetryNotice error={error} onRetry={retry} />}
			{!order && !error && <Skeleton className="h-64 w-full" />}
			{order && (
				<Suspense fallback={<Skeleton className="h-64 w-full" />}>
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
								{ label: 'Pass', value: order.pass_id ?? texts.none },
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
					{ label: 'Vendor status', value: order.vendor_status ?? texts.none },
					{
						label: 'Failure reason',
						value:
							order.refusal === null ? texts.none : <Coded raw={order.refusal} label={refusalInWords(order.refusal)} />,
					},
				]}
			/>
			<FactCard
				title="Ledger"
				facts={order.transfers.map(({ kind, amount, at }) => ({
					label: kindInWords({ kind }),
					value: (
						<>
							{formatAmount(amount)} · <ExactTime timeMs={at} />
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
