import type { Database } from '../lib/db/database.ts';
import type { Log } from '../lib/log.ts';
import { type Mail, type Mailer, MailRefused } from '../lib/mail.ts';
import type { MailOrder } from './mail-order.ts';
import {
	addressInUseMail,
	bannedMail,
	changeEmailMail,
	emailChangedMail,
	type MailWords,
	passwordChangedMail,
	resetPasswordMail,
	staffInviteMail,
	twoFactorChangedMail,
	unbannedMail,
	verifyEmailMail,
} from './mails.ts';
import { noticeMail } from './notice-mails.ts';
import { selectNotice } from './store.ts';

type Account = { uid: string; email: string; emailVerified: boolean };

/** Answered by accounts, which imports this folder. */
export type Recipients = {
	findByUid(uid: string): Promise<Account | undefined>;
	findByEmail(email: string): Promise<Account | undefined>;
	/** For a link that works once. Undefined for an account that is gone by now. */
	makeCode(link: { uid: string; email: string; purpose: LinkPurpose }): Promise<string | undefined>;
	findBanReason(uid: string): Promise<string | undefined>;
	/** Undefined for an invite that is over. */
	makeInviteCode(invite: string): Promise<{ email: string; role: string; code: string } | undefined>;
};

export type LinkPurpose = 'verify-email' | 'change-email' | 'reset-password';

export type MailDeps = {
	db: Database;
	log: Log;
	mailer: Mailer | undefined;
	recipients: Recipients;
	words: MailWords;
};

/** Codes are made here: an order holds no secret. @throws the mail server's error while repeating may help. */
export async function sendOrderedMail(deps: MailDeps, order: MailOrder): Promise<void> {
	const { mailer, log } = deps;
	if (!mailer) return log.warn({ kind: order.kind }, 'a mail was not sent: SMTP_URL is not set');
	const mail = await toMail(deps, order);
	if (!mail) return;
	try {
		await mailer.send(mail);
	} catch (error) {
		if (!(error instanceof MailRefused)) throw error;
		log.warn({ kind: order.kind, reason: (error.cause as Error).message }, 'a mail was refused for good');
	}
}

/** @returns undefined when what it was about is over. */
async function toMail(deps: MailDeps, order: MailOrder): Promise<Mail | undefined> {
	const { db, recipients, words } = deps;
	if (order.kind === 'email-changed') return { to: order.email, ...emailChangedMail(words) };
	if (order.kind === 'staff-invite') {
		const invite = await recipients.makeInviteCode(order.invite);
		return invite && { to: invite.email, ...staffInviteMail(words, invite) };
	}
	const account =
		order.kind === 'reset-password' ? await recipients.findByEmail(order.email) : await recipients.findByUid(order.uid);
	if (!account) return undefined;
	const { uid, email } = account;
	switch (order.kind) {
		case 'reset-password': {
			const code = await recipients.makeCode({ uid, email, purpose: 'reset-password' });
			return code === undefined ? undefined : { to: email, ...resetPasswordMail(words, { code }) };
		}
		case 'verify-email': {
			if (account.emailVerified) return undefined;
			const code = await recipients.makeCode({ uid, email, purpose: 'verify-email' });
			return code === undefined ? undefined : { to: email, ...verifyEmailMail(words, { code }) };
		}
		case 'change-email': {
			if (await recipients.findByEmail(order.email)) return { to: order.email, ...addressInUseMail(words) };
			const code = await recipients.makeCode({ uid, email: order.email, purpose: 'change-email' });
			return code === undefined ? undefined : { to: order.email, ...changeEmailMail(words, { code }) };
		}
		case 'password-changed':
			return { to: email, ...passwordChangedMail(words) };
		case 'two-factor-changed':
			return { to: email, ...twoFactorChangedMail(words, order) };
		case 'notice': {
			const notice = await selectNotice(db, uid, order.id);
			return notice && noticeMail(words, notice, email);
		}
		case 'banned': {
			const reason = await recipients.findBanReason(uid);
			return reason === undefined ? undefined : { to: email, ...bannedMail(words, { reason }) };
		}
		case 'unbanned':
			return (await recipients.findBanReason(uid)) === undefined ? { to: email, ...unbannedMail(words) } : undefined;
	}
}
