import type { PostbackRow } from '../../../contract/offerwalls/callbacks.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { ActionButton } from '../ui/actions/action-dialog.tsx';
import { formatAmount } from '../ui/amount.ts';
import { Coded } from '../ui/coded.tsx';
import { ExactTime } from '../ui/exact-time.tsx';
import type { DataColumn } from '../ui/tables/data-table.tsx';
import { outcomeInWords } from './outcome-words.ts';

const texts = {
	time: 'Time',
	wall: 'Offerwall',
	outcome: 'Outcome',
	booked: 'Booked',
	request: 'Request',
	action: 'Action',
	replay: 'Replay',
	replayTitle: 'Replay this postback',
	replayConsequence: "Processes the postback again with the offerwall's current settings. Nothing is booked twice.",
	replayed: (outcome: string) => `Postback replayed. Outcome: ${outcomeInWords(outcome)}.`,
};

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
	{ title: texts.time, cell: ({ at }) => <ExactTime timeMs={at} /> },
	{ title: texts.wall, cell: ({ wall }) => wall },
	{
		title: texts.outcome,
		cell: ({ outcome, why }) => (
			<>
				<Badge tone={tones[outcome] ?? 'plain'}>
					<Coded raw={outcome} label={outcomeInWords(outcome)} />
				</Badge>
				{why && <span className="mt-1 block text-xs text-soft first-letter:uppercase">{why}</span>}
			</>
		),
	},
	{ title: texts.booked, isNumber: true, cell: ({ booked }) => booked && formatAmount(booked.amount) },
	{
		title: texts.request,
		cell: ({ request }) => <span className="block max-w-prose font-mono text-xs md:min-w-52">{request}</span>,
	},
	{ title: texts.action, cell: ({ id, canReplay }) => canReplay && <Replay id={id} /> },
];

function Replay({ id }: { id: string }) {
	const call = useCall();
	return (
		<ActionButton
			needs="replay-callbacks"
			label={texts.replay}
			title={texts.replayTitle}
			consequence={texts.replayConsequence}
			run={async ({ reason }) => texts.replayed((await call('adminReplayCallback', { id, reason })).outcome)}
		/>
	);
}
