import type { Proposal } from '../../../contract/admin/proposals.ts';
import { words } from '../../lib/format/formats.ts';
import { DecisionButtons } from '../ui/actions/decision-buttons.tsx';
import { idInWords, timeInWords } from '../ui/in-words.ts';
import { CallTable, type DataColumn, FilterBar } from '../ui/tables/data-table.tsx';
import { byTime, useTimeList } from '../ui/tables/date-range.tsx';
import { ExactTime, formatAmount, TimeAgo, UserLink, WithdrawalLink } from '../ui/values.tsx';
import { AdjustmentActions } from '../users/adjustment-actions.tsx';
import { outcomeInWords, SettlementActions } from '../withdrawals/settlement-actions.tsx';

const texts = {
	caption: 'Proposals waiting for approval',
	empty: 'No requests are waiting for approval.',
	failed: "Couldn't load proposals.",
	fields: {
		id: 'Offerwall',
		wall_id: 'Offerwall',
		entry: 'Settings',
		takes_two: 'Needs approval',
		rate: `${words.currencySign} per $1`,
		percent: 'Boost in %',
		usesMax: 'Total uses',
	} as Readonly<Record<string, string>>,
};

const columns: DataColumn<Proposal>[] = [
	{ title: 'Proposed', orders: byTime, cell: ({ proposed_at }) => <TimeAgo timeMs={proposed_at} /> },
	{
		title: 'By',
		cell: ({ proposed_by, proposer_name }) => <UserLink user={{ uid: proposed_by, name: proposer_name }} />,
	},
	{ title: 'Request', cell: (proposal) => <What proposal={proposal} /> },
	{ title: 'Expires', cell: ({ expires_at }) => (expires_at === null ? 'Never' : <ExactTime timeMs={expires_at} />) },
	{ title: 'Action', cell: (proposal) => <ProposalActions proposal={proposal} /> },
];

export function WaitingProposals() {
	const { bar, fields, times, order } = useTimeList();
	const filter = { state: 'waiting', ...times } as const;
	return (
		<>
			<FilterBar {...bar}>{fields}</FilterBar>
			<CallTable call="adminGetProposals" filter={filter} columns={columns} order={order} texts={texts} />
		</>
	);
}

function What({ proposal }: { proposal: Proposal }) {
	const { kind, title, input, uid, user_name, order_id, amount, reason } = proposal;
	const { uid: _, reason: __, requestId: ___, amount: given, orderId: ____, outcome, ...others } = input;
	const rest = kind === 'call' ? { amount: given, outcome, ...others } : others;
	const moved = amount === null ? '' : formatAmount(amount);
	const details = Object.entries(rest).filter(([, value]) => value != null && value !== '');
	return (
		<>
			<strong>{title}</strong>
			{uid !== null && (
				<span className="block">
					User: <UserLink user={{ uid, name: user_name }} />
				</span>
			)}
			{order_id !== null && (
				<span className="block">
					<WithdrawalLink orderId={order_id} /> {outcomeInWords(outcome as 'paid' | 'refunded', moved)}
				</span>
			)}
			{moved && order_id === null && <span className="block">{kind === 'call' ? `Up to ${moved}` : moved}</span>}
			{details.length > 0 && (
				<span className="block text-soft">
					{details
						.map(([name, value]) => `${texts.fields[name] ?? idInWords(name)}: ${inWords(name, value)}`)
						.join(' · ')}
				</span>
			)}
			{reason !== null && <span className="block text-soft">{reason}</span>}
		</>
	);
}

function inWords(name: string, value: unknown): string {
	const time = timeInWords(name, value);
	if (time !== undefined) return time;
	if (typeof value === 'boolean') return value ? 'yes' : 'no';
	if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(', ');
	if (typeof value !== 'object' || value === null) return String(value);
	const parts = Object.entries(value).map(([part, each]) => `${part} ${inWords(part, each)}`);
	return parts.join('; ');
}

function ProposalActions({ proposal }: { proposal: Proposal }) {
	const { kind, id, uid, order_id, amount, input, is_own, is_allowed } = proposal;
	const refusal = is_own ? 'withdraw' : 'refuse';
	if (!is_own && !is_allowed) return null;
	if (kind === 'adjustment') {
		return <AdjustmentActions adjustment={{ ...proposal, uid: uid ?? '', amount: amount ?? 0 }} />;
	}
	if (kind === 'settlement') {
		const settlement = { ...proposal, order_id: order_id ?? '', outcome: input.outcome as 'paid' | 'refunded' };
		return <SettlementActions settlement={settlement} amount={formatAmount(amount ?? 0)} />;
	}
	return (
		<DecisionButtons
			proposal={proposal}
			needs="decide-proposals"
			approval={{
				consequence: 'The change takes effect immediately. The log names both of you.',
				done: 'Approved and applied.',
			}}
			decide={({ call, reason }, isApproved) =>
				call('adminDecideProposal', { id, decision: isApproved ? 'approve' : refusal, reason })
			}
		/>
	);
}
