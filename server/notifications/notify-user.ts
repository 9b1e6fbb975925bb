import type { NoticeKind } from '../../contract/accounts/notices.ts';
import type { Tx } from '../lib/db/database.ts';
import { orderMails } from './mail-order.ts';
import { insertNotices, type NewNotice } from './store.ts';

/** Not a held credit, of which many may come a day; and a ban and its end have mails of their own. */
const mailedKinds: ReadonlySet<NoticeKind> = new Set([
	'withdrawal-paid',
	'withdrawal-refunded',
	'paused',
	'resumed',
	'message',
	'game-account-lost',
	'claim-settled',
	'claim-declined',
	'claim-asked',
	'claim-paid-twice',
]);

/** Tells a user if and only if the transaction commits. `reference` names a fact told once: a second notice writes nothing. */
export function notifyUser(tx: Tx, notice: NewNotice): Promise<void> {
	return notifyUsers(tx, [notice]);
}

export async function notifyUsers(tx: Tx, notices: readonly NewNotice[]): Promise<void> {
	if (notices.length === 0) return;
	const told = await insertNotices(tx, notices);
	const mailed = told.filter(({ kind }) => mailedKinds.has(kind));
	await orderMails(
		tx,
		mailed.map(({ uid, id }) => ({ kind: 'notice', uid, id })),
	);
}
