import { HAND_OFF_LIFETIME_MS } from '../../../contract/limits.ts';
import { callError } from '../../../contract/refusals.ts';
import type { Clock } from '../../lib/clock.ts';
import { type Database, inTransaction } from '../../lib/db/database.ts';
import type { Caller } from '../../lib/feature.ts';
import { type TakeFromRateLimit, tooOften } from '../../lib/http/rate-limit.ts';
import { hashCode, makeCode } from '../sign-in/one-time-code.ts';
import { failedHandOff } from '../sign-in/sign-in-limits.ts';
import { consumeCode, insertCode } from '../store.ts';

export type HandOffDeps = { db: Database; clock: Clock; takeFromRateLimit: TakeFromRateLimit };

/** Exchanges a one-time token, which works once. */
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
