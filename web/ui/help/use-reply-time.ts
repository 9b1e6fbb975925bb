import { useCallRequest } from '../../lib/calls/use-request.ts';
import { m } from '../../texts/messages.js';

const HOURS_A_DAY = 24;
const HOURS_SHOWN_MAX = 48;

/** Without enough figures, claims get no promise. */
export function useReplyTime(of: 'reply_hours' | 'claim_hours' = 'reply_hours'): string {
	const hours = useCallRequest('getPublicStatus', null).answer?.[of] ?? undefined;
	if (hours === undefined) return of === 'claim_hours' ? '' : m.threads_reply_soon();
	if (hours <= HOURS_SHOWN_MAX) return m.threads_reply_hours({ count: hours });
	return m.threads_reply_days({ count: Math.ceil(hours / HOURS_A_DAY) });
}
