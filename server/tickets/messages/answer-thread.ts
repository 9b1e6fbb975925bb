import { isAllowed, type StaffRole, staffRoles } from '../../../contract/permissions.ts';
import { callError } from '../../../contract/refusals.ts';
import { type AdminContext, type StaffCall, withAudit } from '../../accounts/with-audit.ts';
import { type Database, rowOf, type Tx } from '../../lib/db/database.ts';
import { orderMail } from '../../notifications/mail-order.ts';
import { notifyUser } from '../../notifications/notify-user.ts';
import { findDeciders } from '../statements/find-statement.ts';
import { actOnTicket, type TicketDeps } from '../tickets.ts';
import { aboutOf, insertMessage, setState, type ThreadRow, threadKind } from './store-messages.ts';

export const adminMessageUser: StaffCall<'adminMessageUser', TicketDeps> = async (deps, { uid, message }, admin) => {
	await withAudit(deps, admin, { action: 'message', user: uid, isFree: true }, async (tx) => {
		await notifyUser(tx, { uid, kind: 'message', data: { text: message } });
		return { result: undefined, change: { before: {}, after: { message } } };
	});
	deps.publish(uid);
	return { uid };
};

const answering: readonly StaffRole[] = staffRoles.filter((role) => isAllowed(role, 'answer-threads'));

/** `another`: this admin made the decision and another admin can answer; `decider`: no other admin can. */
export async function whoAnswers(db: Database | Tx, by: string, thread: ThreadRow) {
	const about = aboutOf(thread);
	const deciders = about ? await findDeciders(db, thread.uid, about) : [];
	if (!deciders.includes(by)) return 'anybody';
	const other = await rowOf<object>(db)`
		select from users where staff_role = any(${answering}::text[]) and banned_at is null
			and not uid = any(${[...deciders, thread.uid]}::uuid[])
		limit 1
	`;
	return other ? 'another' : 'decider';
}

/**
 * Notifies the user. The admin who decided may answer an appeal only if no other admin can.
 * @throws CallError `not-found`; `failed-precondition`, `permission-denied` for the admin's own thread
 */
export const adminReplyToThread: StaffCall<'adminReplyToThread', TicketDeps> = (deps, input, admin) => {
	const { reference, text, close } = input;
	const action = { action: 'answer-thread', isFree: true, reference, admin };
	return actOnTicket(deps, threadKind, action, async (tx, thread, atMs) => {
		const { uid, subject, askedAt } = thread;
		const byDecider = await isDecider(tx, admin, thread);
		const state = close ? 'closed' : 'waiting';
		const by = { staffUid: admin.actor.uid, byDecider, askedAt };
		const position = await insertMessage(tx, { uid, reference, text, at: new Date(atMs), state, by });
		await orderMail(tx, { kind: 'thread-answered', uid, reference, position });
		return { after: { state }, notice: { kind: 'thread-answered', data: { reference, subject }, fact: position } };
	});
};

export const adminCloseThread: StaffCall<'adminCloseThread', TicketDeps> = (deps, { reference, reason }, admin) => {
	const action = { action: 'close-thread', reason, isFree: true, reference, admin };
	return actOnTicket(deps, threadKind, action, async (tx, thread, atMs) => {
		await isDecider(tx, admin, thread);
		if (thread.state === 'closed') throw callError('failed-precondition', 'thread-closed');
		await setState(tx, { ...thread, state: 'closed', at: new Date(atMs) });
		return { after: { state: 'closed' } };
	});
};

async function isDecider(tx: Tx, { actor }: AdminContext, thread: ThreadRow): Promise<boolean> {
	const who = await whoAnswers(tx, actor.uid, thread);
	if (who === 'another') throw callError('failed-precondition', 'answered-by-another');
	return who === 'decider';
}
