import type { FraudCase } from '../../../contract/accounts/fraud.ts';
import type { CallPayload } from '../../../contract/calls.ts';
import { CallError } from '../../../contract/errors.ts';
import { REASON_LENGTH_MAX } from '../../../contract/limits.ts';
import { Badge } from '../../ui/basics.tsx';
import type { Bulk } from '../ui/tables/bulk-bar.tsx';
import { type DataColumn, DatedTable } from '../ui/tables/data-table.tsx';
import { TimeAgo, UserLink } from '../ui/values.tsx';
import { useView, ViewTabs } from '../ui/view-tabs.tsx';
import { RetryNotice, useAdminQuery } from '../use-admin-query.tsx';
import { FraudNotes } from './fraud-notes.tsx';
import { signalInWords } from './fraud-words.ts';

function FraudPrecision() {
	const failed = "Couldn't load the confirmation rate.";
	const { data, error, retry } = useAdminQuery('adminGetFraudPrecision', null, { failed });
	if (error && !data) return <RetryNotice error={error} onRetry={retry} />;
	if (!data || data.opened === 0) return null;
	return (
		<p className="mb-4 text-sm text-soft">{`${data.confirmed} of ${data.opened} cases opened in the last ${data.days} days led to a ban or a pause.`}</p>
	);
}

type Action = CallPayload<'adminHandleFraudCases'>['deed'];

const deeds = {
	note: { label: 'Add note', consequence: 'Adds the note to each case. Nothing else changes.' },
	watch: { label: 'Watch', consequence: 'Moves the cases to Watching. Nothing changes for the users.' },
	pause: {
		label: 'Pause withdrawals',
		consequence: "These users can still earn, but can't withdraw until you resume. We notify them with your reason.",
	},
	message: { label: 'Message', consequence: "Sends each user a notification and an email. You can't undo this." },
	close: {
		label: 'Close cases',
		consequence: 'Closes the cases. A case reopens if its score rises. Nothing changes for the users.',
	},
	open: { label: 'Reopen', consequence: 'Moves the cases back to Open.' },
} satisfies Record<Action, { label: string; consequence: string }>;
const labels = { note: 'Note', message: 'Message to the users' } as Partial<Record<Action, string>>;

const actionsIn: Record<FraudCase['state'], readonly Action[]> = {
	open: ['note', 'watch', 'message', 'pause', 'close'],
	watching: ['note', 'open', 'message', 'pause', 'close'],
	closed: ['note', 'open'],
};

function fraudBulk(state: FraudCase['state']): Bulk<FraudCase> {
	return {
		noun: ['case', 'cases'],
		nameOf: ({ name, uid }) => name ?? uid,
		actions: actionsIn[state].map((deed) => ({
			label: deeds[deed].label,
			needs: 'handle-fraud',
			consequence: () => deeds[deed].consequence,
			...(labels[deed] && { reason: { label: labels[deed], maxLength: REASON_LENGTH_MAX } }),
			reasonHint: deed === 'pause' || deed === 'message' ? 'The users see this.' : 'Added as a note to each case.',
			async each({ uid }, { call, reason }) {
				const { refused } = await call('adminHandleFraudCases', { uids: [uid], deed, reason });
				if (refused[0]) throw new CallError('failed-precondition', refused[0]);
			},
		})),
	};
}

const empty = { open: 'No open cases.', watching: "You're not watching any cases.", closed: 'No closed cases.' };

const views = { open: 'Open', watching: 'Watching', closed: 'Closed' };

export default function FraudPage() {
	const state = useView(views);
	return (
		<>
			<FraudPrecision />
			<ViewTabs label="Cases" views={views} shown={state} />
			<DatedTable
				key={state}
				call="adminGetFraudCases"
				filter={{ state }}
				columns={caseColumns}
				bulk={fraudBulk(state)}
				texts={{ caption: 'Cases', failed: "Couldn't load cases.", empty: empty[state] }}
			/>
		</>
	);
}

const caseColumns: DataColumn<FraudCase>[] = [
	{ title: 'User', cell: ({ uid, name }) => <UserLink user={{ uid, name }} /> },
	{ title: 'Score', isNumber: true, cell: ({ score }) => score },
	{
		title: 'Signals',
		cell: ({ signals }) => (
			<ul className="text-start">
				{signals.map((signal) => (
					<li key={signal.signal}>
						{signalInWords(signal)} <span className="text-soft">+{signal.points}</span>
					</li>
				))}
			</ul>
		),
	},
	{
		title: 'Account status',
		cell: ({ banned, paused }) =>
			(banned || paused) && (
				<>
					{banned && <Badge tone="bad">Banned</Badge>}
					{paused && <Badge tone="waiting">Paused</Badge>}
				</>
			),
	},
	{ title: 'Opened', cell: ({ opened_at }) => <TimeAgo timeMs={opened_at} /> },
	{ title: 'Notes', cell: ({ uid, notes }) => notes > 0 && <FraudNotes uid={uid} count={notes} /> },
];
