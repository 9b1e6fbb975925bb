import { HAND_OFF_LIFETIME_MS } from '../../../contract/limits.ts';
import { callError } from '../../../contract/refusals.ts';
import { type DbDeps, inTransaction } from '../../lib/db/database.ts';
import type { Caller } from '../../lib/feature.ts';
import { type Actor, type TakeFromRateLimit, tooOften } from '../../lib/http/callers.ts';
import { hashCode, makeCode } from '../sign-in/one-time-code.ts';
import { failedHandOff } from '../sign-in/sign-in-limits.ts';
import { consumeCode, insertCode, lockUser, selectCodeOwner, trimCodes } from '../store.ts';
import { ensureUserRecord } from '../user-record/ensure-user-record.ts';

const LIVE_CODES_MAX = 3;

export async function createWebSession(
	deps: DbDeps & { publicUrl: string },
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

/** Leaves the token unused. */
export async function checkWebSession(
	{ db, clock }: DbDeps,
	{ token }: { token: string },
	{ actor: { uid } }: { actor: Pick<Actor, 'uid'> },
): Promise<{ is_of_another: boolean }> {
	const hash = hashCode(token);
	const owner = hash && (await selectCodeOwner(db, hash, clock.now()));
	return { is_of_another: owner !== undefined && owner !== uid };
}

export type HandOffDeps = DbDeps & { takeFromRateLimit: TakeFromRateLimit };

export async function verifyWebSession(
	deps: HandOffDeps,
	{ token }: { token: string },
	{ ip }: Pick<Caller, 'ip'>,
): Promise<{ token: string }> {
	const code = await exchange(deps, token);
	if (code !== undefined) return { token: code };
	const waitMs = await failedHandOff(deps, ip);
	throw waitMs === undefined ? callError('unauthenticated', 'hand-off-invalid') : tooOften(waitMs);
}

async function exchange({ db, clock }: HandOffDeps, token: string): Promise<string | undefined> {
	const addressHash = hashCode(token);
	if (!addressHash) return undefined;
	const { code, hash } = makeCode();
	return inTransaction(db, async (tx) => {
		const nowMs = clock.now();
		const used = await consumeCode(tx, { hash: addressHash, purpose: 'address', nowMs });
		if (!used) return undefined;
		await insertCode(tx, { ...used, hash, purpose: 'sign-in', expiresAtMs: nowMs + HAND_OFF_LIFETIME_MS });
		return code;
	});
}
