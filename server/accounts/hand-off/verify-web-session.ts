import { CallError } from '../../../contract/errors.ts';
import { HAND_OFF_LIFETIME_MS } from '../../../contract/limits.ts';
import { refusal } from '../../../contract/refusals.ts';
import type { Clock } from '../../lib/clock.ts';
import { type Database, inTransaction } from '../../lib/db/database.ts';
import { hashCode, makeCode } from '../sign-in/one-time-code.ts';
import { consumeCode, insertCode } from '../store.ts';

/** Exchanges the address's token for another: what stood there is worthless once used. @throws CallError `unauthenticated`. */
export async function verifyWebSession(
	deps: { db: Database; clock: Clock },
	token: string,
): Promise<{ token: string }> {
	const addressHash = hashCode(token);
	if (!addressHash) throw invalidHandOff();
	const { code, hash } = makeCode();
	await inTransaction(deps.db, async (tx) => {
		const nowMs = deps.clock.now();
		const uid = await consumeCode(tx, { hash: addressHash, purpose: 'address', nowMs });
		if (uid === undefined) throw invalidHandOff();
		await insertCode(tx, { hash, uid, purpose: 'sign-in', expiresAtMs: nowMs + HAND_OFF_LIFETIME_MS });
	});
	return { token: code };
}

function invalidHandOff(): CallError {
	return new CallError('unauthenticated', refusal('hand-off-invalid'));
}
