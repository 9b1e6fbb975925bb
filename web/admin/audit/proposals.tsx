import type { Proposal } from '../../../contract/admin/proposals.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import { words } from '../../lib/format/branding.ts';
import { ActionButton } from '../ui/actions/action-dialog.tsx';
import { formatAmount } from '../ui/amount.ts';
import { ExactTime } from '../ui/exact-time.tsx';
import { idInWords, timeInWords } from '../ui/in-words.ts';
import { CallTable } from '../ui/tables/call-table.tsx';
import type { DataColumn } from '../ui/tables/data-table.tsx';
import { byTime, type OrderedTimes } from '../ui/tables/date-range.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { UserLink } from '../ui/user-link.tsx';

const texts = {
	caption: 'Proposals waiting for approval',
	proposed: 'Proposed',
	by: 'By',
	what: 'Request',
	about: 'User:',
	atMost: (amount: string) => `Up to ${amount}`,
	lapses: 'Expires',
	act: 'Action',
	empty: 'No other requests are waiting for approval.',
	failed: "Couldn't load proposals.",
	never: 'Never',
	yes: 'yes',
	no: 'no',
	approve: 'Approve',
	approveConsequence: 'The change takes effect immediately. The log names both of you.',
	approved: 'Approved and applied.',
	refuse: 'Reject',
	refuseConsequence: 'This closes the proposal. Nothing changes.',
	refused: 'Proposal rejected.',
	withdraw: 'Withdraw proposal',
	withdrawn: 'Proposal withdrawn.',
	fields: {
		id: 'Offerwall',
		wall_id: 'Offerwall',
		entry: 'Settings',
		takes_two: 'Needs approval',
		enabled: 'Turned on',
		rate: `${words.currencySign} per $1`,
		percent: 'Boost in %',
		usesMax: 'Total uses',
		perUser: 'Uses per user',
		startsAt: 'Start',
		endsAt: 'End',
	} as Readonly<Record<string, string>>,
};

const columns: DataColumn<Proposal>[] = [
	{ title: texts.proposed, orders: byTime, cell: ({ proposed_at }) => <TimeAgo timeMs={proposed_at} /> },
	{
		title: texts.by,
		cell: ({ proposed_by, proposer_name }) => <UserLink user={{ uid: proposed_by, name: proposer_name }} />,
	},
	{ title: texts.what, cell: (proposal) => <What proposal={proposal} /> },
	{
		title: texts.lapses,
		cell: ({ expires_at }) => (expires_at === null ? texts.never : <ExactTime timeMs={expires_at} />),
	},
	{ title: texts.act, cell: (proposal) => <ProposalActions proposal={proposal} /> },
];

export function WaitingProposals({ times, order }: OrderedTimes) {
	const filter = { state: 'waiting', kind: 'call', ...times } as const;
	return <CallTable call="adminGetProposals" filter={filter} columns={columns} order={order} texts={texts} />;
}

function What({ proposal: { title, input, uid, user_name, amount, reason } }: { proposal: Proposal }) {
	const { uid: _, reason: __, requestId: ___, ...rest } = input;
	const details = Object.entries(rest).filter(([, value]) => value !== null && value !== '');
	return (
		<>
			<strong>{title}</strong>
			{uid !== null && (
				<span className="block">
					{texts.about} <UserLink user={{ uid, name: user_name }} />
				</span>
			)}
			{amount !== null && <span className="block">{texts.atMost(formatAmount(amount))}</span>}
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
	if (typeof value === 'boolean') return value ? texts.yes : texts.no;
	if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(', ');
	if (typeof value !== 'object' || value === null) return String(value);
	const parts = Object.entries(value).map(([part, each]) => `${part} ${inWords(part, each)}`);
	return parts.join('; ');
}

function ProposalActions({ proposal: { id, is_own, is_allowed } }: { proposal: Proposal }) {
	const call = useCall();
	const decide = (decision: 'approve' | 'refuse' | 'withdraw', reason: string) =>
		call('adminDecideProposal', { id, decision, reason });
	if (is_own) {
		return (
			<ActionButton
				label={texts.withdraw}
				consequence={texts.refuseConsequence}
				done={texts.withdrawn}
				run={({ reason }) => decide('withdraw', reason)}
			/>
		);
	}
	if (!is_allowed) return null;
	return (
		<div className="flex flex-wrap gap-2 max-md:justify-end">
			<ActionButton
				label={texts.approve}
				consequence={texts.approveConsequence}
				done={texts.approved}
				run={({ reason }) => decide('approve', reason)}
			/>
			<ActionButton
				label={texts.refuse}
				tone="danger"
				consequence={texts.refuseConsequence}
				done={texts.refused}
				run={({ reason }) => decide('refuse', reason)}
			/>
		</div>
	);
}
