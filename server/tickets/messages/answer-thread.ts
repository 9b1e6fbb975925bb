import type { AdminThread } from '../../../contract/admin/threads.ts';
import type { CallInput } from '../../../contract/calls.ts';
import { CallError } from '../../../contract/errors.ts';
import { refusal } from '../../../contract/refusals.ts';
import { type ActionDeps, type AdminContext, withAudit } from '../../accounts/with-audit.ts';
import type { Tx } from '../../lib/db/database.ts';
import { orderMail } from '../../notifications/mail-order.ts';
import { notifyUser } from '../../notifications/notify-user.ts';
import { requireListedThread, toWire } from './get-all-threads.ts';
import { noSuchThread } from './open-thread.ts';
import { insertAnswer, lockThread, setState, type ThreadKey, type ThreadRow } from './store-threads.ts';
import { whoAnswers } from './who-answers.ts';

export type AnswerDeps = ActionDeps & { publish: (uid: string) => void };

/**
 * The person is told by a notice and a mail. Who decided what is objected to answers only where nobody else can, and the person reads that.
 * @throws CallError `not-found`; `failed-precondition`, `permission-denied` for one's own.
 */
export async function adminReplyToThread(
	deps: AnswerDeps,
	{ reference, text, close }: CallInput<'adminReplyToThread'>,
	admin: AdminContext,
): Promise<AdminThread> {
	const { uid, subject } = await requireListedThread(deps.db, reference);
	// It takes nothing from anybody.
	const action = { action: 'answer-thread', user: uid, details: { thread: reference }, isFree: true };
	await withAudit(deps, admin, action, async (tx, atMs) => {
		const { thread, byDecider } = await requireAnswerer(tx, admin, { uid, reference });
		const at = new Date(atMs);
		const state = close ? 'closed' : 'waiting';
		const by = { staffUid: admin.actor.uid, byDecider, state, askedAt: thread.askedAt } as const;
		const position = await insertAnswer(tx, { uid, reference, text, at, ...by });
		const fact = `thread/${reference}/${position}`;
		await notifyUser(tx, { uid, kind: 'thread-answered', data: { reference, subject }, reference: fact });
		await orderMail(tx, { kind: 'thread-answered', uid, reference, position });
		return { result: undefined, change: { before: { state: thread.state }, after: { state }, keeps: ['state'] } };
	});
	deps.publish(uid);
	return toWire(await requireListedThread(deps.db, reference));
}

/** Without an answer. @throws CallError as {@link adminReplyToThread}; `failed-precondition` when it is closed already. */
export async function adminCloseThread(
	deps: AnswerDeps,
	{ reference, reason }: CallInput<'adminCloseThread'>,
	admin: AdminContext,
): Promise<AdminThread> {
	const { uid } = await requireListedThread(deps.db, reference);
	const action = { action: 'close-thread', user: uid, reason, details: { thread: reference }, isFree: true };
	await withAudit(deps, admin, action, async (tx, atMs) => {
		const { thread } = await requireAnswerer(tx, admin, { uid, reference });
		if (thread.state === 'closed') throw new CallError('failed-precondition', refusal('thread-closed'));
		await setState(tx, { uid, reference, state: 'closed', at: new Date(atMs) });
		return {
			result: undefined,
			change: { before: { state: thread.state }, after: { state: 'closed' }, keeps: ['state'] },
		};
	});
	return toWire(await requireListedThread(deps.db, reference));
}

async function requireAnswerer(
	tx: Tx,
	{ actor }: AdminContext,
	key: ThreadKey,
): Promise<{ thread: ThreadRow; byDecider: boolean }> {
	const thread = await lockThread(tx, key);
	if (!thread) throw noSuchThread();
	const who = await whoAnswers(tx, actor.uid, thread);
	if (who === 'another') throw new CallError('failed-precondition', refusal('answered-by-another'));
	return { thread, byDecider: who === 'decider' };
}
