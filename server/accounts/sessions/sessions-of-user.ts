import { findWallet } from '../../ledger/wallet.ts';
import { networkOf } from '../../lib/http/callers.ts';
import { deleteSessionsOf } from '../store.ts';
import { type ActionDeps, noSuchUser, type StaffCall, withAudit } from '../with-audit.ts';
import { deviceInWords } from './device.ts';
import { deleteSession, type SessionRow, selectSessionsOf } from './session-store.ts';

export const adminGetSessions: StaffCall<'adminGetSessions', ActionDeps> = async (deps, { uid }, { actor }) => {
	const { db, clock } = deps;
	if (!(await findWallet(db, uid))) throw noSuchUser();
	const sessions = await selectSessionsOf(db, { uid, nowMs: clock.now() });
	return sessions.map((session) => sessionToWire(session, actor.sessionId));
};

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

/** Idempotent. Admins end their own sessions in the account page. */
export const adminEndSessions: StaffCall<'adminEndSessions', ActionDeps> = async (deps, input, admin) => {
	const { uid, sessionId, reason } = input;
	return withAudit(deps, admin, { action: 'end-sessions', user: uid, reason }, async (tx, atMs) => {
		const before = (await selectSessionsOf(tx, { uid, nowMs: atMs })).map(({ id }) => id);
		if (sessionId) await deleteSession(tx, { uid, id: sessionId });
		else await deleteSessionsOf(tx, uid);
		const after = (await selectSessionsOf(tx, { uid, nowMs: atMs })).map(({ id }) => id);
		const ended = before.length - after.length;
		const change = { before: { sessions: before }, after: { sessions: after }, keeps: ['sessions'] };
		return { result: { ended }, change: ended > 0 ? change : undefined };
	});
};
