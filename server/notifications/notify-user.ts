import type { NoticeKind } from '../../contract/accounts/notices.ts';
import type { Tx } from '../lib/db/database.ts';
import { orderMails } from './mail-order.ts';
import { insertNotices, type NewNotice } from './store.ts';

/**
 * What is worth a mail as well. Not a reward on hold, which the history shows with its date and which may come many times
 * a day; and of a ban and its end there are mails of their own, which are not sent when it is over by then.
 */
const mailedKinds: ReadonlySet<NoticeKind> = new Set([
	'withdrawal-paid',
	'withdrawal-refunded',
	'paused',
	'resumed',
	'message',
]);

/**
 * Tells a person that something happened to them, in the transaction in which it happens: they are told if and only if
 * that commits. Their open pages see it with the next hint.
 *
 * @param notice.reference names a fact that is told once: a second notice with it writes nothing and mails nothing.
 */
export function notifyUser(tx: Tx, notice: NewNotice): Promise<void> {
	return notifyUsers(tx, [notice]);
}

/** Tells many people, each one thing. */
export async function notifyUsers(tx: Tx, notices: readonly NewNotice[]): Promise<void> {
	if (notices.length === 0) return;
	const told = await insertNotices(tx, notices);
	const mailed = told.filter(({ kind }) => mailedKinds.has(kind));
	await orderMails(
		tx,
		mailed.map(({ uid, id }) => ({ kind: 'notice', uid, id })),
	);
}
