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
	missing: 'No withdrawal has this order ID.',
	all: 'All withdrawals',
	order: 'Order',
	who: 'User',
	amount: 'Amount',
	price: 'Pass price',
	vendor: 'Vendor',
	said: 'Vendor status',
	refusal: 'Failure reason',
	attempts: 'Attempts',
	acknowledged: 'Acknowledged by vendor',
	yes: 'Yes',
	no: 'No',
	requested: 'Requested',
	changed: 'Updated',
	pass: 'Pass',
	books: 'Ledger',
	byHand: 'Manual payout',
	manualState: 'Status',
	manualStates: { waiting: 'Unassigned', taken: 'Assigned', paid: 'Paid', refused: 'Rejected' },
	takenBy: 'Assigned to',
	purchase: 'Purchase',
	why: 'Reason',
	differences: 'Vendor differences',
	open: 'Open',
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
			{isMissing && <NotThere what={texts.missing} back="/admin/withdrawals" label={texts.all} />}
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
				title={texts.order}
				facts={[
					{ label: texts.who, value: <UserLink user={{ uid: order.uid, name: order.roblox_username }} /> },
					{ label: texts.amount, value: formatAmount(order.amount) },
					{ label: texts.price, value: formatWhole(order.price) },
					{ label: texts.pass, value: order.pass_id ?? texts.none },
					{ label: texts.requested, value: <ExactTime timeMs={order.created_at} /> },
					{ label: texts.changed, value: <ExactTime timeMs={order.updated_at} /> },
				]}
			/>
			<FactCard
				title={texts.vendor}
				facts={[
					{ label: texts.vendor, value: vendorInWords(order.vendor) },
					{ label: texts.attempts, value: order.attempts },
					{ label: texts.acknowledged, value: order.is_acknowledged ? texts.yes : texts.no },
					{ label: texts.said, value: order.vendor_status ?? texts.none },
					{
						label: texts.refusal,
						value:
							order.refusal === null ? texts.none : <Coded raw={order.refusal} label={refusalInWords(order.refusal)} />,
					},
				]}
			/>
			<FactCard
				title={texts.books}
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
					title={texts.differences}
					facts={order.reviews.map((review) => ({
						key: String(review.id),
						label: differenceInWords(review),
						value: review.resolved_at === null ? <Badge tone="bad">{texts.open}</Badge> : review.note,
					}))}
				/>
			)}
		</div>
	);
}

function ByHand({ payout: { state, taken_by, purchase_reference, reason } }: { payout: AdminManualPayout }) {
	const facts: Fact[] = [{ label: texts.manualState, value: texts.manualStates[state] }];
	if (taken_by) facts.push({ label: texts.takenBy, value: <UserLink user={{ uid: taken_by, name: null }} /> });
	if (purchase_reference) facts.push({ label: texts.purchase, value: purchase_reference });
	if (reason) facts.push({ label: texts.why, value: reason });
	return <FactCard title={texts.byHand} facts={facts} />;
}
