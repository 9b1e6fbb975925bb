import { type RawBuilder, sql } from 'kysely';
import { DAY_MS } from '../../../contract/durations.ts';
import type { Json } from '../../../test/sites/json-client.ts';
import { openTestProduct } from '../../../test/sites/product.ts';
import { soon, usersOf } from '../../../test/support/users.ts';
import { banUser } from '../../accounts/user-record/restrict-user.ts';
import { cellOf, inTransaction } from '../../lib/db/database.ts';
import { notifyUser } from '../notify-user.ts';
import { orderWeeklyMails, weekOf } from './weekly.ts';

const { product, database } = openTestProduct();
const { owner, app } = database;
const { signUp, readyToWithdraw } = usersOf(product);
type User = Pick<Awaited<ReturnType<typeof signUp>>, 'uid' | 'email' | 'call'>;

const isOn = async (user: User) => (await user.call('getPush')).result.weekly_mail;
const save = (user: User, is_on = true) => user.call('saveWeeklyMail', { is_on });
const change = (changes: (uid: string) => RawBuilder<unknown>) => (user: User) => changes(user.uid).execute(owner);

async function subscribe<Given extends User>(user: Given): Promise<Given> {
	await user.call('createUser');
	await change((uid) => sql`update auth_user set email_verified = true where id = ${uid}`)(user);
	const answer = { kind: 'thread-answered', data: { reference: 'T-1', subject: 'Hello' } } as const;
	await inTransaction(app, (tx) => notifyUser(tx, { uid: user.uid, ...answer }));
	expect([await isOn(user), (await save(user)).result]).toEqual([false, { is_on: true }]);
	return user;
}

async function sendWeekly(weeks: number): Promise<void> {
	const deps = { db: app, clock: { now: () => Date.now() + weeks * 7 * DAY_MS } };
	await Promise.all([orderWeeklyMails(deps), orderWeeklyMails(deps), orderWeeklyMails(deps)]);
	const waiting = sql`graphile_worker.jobs where task_identifier = 'identity-mail'`;
	await vi.waitFor(async () => expect(await cellOf(owner)`select count(*)::int from ${waiting}`).toBe(0), soon);
}

function weeklyTo({ email }: User): Json[] {
	const mails: Json[] = product().sandbox.listMails(email);
	return mails.filter(({ headers }) => headers['list-unsubscribe']);
}

test('the weekly mail sums up the week in the language of the user, once', async () => {
	const user = await subscribe(await readyToWithdraw(50));
	await user.call('processWithdrawal', user.request);
	await user.untilPaid();
	const { items } = (await user.call('getOffers', { order: 'recommended', device: null })).result;
	await user.call('openOffer', { id: items[0].id });
	await vi.waitFor(async () => expect((await user.call('getMyOffers', {})).result.items).toHaveLength(1), soon);
	await change((uid) => sql`update users set language = 'de' where uid = ${uid}`)(user);
	for (const week of [0, 1, 1]) await sendWeekly(week);
	for (const state of [false, true]) await save(user, state);
	await sendWeekly(0);
	const [{ text, html, headers }, ...more] = weeklyTo(user) as [Json];
	expect(more).toEqual([]);
	const address = `${product().url}/unsubscribe?code=${user.uid}.`;
	const earned = `Belohnungen: 1 (${user.reward.toFixed(2)} R$)`;
	const offer = `In Arbeit: „${items[0].title}“`;
	const lines = [earned, 'Bezahlte Auszahlungen: 1 (50.00 R$)', 'Antworten von uns: 1', offer, address];
	for (const line of lines) expect([text.includes(line), html.includes(line)]).toEqual([true, true]);
	expect(headers['list-unsubscribe'].startsWith(`<${address}`)).toBe(true);
	expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
	expect((await user.call('exportMyData')).result.weekly_mail).toBe(true);
	const dates = ['2026-11-22T23:59:59Z', '2026-11-23T00:00:00Z', '2026-11-29T23:59:59Z'];
	expect(dates.map((date) => weekOf(Date.parse(date)))).toEqual(['2026-11-16', '2026-11-23', '2026-11-23']);
});

const ban = ({ uid }: User) => inTransaction(app, (tx) => banUser(tx, { uid, reason: 'Cheating.', atMs: Date.now() }));
const old = sql`created_at = now() - interval '15 days'`;
const reasons: [string, (user: User) => Promise<unknown>][] = [
	['turned it off', (user) => save(user, false)],
	['had news only in an earlier week', change((uid) => sql`update notices set ${old} where uid = ${uid}`)],
	['has no confirmed address', change((uid) => sql`update auth_user set email_verified = false where id = ${uid}`)],
	['cannot get mails', change((uid) => sql`update users set mail_refused_at = now() where uid = ${uid}`)],
	['is banned', ban],
	['deleted the account', (user) => user.call('deleteAccount')],
];

test.each(reasons)('a user who %s gets no weekly mail', async (_reason, happen) => {
	const [user, other] = [await subscribe(await signUp()), await subscribe(await signUp())];
	await happen(user);
	await sendWeekly(1);
	expect([weeklyTo(user), weeklyTo(other)]).toEqual([[], [expect.anything()]]);
});

test("a user unsubscribes with the mail's link alone, and only by POST", async () => {
	const [user, other] = [await subscribe(await signUp()), await subscribe(await signUp())];
	await sendWeekly(1);
	const address = String(weeklyTo(user)[0]?.headers['list-unsubscribe']).slice(1, -1);
	const post = async (
		to: string,
		body: URLSearchParams | FormData = new URLSearchParams('List-Unsubscribe=One-Click'),
	) => (await fetch(to, { method: 'POST', body, redirect: 'error' })).status;
	for (const method of ['GET', 'HEAD']) await fetch(address, { method });
	const wrong = [
		address.replace(user.uid, other.uid),
		address.slice(0, -1),
		`${address}x`,
		address.split('?')[0] ?? '',
	];
	for (const one of wrong) expect(await post(one)).toBe(404);
	expect(await post(address, new URLSearchParams('x=1'))).toBe(404);
	expect([await isOn(user), await isOn(other)]).toEqual([true, true]);
	const form = new FormData();
	form.append('List-Unsubscribe', 'One-Click');
	for (const body of [undefined, form, form]) {
		expect([await post(address, body), await isOn(user)]).toEqual([200, false]);
	}
	expect(await isOn(other)).toBe(true);
});
