import type { WithdrawalStatus } from '../../../contract/withdrawals/withdrawals.ts';
import { language } from '../../lib/format/formats.ts';
import { useAge } from '../../lib/format/use-age.ts';
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

const moment = { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const;

export function ScreenedUntil({ untilMs }: { untilMs: number }) {
	const isLate = useAge(untilMs) >= 0;
	const time = new Date(untilMs).toLocaleString(language, moment);
	return isLate ? m.withdraw_check_takes_longer() : m.withdraw_being_checked_until({ time });
}
