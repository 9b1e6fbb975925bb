import type { NoticeContent } from '../../contract/accounts/notices.ts';
import { reasonMessageOf } from '../../contract/refusals.ts';
import type { Log } from '../lib/clock-and-log.ts';
import { type Mail, type Mailer, MailRefused } from '../lib/mail.ts';
import {
	type Letter,
	type LetterWriter,
	letterWriter,
	type MailWords,
	timeInWords,
	writeMail,
} from './letters/letters.ts';
import type { MailOrder } from './mail-order.ts';
import { selectNotice } from './store.ts';
import { type WeeklyDeps, writeWeeklyMail } from './weekly/weekly.ts';

type Account = { uid: string; email: string; emailVerified: boolean; language: string | null };

/** The accounts feature implements this, because this folder may not import it. */
export type Recipients = WeeklyDeps['recipients'] & {
	findByUid(uid: string): Promise<Account | undefined>;
	findByEmail(email: string): Promise<Account | undefined>;
	/** Returns undefined if the account was deleted or its `session` has ended. */
	makeCode(link: {
		uid: string;
		email: string;
		purpose: LinkPurpose;
		session?: string | undefined;
	}): Promise<string | undefined>;
	findBanReason(uid: string): Promise<string | undefined>;
	makeThreadCode(uid: string): Promise<string | undefined>;
	makeCodeIfBanned(uid: string): Promise<string | undefined>;
	/** `code` is set if the user cannot sign in. */
	findAnswer(answer: AnswerKey): Promise<{ text: string; code?: string } | undefined>;
	/** @param refusedCode the mail server's error code; undefined if it accepted the mail. */
	noteMail(email: string, refusedCode: number | undefined): Promise<void>;
	makeStopCode(change: { proposal: string; uid: string }): Promise<string | undefined>;
	makeUndoCode(change: string): Promise<string | undefined>;
	makeInviteCode(invite: string): Promise<{ email: string; role: string; code: string } | undefined>;
};

type AnswerKey = { uid: string; reference: string; position: number };

export type LinkPurpose = 'verify-email' | 'change-email' | 'reset-password';

export type MailDeps = WeeklyDeps & { log: Log; mailer: Mailer | undefined; recipients: Recipients };

/** Creates codes only now, so that queued orders hold no secrets. @throws temporary errors of the mail server. */
export async function sendOrderedMail(deps: MailDeps, order: MailOrder): Promise<void> {
	const { mailer, log, recipients } = deps;
	if (!mailer) return log.warn({ kind: order.kind }, "email not sent: SMTP_URL isn't set");
	const mail = await toMail(deps, order);
	if (!mail) return;
	const refusedCode = await mailer.send(mail).then(
		() => undefined,
		(error) => {
			if (!(error instanceof MailRefused)) throw error;
			// Logs only the code, because the server's message contains the address.
			log.warn({ kind: order.kind, code: error.code }, 'the mail server permanently rejected an email');
			return error.code;
		},
	);
	// The mail is already sent, so a failure here must not cause a retry.
	await recipients.noteMail(mail.to, refusedCode).catch((error) => {
		log.warn({ err: error, kind: order.kind }, "couldn't store the outcome of an email");
	});
}

async function toMail(deps: MailDeps, order: MailOrder): Promise<Mail | undefined> {
	if (order.kind === 'staff-invite') return inviteMail(deps, order.invite);
	const { db, recipients, words } = deps;
	const account = await findAccount(deps, order);
	const write = writer(words, account?.language ?? null);
	if (order.kind === 'email-changed') {
		const code = order.change === undefined ? undefined : await recipients.makeUndoCode(order.change);
		if (code === undefined) return write(order.email, ({ letter }) => letter('email_changed'));
		return write(order.email, ({ letter }) => letter('email_changed_undo'), withCode('/undo-email-change', code));
	}
	if (!account) return undefined;
	const { uid, email } = account;
	switch (order.kind) {
		case 'reset-password': {
			const code = await recipients.makeCode({ uid, email, purpose: 'reset-password' });
			if (code === undefined) return undefined;
			return write(email, ({ letter }) => letter('reset_password'), withCode('/reset-password', code));
		}
		case 'verify-email': {
			if (account.emailVerified) return undefined;
			const code = await recipients.makeCode({ uid, email, purpose: 'verify-email' });
			if (code === undefined) return undefined;
			return write(email, ({ letter }) => letter('verify_email'), withCode('/verify-email', code));
		}
		case 'change-email': {
			if (await recipients.findByEmail(order.email)) {
				return write(order.email, ({ letter }) => letter('address_in_use'), '/login');
			}
			const code = await recipients.makeCode({ ...order, purpose: 'change-email' });
			if (code === undefined) return undefined;
			return write(order.email, ({ letter }) => letter('change_email'), withCode('/verify-email', code));
		}
		case 'solo-change': {
			const code = await recipients.makeStopCode(order);
			if (code === undefined) return undefined;
			const { title, appliesAt } = order;
			const letterOf = ({ letter, language }: LetterWriter) =>
				letter('solo_change', { title, time: timeInWords(language, appliesAt) });
			return write(order.email, letterOf, withCode('/stop-change', code));
		}
		case 'password-changed':
		case 'two-factor-changed':
		case 'provider-linked':
		case 'passkey-changed':
			return securityMail(order, (...letter) => write(email, ...letter));
		case 'notice': {
			const notice = await selectNotice(db, uid, order.id);
			return notice && noticeMail(words, notice, account);
		}
		case 'weekly':
			return writeWeeklyMail(deps, account, order.week);
		case 'banned': {
			const reason = await recipients.findBanReason(uid);
			const code = reason === undefined ? undefined : await recipients.makeThreadCode(uid);
			if (reason === undefined || code === undefined) return undefined;
			return write(
				email,
				({ letter, reason: textOf }) => letter('banned', { reason: textOf(reasonMessageOf(reason)) }),
				withCode('/appeal', code),
			);
		}
		case 'thread-link': {
			const code = await recipients.makeCodeIfBanned(uid);
			if (code === undefined) return write(email, ({ letter }) => letter('thread_link'), '/threads');
			return write(email, ({ letter }) => letter('thread_link_banned'), withCode('/appeal', code));
		}
		case 'thread-answered': {
			const answer = await recipients.findAnswer(order);
			if (!answer) return undefined;
			const { text, code } = answer;
			const places = { reference: order.reference, text };
			if (code === undefined) {
				return write(email, ({ letter }) => letter('thread_answered', places), `/threads/${order.reference}`);
			}
			return write(email, ({ letter }) => letter('thread_answered_banned', places), withCode('/appeal', code));
		}
		case 'unbanned': {
			if ((await recipients.findBanReason(uid)) !== undefined) return undefined;
			return write(email, ({ letter }) => letter('unbanned'), '/login');
		}
	}
}

type SecurityChange = Extract<
	MailOrder,
	{ kind: 'password-changed' | 'two-factor-changed' | 'provider-linked' | 'passkey-changed' }
>;

function securityMail(
	order: SecurityChange,
	write: (letterOf: (writer: LetterWriter) => Letter, path?: string) => Mail,
): Mail {
	switch (order.kind) {
		case 'password-changed':
			return write(({ letter }) => letter('password_changed'), '/reset-password');
		case 'two-factor-changed':
			if (order.isReset) return write(({ letter }) => letter('two_factor_reset'), '/reset-password');
			return write(({ letter }) => letter(order.isOn ? 'two_factor_on' : 'two_factor_off'));
		case 'provider-linked':
			return write(({ letter }) => letter('provider_linked'));
		case 'passkey-changed': {
			const { name } = order;
			const letterOf = ({ letter }: LetterWriter) =>
				order.isOn ? letter('passkey_added', { name }) : letter('passkey_removed', { name });
			return write(letterOf, '/account#passkeys');
		}
	}
}

async function inviteMail({ recipients, words }: MailDeps, id: string): Promise<Mail | undefined> {
	const invite = await recipients.makeInviteCode(id);
	if (!invite) return undefined;
	const invited = await recipients.findByEmail(invite.email);
	const write = writer(words, invited?.language ?? null);
	const { role } = invite;
	return write(invite.email, ({ letter }) => letter('staff_invite', { role }), withCode('/account', invite.code));
}

type ToAccount = Exclude<MailOrder, { kind: 'staff-invite' }>;

async function findAccount({ recipients }: MailDeps, order: ToAccount): Promise<Account | undefined> {
	if (order.kind === 'reset-password' || order.kind === 'thread-link') return recipients.findByEmail(order.email);
	return order.uid === undefined ? undefined : recipients.findByUid(order.uid);
}

function writer(words: MailWords, storedLanguage: string | null) {
	const writer = letterWriter(words, storedLanguage);
	return (to: string, letterOf: (writer: LetterWriter) => Letter, path = ''): Mail => ({
		to,
		...writeMail(words, writer.language, letterOf(writer), words.publicUrl + path),
	});
}

/** Puts the code into the fragment, which browsers never send, so that no log contains it. */
const withCode = (page: string, code: string): string => `${page}#code=${code}`;

type MailedNotice = NoticeContent & { id: number };
type Written = { letter: Letter; path?: string };

function noticeMail(
	words: MailWords,
	notice: MailedNotice,
	{ email, language }: { email: string; language: string | null },
): Mail | undefined {
	const writer = letterWriter(words, language);
	const written = write(writer, notice);
	if (!written) return undefined;
	const { letter, path = '' } = written;
	const { host } = new URL(words.publicUrl);
	const id = `<notice-${notice.id}@${host}>`;
	return { to: email, id, ...writeMail(words, writer.language, letter, words.publicUrl + path) };
}

const writeAbout = (what: string) => `/threads/new?about=${what}`;

function write({ letter, amount, claim, reason, failure }: LetterWriter, notice: MailedNotice): Written | undefined {
	switch (notice.kind) {
		case 'withdrawal-paid':
		case 'withdrawal-refunded': {
			const { order_id, amount: robux } = notice.data;
			const places = { order_id, amount: amount(robux) };
			if (notice.kind === 'withdrawal-paid' && notice.data.method === 'gift-card') {
				return { letter: letter('gift_card_paid', places), path: '/account#gift-cards' };
			}
			const written =
				notice.kind === 'withdrawal-paid'
					? letter('withdrawal_paid', places)
					: letter('withdrawal_refunded', { ...places, why: failure(notice.data.because ?? 'other') });
			return { letter: written, path: '/withdraw-history' };
		}
		case 'paused':
			return {
				letter: letter('paused', { reason: reason(reasonMessageOf(notice.data.reason)) }),
				path: writeAbout('pause'),
			};
		case 'resumed':
			return { letter: letter('resumed'), path: '/withdraw' };
		case 'message':
			return { letter: letter('message', notice.data) };
		case 'game-account-lost':
			return { letter: letter('game_account_lost', notice.data), path: '/withdraw' };
		case 'claim-settled': {
			const name = notice.data.by === 'us' ? 'claim_settled' : 'claim_settled_by_partner';
			return { letter: letter(name, { ...claim(notice.data), amount: amount(notice.data.amount) }), path: '/claims' };
		}
		case 'claim-declined': {
			const { reference, said } = notice.data;
			const path = writeAbout(`claim:${reference}`);
			return { letter: letter('claim_declined', { ...claim(notice.data), said }), path };
		}
		case 'claim-asked':
			return { letter: letter('claim_asked', claim(notice.data)), path: '/claims' };
		case 'claim-paid-twice': {
			const places = { ...claim(notice.data), amount: amount(notice.data.amount) };
			return { letter: letter('claim_paid_twice', places), path: '/claims' };
		}
		case 'thread-answered':
		case 'banned':
		case 'unbanned':
		case 'credit-held':
			return undefined;
	}
}
