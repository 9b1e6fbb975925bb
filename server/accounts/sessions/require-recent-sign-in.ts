import { CallError } from '../../../contract/errors.ts';
import { RECENT_SIGN_IN_MS } from '../../../contract/limits.ts';
import { refusal } from '../../../contract/refusals.ts';
import type { Tx } from '../../lib/db/database.ts';
import { rowOf } from '../../lib/db/rows.ts';

/** @throws CallError `permission-denied`, `unauthenticated` */
export async function requireRecentSignIn(
	tx: Tx,
	{ uid, sessionId, nowMs }: { uid: string; sessionId: string; nowMs: number },
): Promise<void> {
	const session = await rowOf<{ createdAt: Date }>(tx)`
		select created_at as "createdAt" from auth_session
		where id = ${sessionId} and user_id = ${uid} and expires_at > ${new Date(nowMs)}
	`;
	if (!session) throw new CallError('unauthenticated', refusal('must-be-logged-in'));
	if (nowMs - session.createdAt.getTime() < RECENT_SIGN_IN_MS) return;
	throw new CallError('permission-denied', refusal('requires-recent-login'));
}
