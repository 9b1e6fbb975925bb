import type { Proposal } from '../../../contract/admin/proposals.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import { words } from '../../lib/format/branding.ts';
import { ActionButton } from '../ui/actions/action-dialog.tsx';
import { formatAmount } from '../ui/amount.ts';
import { ExactTime } from '../ui/exact-time.tsx';
import { CallTable } from '../ui/tables/call-table.tsx';
import type { DataColumn } from '../ui/tables/data-table.tsx';
import { byTime, type OrderedTimes } from '../ui/tables/date-range.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { UserLink } from '../ui/user-link.tsx';

const texts = {
	caption: 'Proposals that wait for a second person',
	proposed: 'Proposed',
	by: 'By',
	what: 'What is to be done',
	about: 'About:',
	atMost: (amount: string) => `At most ${amount}`,
	lapses: 'Lapses',
	act: 'Action',
	empty: 'Nothing else waits for a second person.',
	failed: 'The proposals could not be read.',
	never: 'Never',
	approve: 'Approve',
	approveConsequence: 'It is done at once, as you would do it yourself. Both of you are on record.',
	approved: 'It is done.',
	refuse: 'Refuse',
	refuseConsequence: 'Nothing is done, and the proposal is over.',
	refused: 'The proposal is refused.',
	withdraw: 'Take back',
	withdrawn: 'The proposal is taken back.',
	calls: {
		adminBanUser: 'Ban',
		adminUnbanUser: 'Unban',
		adminPauseUser: 'Pause withdrawals',
		adminResumeUser: 'Resume withdrawals',
		adminEndSessions: 'End sessions',
		adminForgiveChargebacks: 'Reset chargebacks',
		adminDeleteUser: 'Delete account',
		adminAdjustBalance: 'Adjust balance',
		adminCreatePromoCode: 'New promo code',
		adminSaveOfferwall: 'Add or change an offerwall',
		adminChangeOfferwall: 'Switch an offerwall on',
		adminSetRate: 'Set the rate of a wall',
		adminSetBoost: 'Set a boost of a wall',
		adminSetWindDown: 'Announce the end of the service or move its date',
		adminInviteStaff: 'Invite to the staff',
		adminChangeStaffRole: 'Change role',
		adminRemoveStaff: 'Remove from the staff',
	} as Readonly<Record<string, string>>,
	fields: {
		wall_id: 'wall',
		entry: 'all of it',
		takes_two: 'new or changed',
		new_secrets: 'new secrets',
		rate: `${words.currencySign} for $1`,
		percent: 'percent on top',
		ends_at: 'withdrawals until',
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

/** Adjustments and settlements have lists of their own. */
export function WaitingProposals({ times, order }: OrderedTimes) {
	const filter = { state: 'waiting', kind: 'call', ...times } as const;
	return <CallTable call="adminGetProposals" filter={filter} columns={columns} order={order} texts={texts} />;
}

function What({ proposal: { call, input, uid, user_name, amount, reason } }: { proposal: Proposal }) {
	const { uid: _, reason: __, requestId: ___, ...rest } = input;
	const details = Object.entries(rest).filter(([, value]) => value !== null && value !== '');
	return (
		<>
			<strong>{texts.calls[call] ?? call}</strong>
			{uid !== null && (
				<span className="block">
					{texts.about} <UserLink user={{ uid, name: user_name }} />
				</span>
			)}
			{amount !== null && <span className="block">{texts.atMost(formatAmount(amount))}</span>}
			{details.length > 0 && (
				<span className="block text-soft">
					{details.map(([name, value]) => `${texts.fields[name] ?? name}: ${inWords(name, value)}`).join(', ')}
				</span>
			)}
			{reason !== null && <span className="block text-soft">{reason}</span>}
		</>
	);
}

/** A date by what its field is called: on the wire it is a number like any other. */
const times = new Set(['ends_at', 'from', 'until', 'startsAt', 'endsAt']);

function inWords(name: string, value: unknown): string {
	if (times.has(name) && typeof value === 'number') return new Date(value).toLocaleString('en');
	if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(' and ');
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
