import type { NoticeContent, NoticeKind } from '../../contract/notices.ts';
import type { Tx } from '../lib/database.ts';
import { insertNotice } from '../notices/store.ts';
import { orderMail } from './mail-order.ts';

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
export async function tellUser(tx: Tx, notice: NoticeContent & { uid: string; reference?: string }): Promise<void> {
	const id = await insertNotice(tx, { ...notice, reference: notice.reference });
	if (id === undefined || !mailedKinds.has(notice.kind)) return;
	await orderMail(tx, { kind: 'notice', uid: notice.uid, id });
}
