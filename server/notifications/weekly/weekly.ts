import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { CallInput } from '../../../contract/calls.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { robuxToWire } from '../../../contract/money.ts';
import type { MyOffer } from '../../../contract/offerwalls/offers.ts';
import { type Database, type DbDeps, inTransaction } from '../../lib/db/database.ts';
import type { Caller } from '../../lib/feature.ts';
import { type Languages, languageFor, textIn } from '../../lib/language/language.ts';
import type { Mail } from '../../lib/mail.ts';
import { isSameText } from '../../lib/secrets/same-text.ts';
import { letterWriter, type MailWords, writeMail } from '../letters/letters.ts';
import { orderMails } from '../mail-order.ts';
import { claimWeek, mayGetWeekly, selectLines, setWeekly } from './store-weekly.ts';

type EndDeps = { db: Database; config: { authSecret: string } };
type WeeklyOffers = { listStartedOffers(uid: string): Promise<Pick<MyOffer, 'title' | 'next_step'>[]> };
export type WeeklyDeps = EndDeps & { words: MailWords; recipients: WeeklyOffers };

/** Mails ordered a minute, so that other mails need not wait. */
const BATCH = 300;
const WEEK_MS = 7 * DAY_MS;
const FIRST_MONDAY_MS = 4 * DAY_MS;
const PAGE = '/unsubscribe';

/** @returns the date of the last Monday (UTC). */
export const weekOf = (nowMs: number): string =>
	new Date(nowMs - ((nowMs - FIRST_MONDAY_MS) % WEEK_MS)).toISOString().slice(0, 10);

type OfUser = Pick<Caller<'user'>, 'actor'>;

export async function saveWeeklyMail({ db, clock }: DbDeps, { is_on }: CallInput<'saveWeeklyMail'>, { actor }: OfUser) {
	await setWeekly(db, actor.uid, is_on ? weekOf(clock.now()) : undefined);
	return { is_on };
}

export async function orderWeeklyMails({ db, clock }: DbDeps): Promise<void> {
	const week = weekOf(clock.now());
	await inTransaction(db, async (tx) => {
		const claimed = await claimWeek(tx, week, BATCH);
		const orders = claimed.map(({ uid }) => ({ kind: 'weekly', uid, week }) as const);
		await orderMails(tx, orders);
	});
}

type Recipient = { uid: string; email: string; language: string | null };

/** @returns undefined if the user no longer wants the mail, or nothing happened. */
export async function writeWeeklyMail(deps: WeeklyDeps, to: Recipient, week: string): Promise<Mail | undefined> {
	const { db, words, recipients } = deps;
	const { uid, email } = to;
	if (!(await mayGetWeekly(db, uid))) return undefined;
	const until = new Date(week);
	const found = await selectLines(db, { uid, from: new Date(until.getTime() - WEEK_MS), until });
	if (found.length === 0) return undefined;
	const { language, amount: inWords, letter } = letterWriter(words, to.language);
	const offers = (await recipients.listStartedOffers(uid)).map(({ title: offer, next_step: step }) =>
		textIn(language, step ? 'mail_weekly_step' : 'mail_weekly_offer', { offer, step: step?.title ?? '' }),
	);
	const lines = found.map(({ key, count, amount }) =>
		textIn(language, key, { count, amount: inWords(robuxToWire(amount)) }),
	);
	const url = `${words.publicUrl}${PAGE}?code=${codeOf(deps, uid)}`;
	const end = { label: textIn(language, 'mail_weekly_unsubscribe'), url };
	const written = { ...letter('weekly', { lines: [...lines, ...offers].join('\n\n') }), end };
	return {
		...{ to: email, id: `<weekly-${week}-${uid}@${new URL(words.publicUrl).host}>` },
		headers: { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
		...writeMail(words, language, written, `${words.publicUrl}/my-offers`),
	};
}

/** One-click unsubscribe (RFC 8058). A mail scanner's GET gets the page. */
export function weeklyRoutes(app: FastifyInstance, deps: EndDeps & { languages: Languages }): void {
	app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4_096 }, (_request, body, done) => done(null, body));
	app.post<{ Querystring: { code?: unknown } }>(PAGE, async ({ body, query, headers }, reply) => {
		const code = String(query.code);
		const uid = code.slice(0, code.indexOf('.'));
		const isValid = isSameText(codeOf(deps, uid), code) && String(body).includes('One-Click');
		if (isValid) await setWeekly(deps.db, uid);
		const text = isValid ? 'notices_weekly_ended' : 'identity_link_without_code';
		reply.code(isValid ? 200 : 404).type('text/plain; charset=utf-8');
		return textIn(languageFor(headers, deps.languages), text);
	});
}

function codeOf({ config }: EndDeps, uid: string): string {
	return `${uid}.${createHmac('sha256', config.authSecret).update(`weekly-mail\0${uid}`).digest('base64url')}`;
}
