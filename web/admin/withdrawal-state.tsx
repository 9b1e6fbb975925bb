import type { AdminWithdrawalRow } from '../../contract/admin-payouts.ts';
import { Badge, type BadgeTone } from '../ui/badge.tsx';

type State = AdminWithdrawalRow['state'];

const states: Record<State, { label: string; tone: BadgeTone }> = {
	requested: { label: 'Requested', tone: 'plain' },
	sending: { label: 'Sending', tone: 'waiting' },
	unknown: { label: 'Asking the vendor', tone: 'waiting' },
	'needs-review': { label: 'Needs review', tone: 'bad' },
	completed: { label: 'Completed', tone: 'good' },
	failed: { label: 'Failed, refunded', tone: 'plain' },
};

export function WithdrawalState({ state }: { state: State }) {
	const { label, tone } = states[state];
	return <Badge tone={tone}>{label}</Badge>;
}

export function stateInWords(state: State): string {
	return states[state].label;
}
