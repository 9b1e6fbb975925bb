import { HAND_OFF_LIFETIME_MS } from '../../../contract/limits.ts';
import { callError } from '../../../contract/refusals.ts';
import type { Clock } from '../../lib/clock.ts';
import { type Database, inTransaction } from '../../lib/db/database.ts';
import type { Actor } from '../../lib/http/actor.ts';
import { makeCode } from '../sign-in/one-time-code.ts';
import { insertCode, lockUser, trimCodes } from '../store.ts';
import { ensureUserRecord } from '../user-record/ensure-user-record.ts';

const LIVE_CODES_MAX = 3;

export async function createWebSession(
	deps: { db: Database; clock: Clock; publicUrl: string },
	_input: unknown,
	{ actor: { uid, sessionId } }: { actor: Pick<Actor, 'uid' | 'sessionId'> },
): Promise<{ token: string; url: string; expiresAt: number }> {
	await ensureUserRecord(deps, uid);
	const { code, hash } = makeCode();
	const nowMs = deps.clock.now();
	const expiresAtMs = nowMs + HAND_OFF_LIFETIME_MS;
	await inTransaction(deps.db, async (tx) => {
		// Without this lock, parallel requests would exceed the limit.
		if (!(await lockUser(tx, uid))) throw callError('unauthenticated', 'unauthenticated');
		await trimCodes(tx, { uid, purpose: 'address', keep: LIVE_CODES_MAX - 1, nowMs });
		await insertCode(tx, { hash, uid, sessionId, purpose: 'address', expiresAtMs });
	});
	return { token: code, url: `${deps.publicUrl}/withdraw?token=${code}`, expiresAt: expiresAtMs };
}
