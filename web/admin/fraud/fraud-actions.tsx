import type { FraudCase } from '../../../contract/accounts/fraud.ts';
import type { CallPayload } from '../../../contract/calls.ts';
import { REASON_LENGTH_MAX } from '../../../contract/limits.ts';
import { ActionButton } from '../ui/actions/action-dialog.tsx';
import { AdminButton } from '../ui/admin-button.tsx';

type Action = CallPayload<'adminHandleFraudCases'>['deed'];

const chosenText = (count: number) => (count === 1 ? '1 case selected' : `${count} cases selected`);
const deeds = {
	note: { label: 'Add note', consequence: 'Adds the note to each case. Nothing else changes.' },
	watch: { label: 'Watch', consequence: 'Moves the cases to Watching. Nothing changes for the users.' },
	pause: {
		label: 'Pause withdrawals',
		consequence: "These users can still earn, but can't withdraw until you resume. We notify them with your reason.",
	},
	message: {
		label: 'Message',
		consequence: "Sends each user a notification and an email. You can't undo this.",
	},
	close: {
		label: 'Close cases',
		consequence: 'Closes the cases. A case reopens if its score rises. Nothing changes for the users.',
	},
	open: { label: 'Reopen', consequence: 'Moves the cases back to Open.' },
} satisfies Record<Action, { label: string; consequence: string }>;
const labels = { note: 'Note', message: 'Message to the users' } as Partial<Record<Action, string>>;
const resultText = (done: number, refused: readonly string[]) =>
	[`Done for ${done === 1 ? '1 case' : `${done} cases`}.`, ...refused.map((message) => `Failed: ${message}`)].join(' ');

const actionsIn: Record<FraudCase['state'], readonly Action[]> = {
	open: ['note', 'watch', 'message', 'pause', 'close'],
	watching: ['note', 'open', 'message', 'pause', 'close'],
	closed: ['note', 'open'],
};

type FraudActionsProps = {
	uids: readonly string[];
	state: FraudCase['state'];
	onChooseAll: (() => void) | undefined;
};

export function FraudActions({ uids, state, onChooseAll }: FraudActionsProps) {
	return (
		<fieldset className="mb-4 flex min-h-11 flex-wrap items-center gap-2">
			<legend className="sr-only">Actions for selected cases</legend>
			<span role="status" className="me-2 text-sm text-soft">
				{uids.length === 0 ? 'Select cases to act on them together.' : chosenText(uids.length)}
			</span>
			{uids.length === 0 && onChooseAll && <AdminButton onClick={onChooseAll}>Select all shown</AdminButton>}
			{uids.length > 0 &&
				actionsIn[state].map((action) => {
					const { label, consequence } = deeds[action];
					return (
						<ActionButton
							needs="handle-fraud"
							key={action}
							label={label}
							title={`${label}: ${chosenText(uids.length)}`}
							consequence={consequence}
							{...(labels[action] && { reason: { label: labels[action], maxLength: REASON_LENGTH_MAX } })}
							reasonHint={
								action === 'pause' || action === 'message' ? 'The users see this.' : 'Added as a note to each case.'
							}
							run={async ({ reason, call }) => {
								const { done, refused } = await call('adminHandleFraudCases', {
									uids: uids.slice(0, 100),
									deed: action,
									reason,
								});
								return resultText(
									done,
									refused.map(({ message }) => message),
								);
							}}
						/>
					);
				})}
		</fieldset>
	);
}
