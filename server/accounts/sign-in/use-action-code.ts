import type { Clock } from '../../lib/clock.ts';
import type { Tx } from '../../lib/db/database.ts';
import type { LinkPurpose } from '../../notifications/send-ordered-mail.ts';
import { type ActionCode, consumeActionCode, isExpiredActionCode } from '../account-store.ts';
import { authError } from '../auth-error.ts';
import { hashCode } from './one-time-code.ts';

/** Uses up a mailed code; of any number at once one goes on. @throws authError `expired-action-code`, `invalid-action-code`. */
export async function useActionCode(
	tx: Tx,
	{ clock, code, purposes }: { clock: Clock; code: unknown; purposes: readonly LinkPurpose[] },
): Promise<ActionCode> {
	const hash = hashCode(code);
	if (!hash) throw authError('invalid-action-code');
	const used = await consumeActionCode(tx, { hash, purposes, nowMs: clock.now() });
	if (used) return used;
	throw authError((await isExpiredActionCode(tx, { hash, purposes })) ? 'expired-action-code' : 'invalid-action-code');
}
