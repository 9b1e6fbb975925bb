import type { CallResult } from '../../contract/calls.ts';
import { formatAmount, formatWhole } from '../lib/amount.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { AdminHeading } from './admin-heading.tsx';
import type { AdminPageProps } from './admin-pages.route.tsx';
import { type DataColumn, DataTable } from './data-table.tsx';
import { ExactTime } from './exact-time.tsx';
import { FactCard } from './fact-list.tsx';
import { kindInWords } from './ledger-words.ts';
import { RetryNotice } from './retry-notice.tsx';
import { useAdminQuery } from './use-admin-query.ts';
import { UserLink } from './user-link.tsx';
import { ValueList } from './value-list.tsx';
import { WithdrawalDeeds } from './withdrawal-deeds.tsx';
import { WithdrawalState } from './withdrawal-state.tsx';

const texts = {
	failed: 'The withdrawal could not be read.',
	order: 'Order',
	who: 'User',
	amount: 'They receive',
	price: 'Pass price',
	vendor: 'Vendor',
	said: 'The vendor said',
	refusal: 'Why it stopped',
	attempts: 'Attempts',
	acknowledged: 'The vendor showed that it has it',
	yes: 'Yes',
	no: 'No',
	requested: 'Requested',
	changed: 'Last change',
	pass: 'Pass',
	books: 'In the books',
	evidence: 'Evidence',
	time: 'Time',
	kind: 'What',
	times: 'Times',
	details: 'Details',
	empty: 'Nothing happened yet.',
	none: 'Nothing',
};

type Withdrawal = CallResult<'adminGetWithdrawal'>;

/** One withdrawal with all that is known of its way, and what a person may do about it. */
export default function WithdrawalPage({ heading, params: { orderId = '' } }: AdminPageProps) {
	const { data: order, error, retry } = useAdminQuery('adminGetWithdrawal', { orderId }, texts);
	return (
		<>
			<AdminHeading
				lead={<span className="font-mono text-xs select-all">{orderId}</span>}
				actions={order && <WithdrawalState state={order.state} />}
			>
				{heading}
			</AdminHeading>
			{error && <RetryNotice error={error} onRetry={retry} />}
			{!order && !error && <Skeleton className="h-64 w-full" />}
			{order && (
				<>
					<WithdrawalDeeds orderId={order.order_id} amount={order.amount} deeds={order.deeds} />
					<Facts order={order} />
					<h2 className="mb-3 font-bold">{texts.evidence}</h2>
					<DataTable
						caption={texts.evidence}
						columns={columns}
						rows={order.events.map((event, index) => ({ ...event, index }))}
						keyOf={({ index }) => String(index)}
						emptyText={texts.empty}
					/>
				</>
			)}
		</>
	);
}

const columns: DataColumn<Withdrawal['events'][number] & { index: number }>[] = [
	{ title: texts.time, cell: ({ at }) => <ExactTime timeMs={at} /> },
	{ title: texts.kind, cell: ({ kind }) => <span className="whitespace-nowrap">{kind}</span> },
	{ title: texts.times, isNumber: true, cell: ({ times }) => times },
	{ title: texts.details, cell: ({ details }) => <ValueList value={details} /> },
];

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
					{ label: texts.vendor, value: order.vendor },
					{ label: texts.attempts, value: order.attempts },
					{ label: texts.acknowledged, value: order.is_acknowledged ? texts.yes : texts.no },
					{ label: texts.said, value: order.vendor_status ?? texts.none },
					{ label: texts.refusal, value: order.refusal ?? texts.none },
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
		</div>
	);
}
