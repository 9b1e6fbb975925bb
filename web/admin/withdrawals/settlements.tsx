import type { AdminSettlement, WaitingSettlement } from '../../../contract/withdrawals/payout-reviews.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { formatAmount } from '../ui/amount.ts';
import { type DataColumn, DataTable } from '../ui/tables/data-table.tsx';
import { byTime, listedBy, type OrderedTimes } from '../ui/tables/date-range.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { UserLink, WithdrawalLink } from '../ui/user-link.tsx';
import { useAdminQuery } from '../use-admin-query.ts';
import { outcomeInWords, SettlementActions } from './settlement-actions.tsx';

const texts = {
	caption: 'Settlements waiting for approval',
	proposed: 'Proposed',
	by: 'By',
	order: 'Order',
	whom: 'User',
	outcome: 'Proposed outcome',
	why: 'Reason',
	proof: 'Proof',
	act: 'Action',
	empty: 'No settlements are waiting for approval.',
	failed: "Couldn't load settlements.",
	title: 'Settlement by two admins',
	byYou: 'Proposed by you',
	byAnother: 'Proposed by another admin',
	proofIs: (proof: string) => `Proof: ${proof}`,
	states: {
		waiting: { label: 'Needs approval', tone: 'waiting' },
		settled: { label: 'Approved', tone: 'good' },
		refused: { label: 'Rejected or withdrawn', tone: 'plain' },
		overtaken: { label: 'Decided by the vendor', tone: 'plain' },
	} satisfies Record<AdminSettlement['state'], { label: string; tone: BadgeTone }>,
};

const columns: DataColumn<WaitingSettlement>[] = [
	{ title: texts.proposed, orders: byTime, cell: ({ proposed_at }) => <TimeAgo timeMs={proposed_at} /> },
	{
		title: texts.by,
		cell: ({ proposed_by, proposer_name }) => <UserLink user={{ uid: proposed_by, name: proposer_name }} />,
	},
	{ title: texts.order, cell: ({ order_id }) => <WithdrawalLink orderId={order_id} /> },
	{ title: texts.whom, cell: ({ uid, user_name }) => <UserLink user={{ uid, name: user_name }} /> },
	{ title: texts.outcome, cell: ({ outcome, amount }) => outcomeInWords(outcome, formatAmount(amount)) },
	{ title: texts.why, cell: ({ reason }) => reason },
	{ title: texts.proof, cell: ({ proof }) => proof },
	{
		title: texts.act,
		cell: (settlement) => <SettlementActions settlement={settlement} amount={formatAmount(settlement.amount)} />,
	},
];

export function WaitingSettlements({ times, order }: OrderedTimes) {
	const { data, error, retry } = useAdminQuery('adminGetSettlements', null, texts);
	const rows = listedBy(data, ({ proposed_at }) => proposed_at, times, order);
	return <DataTable columns={columns} rows={rows} order={order} texts={texts} error={error} onRetry={retry} />;
}

export function SettlementsOf({ settlements, amount }: { settlements: readonly AdminSettlement[]; amount: number }) {
	return (
		<section className="mb-6 rounded-card border border-line bg-card p-5 raised">
			<h2 className="mb-3 font-bold">{texts.title}</h2>
			<ul className="grid gap-4">
				{settlements.map((settlement) => (
					<li key={settlement.id} className="flex flex-wrap items-center justify-between gap-3">
						<Proposal settlement={settlement} amount={formatAmount(amount)} />
						{settlement.state === 'waiting' && (
							<SettlementActions settlement={settlement} amount={formatAmount(amount)} />
						)}
					</li>
				))}
			</ul>
		</section>
	);
}

function Proposal({ settlement, amount }: { settlement: AdminSettlement; amount: string }) {
	const { outcome, reason, proof, state, is_own, proposed_at } = settlement;
	const { label, tone } = texts.states[state];
	return (
		<div className="min-w-0 text-sm [overflow-wrap:anywhere]">
			<p>
				<strong>{outcomeInWords(outcome, amount)}</strong> · {reason}
			</p>
			{proof && <p>{texts.proofIs(proof)}</p>}
			<p className="mt-1 flex flex-wrap items-center gap-2 text-soft">
				<Badge tone={tone}>{label}</Badge>
				<span>
					{is_own ? texts.byYou : texts.byAnother} <TimeAgo timeMs={proposed_at} />
				</span>
			</p>
		</div>
	);
}
