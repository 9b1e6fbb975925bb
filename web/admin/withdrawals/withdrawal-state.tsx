import type { AdminWithdrawalRow } from '../../../contract/withdrawals/staff-withdrawals.ts';
import { Badge, type BadgeTone } from '../../ui/basics.tsx';

type State = AdminWithdrawalRow['state'];

const states: Record<State, { label: string; tone: BadgeTone }> = {
	requested: { label: 'Requested', tone: 'plain' },
	screening: { label: 'On hold', tone: 'waiting' },
	sending: { label: 'Sending', tone: 'waiting' },
	unknown: { label: 'Checking with vendor', tone: 'waiting' },
	'needs-review': { label: 'Needs review', tone: 'bad' },
	completed: { label: 'Completed', tone: 'good' },
	failed: { label: 'Failed, refunded', tone: 'plain' },
};

const byHand = { label: 'Manual payout', tone: 'waiting' } as const;

export function WithdrawalState({ state, vendor }: { state: State; vendor: string }) {
	const { label, tone } = state === 'unknown' && vendor === 'manual' ? byHand : states[state];
	return <Badge tone={tone}>{label}</Badge>;
}

export const stateInWords = (state: State): string => states[state].label;
