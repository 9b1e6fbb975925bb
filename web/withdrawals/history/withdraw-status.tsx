import type { WithdrawalStatus } from '../../../contract/withdrawals/withdrawals.ts';
import { m } from '../../texts/messages.js';
import { Badge, type BadgeTone } from '../../ui/basics.tsx';

const tones: Record<WithdrawalStatus, BadgeTone> = {
	Pending: 'waiting',
	Processing: 'waiting',
	Completed: 'good',
	Failed: 'bad',
};

const names: Record<WithdrawalStatus, string> = {
	Pending: m.withdraw_status_pending(),
	Processing: m.withdraw_status_processing(),
	Completed: m.withdraw_status_completed(),
	Failed: m.withdraw_status_failed(),
};

export function WithdrawStatus({ status }: { status: WithdrawalStatus }) {
	return <Badge tone={tones[status] ?? 'plain'}>{names[status] ?? status}</Badge>;
}
