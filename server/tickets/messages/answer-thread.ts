import type { AdminThread } from '../../../contract/admin/threads.ts';
import type { CallInput } from '../../../contract/calls.ts';
import { callError } from '../../../contract/refusals.ts';
import type { AdminContext } from '../../accounts/with-audit.ts';
import type { Tx } from '../../lib/db/database.ts';
import { orderMail } from '../../notifications/mail-order.ts';
import { actOnTicket, type TicketDeps } from '../act-on-ticket.ts';
import { insertMessage, setState } from './store-messages.ts';
import { type ThreadRow, threadKind } from './thread-kind.ts';
import { whoAnswers } from './who-answers.ts';

/**
 * Notifies the user. The admin who decided may answer an appeal only if no other admin can.
 * @throws CallError `not-found`; `failed-precondition`, `permission-denied` for the admin's own thread
 */
export function adminReplyToThread(
	deps: TicketDeps,
	{ reference, text, close }: CallInput<'adminReplyToThread'>,
	admin: AdminContext,
): Promise<AdminThread> {
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
}

export function adminCloseThread(
	deps: TicketDeps,
	{ reference, reason }: CallInput<'adminCloseThread'>,
	admin: AdminContext,
): Promise<AdminThread> {
	const action = { action: 'close-thread', reason, isFree: true, reference, admin };
	return actOnTicket(deps, threadKind, action, async (tx, thread, atMs) => {
		await isDecider(tx, admin, thread);
		if (thread.state === 'closed') throw callError('failed-precondition', 'thread-closed');
		await setState(tx, { ...thread, state: 'closed', at: new Date(atMs) });
		return { after: { state: 'closed' } };
	});
}

async function isDecider(tx: Tx, { actor }: AdminContext, thread: ThreadRow): Promise<boolean> {
	const who = await whoAnswers(tx, actor.uid, thread);
	if (who === 'another') throw callError('failed-precondition', 'answered-by-another');
	return who === 'decider';
}
