import { sql } from 'kysely';
import type { NoticeContent } from '../../contract/accounts/notices.ts';
import { retentionMs } from '../../contract/site/retention.ts';
import { newEmail, signUpForm } from '../../test/sites/identity-site.ts';
import { bearer, type Json, request, send } from '../../test/sites/json-client.ts';
import { openTestProduct } from '../../test/sites/product.ts';
import { soon, usersOf } from '../../test/support/users.ts';
import { banUser, pauseUser, resumeUser, unbanUser } from '../accounts/user-record/restrict-user.ts';
import { cellOf, cellsOf, inTransaction } from '../lib/db/database.ts';
import { purgeNotices } from './feature.ts';
import { orderMail } from './mail-order.ts';
import { notifyUser } from './notify-user.ts';

const { product, database } = openTestProduct();
const { owner } = database;
const { signUp, readyToWithdraw } = usersOf(product);
type TestUser = Awaited<ReturnType<typeof signUp>>;

const tell = (uid: string, notice: NoticeContent & { reference?: string }) =>
	inTransaction(database.app, (tx) => notifyUser(tx, { uid, ...notice }));
const message = (text: string): NoticeContent => ({ kind: 'message', data: { text } });
const noticesOf = async (user: TestUser, page: unknown = null) => (await user.call('getNotices', page)).result;

async function mailsTo({ uid }: Pick<TestUser, 'uid'>, subject: RegExp): Promise<Json[]> {
	const email = await cellOf<string>(owner)`select email from auth_user where id = ${uid}`;
	return product()
		.sandbox.listMails(email)
		.filter((mail) => subject.test(mail.subject));
}

const mailed = (user: Pick<TestUser, 'uid'>, subject: RegExp) =>
	vi.waitFor(async () => {
		const mails = await mailsTo(user, subject);
		expect(mails).toHaveLength(1);
		return mails[0] as Json;
	}, soon);

test("the notice and mail about a withdrawal's end report the payment", async () => {
	const user = await readyToWithdraw(50);
	const { order_id } = (await user.call('processWithdrawal', user.request)).result;
	await vi.waitFor(async () => expect((await noticesOf(user)).items).toHaveLength(1), soon);
	expect(await noticesOf(user)).toMatchObject({
		items: [{ kind: 'withdrawal-paid', data: { order_id, amount: 50 }, is_read: false }],
		unread: 1,
		nextCursor: null,
	});
	const mail = await mailed(user, /50\.00 R\$ was paid/);
	expect(mail.text).toContain(order_id);
	expect(mail.text).toContain('pending for a few days');
});

test("the notice and mail about a withdrawal's end report the refund", async () => {
	const user = await readyToWithdraw(50);
	const vendor = `${product().sandbox.url}/control/vendor`;
	await send('PATCH', vendor, { failNext: { reason: 'gamepass_not_found', times: 1 } });
	const { order_id } = (await user.call('processWithdrawal', user.request)).result;
	await vi.waitFor(async () => {
		expect((await user.call('getWithdrawHistory')).result.items).toMatchObject([{ is_refunded: true }]);
	}, soon);
	const refunded = { kind: 'withdrawal-refunded', data: { order_id, amount: 50, because: 'pass-not-found' } };
	expect((await noticesOf(user)).items).toMatchObject([refunded]);
	expect((await mailed(user, /50\.00 R\$ failed/)).text).toMatch(/back in your balance.*Put it on sale at exactly/s);
	expect(await mailsTo(user, /was paid/)).toEqual([]);
});

test('six concurrent notices with the same reference create one notice', async () => {
	const user = await signUp();
	const notice = { ...message('Once.'), reference: 'withdrawal/1/end' };
	await Promise.all(Array.from({ length: 6 }, () => tell(user.uid, notice)));
	expect((await noticesOf(user)).items).toHaveLength(1);
	await mailed(user, /A message/);
});

test('a notice of a rolled-back transaction is not sent', async () => {
	const user = await signUp();
	const failing = inTransaction(database.app, async (tx) => {
		await notifyUser(tx, { uid: user.uid, ...message('Never.') });
		throw new Error('rolled back');
	});
	await expect(failing).rejects.toThrow('rolled back');
	await tell(user.uid, message('Behind it.'));
	expect((await mailed(user, /A message/)).text).toContain('Behind it.');
	expect(await noticesOf(user)).toMatchObject({ items: [{ data: { text: 'Behind it.' } }], unread: 1 });
});

test('a pause, a resume, a ban and an unban each create one notice and a mail', async () => {
	const user = await signUp();
	await user.call('createUser');
	const { uid } = user;
	const pause = { uid, reason: 'we are looking at your last offers.' };
	await inTransaction(database.app, async (tx) => {
		await pauseUser(tx, pause);
		await pauseUser(tx, { uid, reason: 'again' });
	});
	expect((await mailed(user, /paused/)).text).toContain(pause.reason);
	await inTransaction(database.app, async (tx) => {
		await resumeUser(tx, pause);
		await resumeUser(tx, pause);
	});
	await mailed(user, /withdraw again/);
	await inTransaction(database.app, (tx) => banUser(tx, { uid, reason: 'Cheating.', atMs: Date.now() }));
	await mailed(user, /is banned/);
	await inTransaction(database.app, (tx) => unbanUser(tx, uid));
	await mailed(user, /is open again/);
	const kinds = await cellsOf<string>(owner)`select kind from notices where uid = ${uid} order by id`;
	expect(kinds).toEqual(['paused', 'resumed', 'banned', 'unbanned']);
});

test('the list of notices is paged newest first, and is marked read up to the given notice', async () => {
	const user = await signUp();
	for (const text of ['one', 'two', 'three']) await tell(user.uid, message(text));
	const first = await noticesOf(user, { limit: 2 });
	expect(first.items.map((item: Json) => item.data.text)).toEqual(['three', 'two']);
	expect(first.unread).toBe(3);
	const second = await noticesOf(user, { limit: 2, cursor: first.nextCursor });
	expect(second.items.map((item: Json) => item.data.text)).toEqual(['one']);
	expect(second.nextCursor).toBeNull();

	await tell(user.uid, message('four'));
	expect((await user.call('markNoticesRead', { upTo: first.items[0].id })).result).toEqual({ unread: 1 });
	const { items, unread } = await noticesOf(user);
	expect([unread, ...items.map((item: Json) => item.is_read)]).toEqual([1, false, true, true, true]);
	expect((await user.call('getNotices', { cursor: 'x' })).error.status).toBe('INVALID_ARGUMENT');
});

test('the list of notices is visible to its owner only, and others cannot mark it read', async () => {
	const [mine, other] = [await signUp(), await signUp()];
	await tell(mine.uid, message('For me.'));
	const [{ id }] = (await noticesOf(mine)).items;
	expect((await noticesOf(other)).items).toEqual([]);
	await other.call('markNoticesRead', { upTo: id });
	expect((await noticesOf(mine)).unread).toBe(1);
});

test('the list of notices drops notices that are older than the retention period', async () => {
	const user = await signUp();
	await tell(user.uid, message('old'));
	await tell(user.uid, message('new'));
	const [, old] = (await noticesOf(user)).items;
	await sql`
		update notices set created_at = now() - ${retentionMs('notices') + 60_000} * interval '1 millisecond' where id = ${old.id}
	`.execute(owner);
	await purgeNotices({ db: database.app, clock: { now: () => Date.now() } });
	expect((await noticesOf(user)).items).toMatchObject([{ data: { text: 'new' } }]);
});

test("an admin's message reaches the open page live, by mail, and in the audit log with its author", async () => {
	const [user, admin] = [await signUp(), await signUp()];
	for (const person of [user, admin]) await person.call('createUser');
	await sql`update users set role = 'Admin' where uid = ${admin.uid}`.execute(owner);
	const stream = await fetch(`${product().url}/data/users/${user.uid}/live`, { headers: bearer(user.accessToken) });
	let seen = '';
	const reading = (async () => {
		for await (const chunk of stream.body ?? []) seen += Buffer.from(chunk).toString();
	})().catch(() => {});
	await vi.waitFor(() => expect(seen).toContain('event: user'), soon);
	expect(seen).not.toContain('event: notice');

	const text = 'Your last survey was taken back by mistake.';
	const write = (words: string) => admin.call('adminMessageUser', { uid: user.uid, message: words });
	expect((await write(` ${text} `)).result).toEqual({ uid: user.uid });
	const data = await vi.waitFor(() => {
		const found = /event: notice\ndata: (.*)\n\n/.exec(seen)?.[1];
		expect(found).toBeDefined();
		return found as string;
	}, soon);
	expect(JSON.parse(data)).toMatchObject({ unread: 1, latest: { kind: 'message', data: { text } } });
	void reading;
	expect((await mailed(user, /A message/)).text).toContain(text);
	const { rows } = await sql`
		select actor, details->'after'->>'message' as message from audit_entries where uid = ${user.uid}
	`.execute(owner);
	expect(rows).toEqual([{ actor: admin.uid, message: text }]);
	expect((await write('  ')).error.status).toBe('INVALID_ARGUMENT');
});

const german = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' };

async function arrive(headers: Record<string, string>) {
	const { url } = product();
	const email = newEmail();
	const { body, status } = await send('POST', `${url}/auth/sign-up/email`, signUpForm({ email }), headers);
	expect(status).toBe(200);
	const { body: issued } = await request(`${url}/auth/token`, { headers: bearer(body.token) });
	const visit = (accepted: Record<string, string>) =>
		send('POST', `${url}/api/createUser`, { data: null }, { ...bearer(issued.token), ...accepted });
	return { uid: body.user.id as string, email, visit };
}

const settled = (uid: string, reference: string) =>
	tell(uid, { kind: 'claim-settled', reference, data: { reference, offer: 'Island farm', amount: 12.5, by: 'us' } });

test('a user who signs up on a German page gets all mails in German', async () => {
	const user = await arrive(german);
	const { uid, email } = user;
	expect((await mailed(user, /^Bestätige deine E-Mail-Adresse/)).html).toContain('<html lang="de" dir="ltr">');
	await settled(uid, 'C-1');
	const rewarded = await mailed(user, /^Deine fehlende Belohnung von 12\.50 R\$ ist da/);
	expect(rewarded.text).toContain('„Island farm“ (C-1)');
	const data = { reference: 'C-2', offer: null, said: 'The partner says no.' };
	await tell(uid, { kind: 'claim-declined', reference: 'C-2', data });
	const declined = await mailed(user, /^Zu deiner fehlenden Belohnung C-2/);
	expect(declined.links.join()).toContain('/threads/new?about=claim:C-2');
	await orderMail(database.app, { kind: 'reset-password', email });
	expect((await mailed(user, /^Wähle ein neues Passwort/)).links.join()).toMatch(/\/reset-password#code=/);
	await inTransaction(database.app, (tx) => banUser(tx, { uid, reason: 'Cheating.', atMs: Date.now() }));
	await mailed(user, /ist gesperrt$/);
});

test('a returning user gets mails in their new language; an unsupported one changes nothing', async () => {
	const user = await arrive({});
	const { uid, visit } = user;
	await mailed(user, /^Confirm your email/);
	const stored = () => cellOf<string>(owner)`select language from users where uid = ${uid}`;
	expect(await stored()).toBeUndefined();
	await visit({ 'accept-language': 'en', cookie: 'language=de' });
	await vi.waitFor(async () => expect(await stored()).toBe('de'), soon);
	await sql`update users set last_access = now() - interval '1 hour' where uid = ${uid}`.execute(owner);
	await visit({ 'accept-language': 'tlh' });
	await settled(uid, 'C-2');
	await mailed(user, /^Deine fehlende Belohnung/);
	expect(await stored()).toBe('de');
});
