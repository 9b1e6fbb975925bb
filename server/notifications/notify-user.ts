import type { NoticeKind } from '../../contract/accounts/notices.ts';
import type { Tx } from '../lib/db/database.ts';
import { orderMails } from './mail-order.ts';
import { type PushMessage, pushUsers } from './push/store-push.ts';
import { insertNotices, type NewNotice } from './store.ts';

/** Kinds of notices that are mailed. Held credits are too frequent; bans have their own mails. */
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

/** Without held credits: a second statement is not possible there, so bookings push them. */
const pushedKinds: { [Kind in NoticeKind]?: Omit<PushMessage, 'uid'> } = {
	'withdrawal-paid': { kind: 'paid', path: '/withdraw-history' },
	'claim-settled': { kind: 'answered', path: '/claims' },
	'claim-declined': { kind: 'answered', path: '/claims' },
	'thread-answered': { kind: 'answered', path: '/threads' },
	'offer-expiring': { kind: 'expiring', path: '/my-offers' },
};

/** Notifies the user on commit. Ignores a repeated `reference`. */
export const notifyUser = (tx: Tx, notice: NewNotice): Promise<void> => notifyUsers(tx, [notice]);

export async function notifyUsers(tx: Tx, notices: readonly NewNotice[]): Promise<void> {
	if (notices.length === 0) return;
	const inserted = await insertNotices(tx, notices);
	const mailed = inserted.filter(({ kind }) => mailedKinds.has(kind));
	await orderMails(
		tx,
		mailed.map(({ uid, id }) => ({ kind: 'notice', uid, id })),
	);
	const pushed = inserted.flatMap(({ uid, kind }) => (pushedKinds[kind] ? { uid, ...pushedKinds[kind] } : []));
	await pushUsers(tx, pushed);
}
