import { createHash } from 'node:crypto';
import { HOUR_MS } from '../../../contract/durations.ts';
import { callError } from '../../../contract/refusals.ts';
import { retentionMs } from '../../../contract/site/retention.ts';
import { findAccountById, lockAccount } from '../../accounts/account-store.ts';
import { hashCode, makeCode } from '../../accounts/sign-in/one-time-code.ts';
import { selectBanReason, trimCodes } from '../../accounts/store.ts';
import { type Database, type DbDeps, inTransaction, type Tx } from '../../lib/db/database.ts';
import type { Caller } from '../../lib/feature.ts';
import type { TakeFromRateLimit } from '../../lib/http/callers.ts';
import { knownLanguage, type Languages, textIn } from '../../lib/language/language.ts';
import { newReference } from '../../lib/new-reference.ts';
import { orderMail } from '../../notifications/mail-order.ts';
import type { Recipients } from '../../notifications/send-ordered-mail.ts';
import { consumeLink, deleteThreadCodesBefore, insertThreadCode, selectToken } from './store-codes.ts';
import { insertThread, selectMessages, selectThreadAbout, threadKind } from './store-messages.ts';

export type SendLinkDeps = {
	db: Database;
	takeFromRateLimit: TakeFromRateLimit;
	config: { smtpUrl?: string | undefined };
};
export type OpenByCodeDeps = DbDeps & { languages: Languages };
export type Writer = Pick<Caller<'thread'>, 'actor' | 'threadToken'>;

const LINK_MS = retentionMs('threadLinks');
const TOKEN_MS = HOUR_MS;
const LIVE_LINKS_MAX = 3;
const LINKS_OF_ADDRESS = { max: 3, windowMs: HOUR_MS };

/** If `reference` is null, the code is for the thread about the ban. */
export function makeThreadCode({ db, clock }: DbDeps, { uid, reference }: { uid: string; reference: string | null }) {
	const { code, hash } = makeCode();
	const nowMs = clock.now();
	return inTransaction(db, async (tx) => {
		if (!(await lockAccount(tx, uid))) return undefined;
		await trimCodes(tx, { table: 'thread_codes', uid, purpose: 'link', keep: LIVE_LINKS_MAX - 1, nowMs });
		await insertThreadCode(tx, { hash, uid, purpose: 'link', reference, expiresAt: new Date(nowMs + LINK_MS) });
		return code;
	});
}

export async function openThreadByCode({ db, clock, languages }: OpenByCodeDeps, { code }: { code: string }) {
	const linkHash = hashCode(code);
	const now = new Date(clock.now());
	const expiresAt = new Date(now.getTime() + TOKEN_MS);
	return inTransaction(db, async (tx) => {
		const link = linkHash && (await consumeLink(tx, { hash: linkHash, now }));
		if (!link || !(await lockAccount(tx, link.uid))) throw callError('unauthenticated', 'thread-code-invalid');
		const reference = link.reference ?? (await threadAboutBan(tx, { uid: link.uid, at: now, languages }));
		const token = makeCode();
		await insertThreadCode(tx, { hash: token.hash, uid: link.uid, purpose: 'token', reference, expiresAt });
		return { thread_token: token.code, expiresAt: expiresAt.getTime(), reference };
	});
}

export async function requireWriter({ db, clock }: DbDeps, reference: string, { actor, threadToken = '' }: Writer) {
	if (actor) return actor.uid;
	const hash = hashCode(threadToken);
	const found = hash && (await selectToken(db, { hash, now: new Date(clock.now()) }));
	if (found?.reference !== reference) throw callError('unauthenticated', 'thread-token-over');
	return found.uid;
}

/** Its response does not reveal whether the account exists. */
export async function sendThreadLink({ db, takeFromRateLimit, config }: SendLinkDeps, { email }: { email: string }) {
	if (config.smtpUrl === undefined) throw callError('failed-precondition', 'mail-off');
	const address = email.toLowerCase();
	const key = `thread-link|${createHash('sha256').update(address).digest('base64url')}`;
	const isOften = await takeFromRateLimit(key, LINKS_OF_ADDRESS);
	if (isOften === undefined) await orderMail(db, { kind: 'thread-link', email: address });
	return {};
}

/** Returns undefined for users without a ban, because they can sign in. */
export async function makeCodeIfBanned(deps: DbDeps, about: { uid: string; reference: string | null }) {
	const reason = await selectBanReason(deps.db, about.uid);
	return reason === undefined ? undefined : makeThreadCode(deps, about);
}

export async function purgeThreadCodes({ db, clock }: DbDeps): Promise<void> {
	await deleteThreadCodesBefore(db, new Date(clock.now()));
}

async function threadAboutBan(tx: Tx, { uid, at, languages }: { uid: string; at: Date; languages: Languages }) {
	const about = { kind: 'ban', id: null } as const;
	const open = await selectThreadAbout(tx, { uid, ...about });
	if (open) return open.reference;
	const reference = newReference(threadKind.letter);
	const account = await findAccountById(tx, uid);
	const subject = textIn(knownLanguage(account?.language, languages), 'threads_about_ban');
	await insertThread(tx, { uid, reference, subject, about, at });
	return reference;
}

type OfThreads = Pick<Recipients, 'makeThreadCode' | 'makeCodeIfBanned' | 'findAnswer'>;

export function threadMails(deps: DbDeps): OfThreads {
	return {
		makeThreadCode: (uid) => makeThreadCode(deps, { uid, reference: null }),
		makeCodeIfBanned: (uid) => makeCodeIfBanned(deps, { uid, reference: null }),
		async findAnswer({ uid, reference, position }) {
			const messages = await selectMessages(deps.db, { uid, reference });
			const answer = messages.find((message) => message.position === position);
			if (!answer) return undefined;
			const code = await makeCodeIfBanned(deps, { uid, reference });
			return { text: answer.text, ...(code !== undefined && { code }) };
		},
	};
}
