import type { FraudCase } from '../../../contract/admin/fraud.ts';
import type { CallPayload } from '../../../contract/calls.ts';
import { REASON_LENGTH_MAX } from '../../../contract/limits.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import { ActionButton } from '../ui/actions/action-dialog.tsx';
import { AdminButton } from '../ui/admin-button.tsx';

type Action = CallPayload<'adminHandleFraudCases'>['deed'];

const texts = {
	group: 'What to do with the chosen cases',
	none: 'Choose cases to handle them together.',
	chooseAll: 'Choose all that are shown',
	chosen: (count: number) => (count === 1 ? '1 case chosen' : `${count} cases chosen`),
	deeds: {
		note: { label: 'Add a note', consequence: 'The note is kept with each case; nothing else changes.' },
		watch: { label: 'Watch', consequence: 'The cases are kept apart. Nothing changes for the users.' },
		pause: {
			label: 'Pause withdrawals',
			consequence: 'These users can still earn, but not withdraw until you resume. They are told, with your reason.',
		},
		message: {
			label: 'Message',
			consequence: 'Each of them reads it in the app and in a mail. It cannot be taken back.',
		},
		close: {
			label: 'Close cases',
			consequence: 'The cases leave the list. One comes back if its score rises. Nothing changes for the users.',
		},
		open: { label: 'Open again', consequence: 'The cases are on the list again.' },
	} satisfies Record<Action, { label: string; consequence: string }>,
	labels: { note: 'Note', message: 'Message to the users' } as Partial<Record<Action, string>>,
	shown: 'The users are shown this sentence.',
	kept: 'Kept as a note of each case.',
	result: (done: number, refused: readonly string[]) =>
		[`Done with ${done}.`, ...refused.map((message) => `Refused: ${message}`)].join(' '),
};

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
	const call = useCall();
	return (
		<fieldset className="mb-4 flex min-h-11 flex-wrap items-center gap-2">
			<legend className="sr-only">{texts.group}</legend>
			<span role="status" className="mr-2 text-sm text-soft">
				{uids.length === 0 ? texts.none : texts.chosen(uids.length)}
			</span>
			{uids.length === 0 && onChooseAll && <AdminButton onClick={onChooseAll}>{texts.chooseAll}</AdminButton>}
			{uids.length > 0 &&
				actionsIn[state].map((deed) => {
					const { label, consequence } = texts.deeds[deed];
					return (
						<ActionButton
							needs="handle-fraud"
							key={deed}
							label={label}
							title={`${label}: ${texts.chosen(uids.length)}`}
							consequence={consequence}
							{...(texts.labels[deed] && { reason: { label: texts.labels[deed], maxLength: REASON_LENGTH_MAX } })}
							reasonHint={deed === 'pause' || deed === 'message' ? texts.shown : texts.kept}
							run={async ({ reason }) => {
								const { done, refused } = await call('adminHandleFraudCases', {
									uids: uids.slice(0, 100),
									deed,
									reason,
								});
								return texts.result(
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
