import type { CallResult } from '../../../contract/calls.ts';
import { findWallet } from '../../ledger/wallet.ts';
import { networkOf } from '../../lib/http/callers.ts';
import { deleteSessionsOf } from '../store.ts';
import { type ActionDeps, type AdminContext, noSuchUser, withAudit } from '../with-audit.ts';
import { deviceInWords } from './device.ts';
import { deleteSession, type SessionRow, selectSessionsOf } from './session-store.ts';

export async function adminGetSessions(
	{ db, clock }: ActionDeps,
	{ uid }: { uid: string },
	{ actor }: Pick<AdminContext, 'actor'>,
): Promise<CallResult<'adminGetSessions'>> {
	if (!(await findWallet(db, uid))) throw noSuchUser();
	const sessions = await selectSessionsOf(db, { uid, nowMs: clock.now() });
	return sessions.map((session) => sessionToWire(session, actor.sessionId));
}

export function sessionToWire({ id, userAgent, ip, createdAt, lastUsedAt }: SessionRow, currentId: string) {
	return {
		id,
		device: deviceInWords(userAgent),
		network: networkOf(ip),
		createdAt: createdAt.getTime(),
		lastUsedAt: lastUsedAt.getTime(),
		isCurrent: id === currentId,
	};
}

type SessionsToEnd = { uid: string; sessionId?: string | null | undefined; reason?: string | null | undefined };

/** Idempotent. Admins end their own sessions in the account page. */
export async function adminEndSessions(
	deps: ActionDeps,
	{ uid, sessionId, reason }: SessionsToEnd,
	admin: AdminContext,
): Promise<{ ended: number }> {
	return withAudit(deps, admin, { action: 'end-sessions', user: uid, reason }, async (tx, atMs) => {
		const before = (await selectSessionsOf(tx, { uid, nowMs: atMs })).map(({ id }) => id);
		if (sessionId) await deleteSession(tx, { uid, id: sessionId });
		else await deleteSessionsOf(tx, uid);
		const after = (await selectSessionsOf(tx, { uid, nowMs: atMs })).map(({ id }) => id);
		const ended = before.length - after.length;
		const change = { before: { sessions: before }, after: { sessions: after }, keeps: ['sessions'] };
		return { result: { ended }, change: ended > 0 ? change : undefined };
	});
}
