import type { FraudCase } from '../../../contract/accounts/fraud.ts';
import type { CallPayload } from '../../../contract/calls.ts';
import { CallError } from '../../../contract/errors.ts';
import { REASON_LENGTH_MAX } from '../../../contract/limits.ts';
import type { Bulk } from '../ui/tables/bulk-bar.tsx';

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

export function fraudBulk(state: FraudCase['state']): Bulk<FraudCase> {
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
