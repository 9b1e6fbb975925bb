import { RESET_PASSWORD_LIFETIME_MS, VERIFY_EMAIL_LIFETIME_MS } from '../../contract/limits.ts';
import type { Clock } from '../lib/clock.ts';
import { type Database, inTransaction } from '../lib/database.ts';
import type { Log } from '../lib/log.ts';
import { type Mail, type Mailer, MailRefused } from '../lib/mail.ts';
import { selectNotice } from '../notices/store.ts';
import {
	type ActionPurpose,
	findAccountByEmail,
	findAccountById,
	insertActionCode,
	lockAccount,
	trimActionCodes,
} from './account-store.ts';
import type { MailOrder } from './mail-order.ts';
import {
	addressInUseMail,
	bannedMail,
	changeEmailMail,
	emailChangedMail,
	type MailWords,
	passwordChangedMail,
	resetPasswordMail,
	twoFactorChangedMail,
	unbannedMail,
	verifyEmailMail,
} from './mails.ts';
import { noticeMail } from './notice-mails.ts';
import { makeCode } from './one-time-code.ts';
import { selectBanReason } from './store.ts';

export type MailDeps = { db: Database; clock: Clock; log: Log; mailer: Mailer | undefined; words: MailWords };

/** Of the links of one kind that were mailed to somebody, this many work at the same time. */
const LIVE_LINKS_MAX = 3;

/**
 * Writes and sends the mail that was ordered, if there still is a reason to. Codes are made here and not when the mail
 * is ordered: so an order holds no secret, and asking for a mail costs the same whether there is an account or not.
 *
 * @throws the mail server's error while it may still take the mail; the job is then repeated.
 */
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
	const { db, words } = deps;
	if (order.kind === 'email-changed') return { to: order.email, ...emailChangedMail(words) };
	const account =
		order.kind === 'reset-password' ? await findAccountByEmail(db, order.email) : await findAccountById(db, order.uid);
	if (!account) return undefined;
	const { uid, email } = account;
	switch (order.kind) {
		case 'reset-password': {
			const code = await makeActionCode(deps, { uid, email, purpose: 'reset-password' });
			return code === undefined ? undefined : { to: email, ...resetPasswordMail(words, { code }) };
		}
		case 'verify-email': {
			if (account.emailVerified) return undefined;
			const code = await makeActionCode(deps, { uid, email, purpose: 'verify-email' });
			return code === undefined ? undefined : { to: email, ...verifyEmailMail(words, { code }) };
		}
		case 'change-email': {
			if (await findAccountByEmail(db, order.email)) return { to: order.email, ...addressInUseMail(words) };
			const code = await makeActionCode(deps, { uid, email: order.email, purpose: 'change-email' });
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
			const reason = await selectBanReason(db, uid);
			return reason === undefined ? undefined : { to: email, ...bannedMail(words, { reason }) };
		}
		case 'unbanned':
			return (await selectBanReason(db, uid)) === undefined ? { to: email, ...unbannedMail(words) } : undefined;
	}
}

const lifetimeMs: Record<ActionPurpose, number> = {
	'verify-email': VERIFY_EMAIL_LIFETIME_MS,
	'change-email': VERIFY_EMAIL_LIFETIME_MS,
	'reset-password': RESET_PASSWORD_LIFETIME_MS,
};

async function makeActionCode(
	{ db, clock }: MailDeps,
	{ uid, email, purpose }: { uid: string; email: string; purpose: ActionPurpose },
): Promise<string | undefined> {
	const { code, hash } = makeCode();
	const nowMs = clock.now();
	return inTransaction(db, async (tx) => {
		// A repeated job may meet an account that is gone by now.
		if (!(await lockAccount(tx, uid))) return undefined;
		await trimActionCodes(tx, { uid, purpose, keep: LIVE_LINKS_MAX - 1, nowMs });
		await insertActionCode(tx, { hash, uid, purpose, email, expiresAtMs: nowMs + lifetimeMs[purpose] });
		return code;
	});
}
