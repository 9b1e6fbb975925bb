import type { PostbackRow } from '../../../contract/offerwalls/callbacks.ts';
import { Badge, type BadgeTone } from '../../ui/basics.tsx';
import { ActionButton } from '../ui/forms.tsx';
import type { DataColumn } from '../ui/tables/data-table.tsx';
import { Coded, ExactTime, formatAmount } from '../ui/values.tsx';
import { outcomeInWords } from './outcome-words.ts';

const replayedText = (outcome: string) => `Postback replayed. Outcome: ${outcomeInWords(outcome)}.`;

const tones: Partial<Record<string, BadgeTone>> = {
	booked: 'good',
	replayed: 'good',
	held: 'good',
	'bad-signature': 'bad',
	forbidden: 'bad',
	malformed: 'bad',
	'not-understood': 'bad',
	conflict: 'bad',
	'unknown-user': 'waiting',
	'switched-off': 'waiting',
	waiting: 'waiting',
	capped: 'waiting',
};

export const postbackColumns: DataColumn<PostbackRow>[] = [
	{ title: 'Time', cell: ({ at }) => <ExactTime timeMs={at} /> },
	{ title: 'Offerwall', cell: ({ wall }) => wall },
	{
		title: 'Outcome',
		cell: ({ outcome, why }) => (
			<>
				<Badge tone={tones[outcome] ?? 'plain'}>
					<Coded raw={outcome} label={outcomeInWords(outcome)} />
				</Badge>
				{why && <span className="mt-1 block text-xs text-soft first-letter:uppercase">{why}</span>}
			</>
		),
	},
	{ title: 'Booked', isNumber: true, cell: ({ booked }) => booked && formatAmount(booked.amount) },
	{
		title: 'Request',
		cell: ({ request }) => <span className="block max-w-prose font-mono text-xs md:min-w-24">{request}</span>,
	},
	{ title: 'Action', cell: ({ id, canReplay }) => canReplay && <Replay id={id} /> },
];

function Replay({ id }: { id: string }) {
	return (
		<ActionButton
			needs="replay-callbacks"
			label="Replay"
			title="Replay this postback"
			consequence="Processes the postback again with the offerwall's current settings. Nothing is booked twice."
			run={async ({ reason, call }) => replayedText((await call('adminReplayCallback', { id, reason })).outcome)}
		/>
	);
}
