import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Statement } from '../../../contract/accounts/statements.ts';
import type { Thread } from '../../../contract/accounts/threads.ts';
import { defaultBranding, namesIn } from '../../../contract/branding.ts';
import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import { openAdminSite, type Person } from '../../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { mailRecipients } from '../../accounts/mail-recipients.ts';
import { hashCode } from '../../accounts/sign-in/one-time-code.ts';
import { readMailOrder } from '../../notifications/mail-order.ts';
import { sendOrderedMail } from '../../notifications/send-ordered-mail.ts';
import { openThread } from './open-thread.ts';
import { makeThreadCode, purgeThreadCodes, threadMails } from './thread-codes.ts';

const database = openTestDatabase({ poolSize: 20 });
const { app: db, owner } = database;
const site = openAdminSite(database);
const clock = { now: () => site.deps.clock.now() };
let user: Person;

beforeEach(async () => {
	user = await site.signUp();
});

type Refused = { status: string; details: { reason: string } };
const callAs = async <Result>(name: string, data: unknown, who = user) =>
	(await site.callAs(name, data, who)) as Result & Refused;
const open = (text = 'Where is my reward?', more: object = {}) =>
	callAs<{ reference: string }>('openThread', { subject: 'A question', text, ...more });
const reply = (reference: string, text: string, who = user) =>
	callAs<object>('replyToThread', { reference, text }, who);
const read = (reference: string, who = user) => callAs<Thread>('getThread', { reference }, who);
const ban = (reason = 'Cheating.') => site.ban(user.uid, reason);
const linkFor = async (reference: string | null = null) =>
	(await makeThreadCode({ db, clock }, { uid: user.uid, reference })) ?? '';
const spend = async (code: string) => {
	const { result, error } = (await site.call('openThreadByCode', { code })).json();
	return (result ?? error) as { thread_token: string; reference: string; expiresAt: number } & Refused;
};
const withToken = (thread_token: string) => ({ ...user, accessToken: thread_token });

test('a message of a user has a reference, is visible only to its author, and is in the export', async () => {
	const { reference } = await open();
	expect(reference).toMatch(/^S-[0-9A-HJKMNP-TV-Z]{12}$/);
	const messages = [{ from: 'you', text: 'Where is my reward?', at: expect.any(Number), by_decider: false }];
	expect(await read(reference)).toMatchObject({ subject: 'A question', state: 'open', about: null, messages });
	const other = await site.signUp();
	expect((await read(reference, other)).status).toBe('NOT_FOUND');
	expect((await reply(reference, 'I read along.', other)).status).toBe('NOT_FOUND');
	expect((await callAs<{ items: object[] }>('getThreads', null, other)).items).toEqual([]);
	const mine = await callAs<{ threads: object[] }>('exportMyData', null);
	expect(mine.threads).toMatchObject([{ reference, messages }]);
});

test('a message of a user is in the export, even among 201 threads', async () => {
	await sql`
		insert into threads (uid, reference, subject, state, opened_at, changed_at)
		select ${user.uid}, 'S-' || n, 'Again', 'waiting', date_trunc('milliseconds', now()), date_trunc('milliseconds', now())
		from generate_series(1, 201) n
	`.execute(owner);
	const { threads } = await callAs<{ threads: { reference: string }[] }>('exportMyData', null);
	expect(new Set(threads.map(({ reference }) => reference)).size).toBe(201);
});

test.each([
	['empty', { text: '  ' }],
	['a text above the limit', { text: 'x'.repeat(4_001) }],
	['no subject', { subject: '' }],
	['a subject above the limit', { subject: 'x'.repeat(121) }],
	['an unknown topic', { about: { kind: 'weather', id: '1' } }],
	['an unknown field', { from: 'staff' }],
])('a message of a user is rejected: %s', async (_what, more) => {
	expect((await open('Hello.', more)).status).toBe('INVALID_ARGUMENT');
});

test('a message of a user is stored unchanged, up to 4,000 characters', async () => {
	const text = '<script>alert(1)</script> {x} %s ‮ 😀'.padEnd(4_000, 'ä');
	expect((await read((await open(text)).reference)).messages[0]?.text).toBe(text);
});

test('a message of a user is stored once for repeated and concurrent submissions', async () => {
	const answers = await Promise.all([1, 2, 3, 4, 5].map(() => open()));
	expect(new Set(answers.map(({ reference }) => reference)).size).toBe(1);
	const { reference } = await open();
	await Promise.all([1, 2, 3].map(() => reply(reference, 'Anybody there?')));
	expect((await read(reference)).messages).toHaveLength(2);
});

test('a message of a user is limited to ten a day, even concurrently', async () => {
	const answers = await Promise.all(Array.from({ length: 14 }, (_, n) => open(`Message ${n}`)));
	expect(answers.filter(({ reference }) => reference)).toHaveLength(10);
	const refused = answers.filter(({ status }) => status === 'RESOURCE_EXHAUSTED');
	expect(refused.map(({ details }) => details.reason)).toEqual(Array(4).fill('too-many-messages'));
	const tomorrow = { db, clock: { now: () => clock.now() + DAY_MS } };
	const request = { subject: 'Again', about: undefined, text: 'Hello?' };
	expect((await openThread(tomorrow, request, { actor: user })).reference).toBeDefined();
});

test('a message of a user is listed in pages without duplicates', async () => {
	for (const n of [1, 2, 3]) await open(`Message ${n}`);
	type Page = { items: { reference: string }[]; nextCursor: string | null };
	const first = await callAs<Page>('getThreads', { limit: 2 });
	const second = await callAs<Page>('getThreads', { limit: 2, cursor: first.nextCursor });
	expect(new Set([...first.items, ...second.items].map(({ reference }) => reference)).size).toBe(3);
	expect(second.nextCursor).toBeNull();
	expect((await callAs<Page>('getThreads', { cursor: 'x' })).status).toBe('INVALID_ARGUMENT');
});

// spec: bad-day.reasons
test('a mailed link opens the thread about the ban without a session', async () => {
	await ban();
	expect((await callAs<object>('getThreads', null)).details.reason).toBe('banned');
	const { thread_token, reference, expiresAt } = await spend(await linkFor());
	expect(Math.abs(expiresAt - clock.now() - HOUR_MS)).toBeLessThan(5_000);
	const me = withToken(thread_token);
	const thread = await read(reference, me);
	expect(thread).toMatchObject({ state: 'waiting', about: { kind: 'ban', id: null }, messages: [] });
	expect(thread.statement).toMatchObject({ rule: 'staff', version: 1, automated: false, said: 'Cheating.' });
	expect(await reply(reference, 'It was my brother.', me)).toEqual({ reference, state: 'open' });
	const second = await spend(await linkFor());
	expect(second.reference).toBe(reference);
	expect((await read(reference, withToken(second.thread_token))).messages).toHaveLength(1);
});

test.each([
	[null, 'Your account ban'],
	['de', 'Die Sperre deines Kontos'],
])("a mailed link opens a thread titled in the banned user's language: %s", async (language, subject) => {
	await ban();
	await sql`update users set language = ${language} where uid = ${user.uid}`.execute(owner);
	const { thread_token, reference } = await spend(await linkFor());
	expect((await read(reference, withToken(thread_token))).subject).toBe(subject);
});

test('a mailed link is redeemed once even by 50 concurrent requests', async () => {
	const code = await linkFor();
	const answers = await Promise.all(Array.from({ length: 50 }, () => spend(code)));
	expect(answers.filter(({ thread_token }) => thread_token)).toHaveLength(1);
	const refused = answers.find(({ status }) => status);
	expect([refused?.status, refused?.details.reason]).toEqual(['UNAUTHENTICATED', 'thread-code-invalid']);
});

test('a mailed link survives mail scanners: GET and HEAD requests do not redeem it', async () => {
	const code = await linkFor();
	for (const method of ['GET', 'HEAD'] as const) {
		await site.app.inject({ method, url: `/appeal?code=${code}` });
		await site.app.inject({ method, url: '/api/openThreadByCode' });
	}
	expect((await spend(code)).thread_token).toBeDefined();
});

test.each(['', 'abc', 'A'.repeat(43), 'A'.repeat(44), 'A'.repeat(9_000), "' or 1=1 --"])(
	'a mailed link is refused like a redeemed link if its code is made up: %j',
	async (code) => {
		expect(await spend(code)).toMatchObject({ status: 'UNAUTHENTICATED', details: { reason: 'thread-code-invalid' } });
	},
);

test('a mailed link is valid for 14 days, and its token for an hour', async () => {
	const [early, late] = [await linkFor(), await linkFor()];
	site.advance(14 * DAY_MS - 1000);
	const { thread_token, reference } = await spend(early);
	site.advance(1000);
	expect((await spend(late)).status).toBe('UNAUTHENTICATED');
	site.advance(HOUR_MS - 2000);
	expect((await read(reference, withToken(thread_token))).reference).toBe(reference);
	site.advance(1000);
	expect((await read(reference, withToken(thread_token))).status).toBe('UNAUTHENTICATED');
	await purgeThreadCodes({ db, clock });
	const left = await sql`select from thread_codes where uid = ${user.uid}`.execute(owner);
	site.advance(-14 * DAY_MS - HOUR_MS + 1000);
	expect(left.rows).toHaveLength(0);
});

test('a mailed link is stored as a hash, like its token; a user has at most three valid links', async () => {
	const codes = [await linkFor(), await linkFor(), await linkFor(), await linkFor()];
	const { rows } = await sql<{ code_hash: Buffer }>`
		select code_hash from thread_codes where uid = ${user.uid}
	`.execute(owner);
	expect(rows).toHaveLength(3);
	expect(rows.map(({ code_hash }) => code_hash)).toContainEqual(hashCode(codes[3]));
	const { thread_token } = await spend(codes[3] ?? '');
	const dump = JSON.stringify((await sql`select * from thread_codes`.execute(owner)).rows);
	expect(dump).not.toContain(thread_token);
	expect(Buffer.from(thread_token, 'base64url')).toHaveLength(32);
});

test('the token of one thread grants access to no other thread and no other call', async () => {
	const { reference: mine } = await open('About something else.');
	const other = await site.signUp();
	const { reference: theirs } = await callAs<{ reference: string }>('openThread', { subject: 'Me', text: 'Hi' }, other);
	const { thread_token, reference } = await spend(await linkFor());
	const me = withToken(thread_token);
	for (const wrong of [mine, theirs, 'S-NONE']) {
		expect((await read(wrong, me)).status).toBe('UNAUTHENTICATED');
		expect((await reply(wrong, 'Let me in.', me)).status).toBe('UNAUTHENTICATED');
	}
	for (const call of ['getThreads', 'getNotices', 'exportMyData', 'createWebSession', 'deleteAccount'])
		expect((await callAs<object>(call, null, me)).status, call).toBe('UNAUTHENTICATED');
	expect((await read(reference, me)).reference).toBe(reference);
	expect((await read(reference, withToken('x'.repeat(43)))).status).toBe('UNAUTHENTICATED');
	expect((await spend(thread_token)).status).toBe('UNAUTHENTICATED');
	expect((await read(reference, withToken(await linkFor()))).status).toBe('UNAUTHENTICATED');
});

test('the token of one thread is deleted with the account, like all threads and messages', async () => {
	await open();
	const { thread_token, reference } = await spend(await linkFor());
	const code = await linkFor();
	expect(await callAs<object>('deleteAccount', null)).toEqual({ deleted: true });
	expect((await read(reference, withToken(thread_token))).status).toBe('UNAUTHENTICATED');
	expect((await reply(reference, 'Still here.', withToken(thread_token))).status).toBe('UNAUTHENTICATED');
	expect((await spend(code)).status).toBe('UNAUTHENTICATED');
	for (const table of ['threads', 'thread_messages', 'thread_codes']) {
		const { rows } = await sql`select from ${sql.table(table)} where uid = ${user.uid}`.execute(owner);
		expect(rows, table).toHaveLength(0);
	}
	expect(await linkFor()).toBe('');
});

describe('a newly requested link', () => {
	const send = async (email: string, remoteAddress = '127.0.0.1', app = site.app) =>
		app.inject({ method: 'POST', url: '/api/sendThreadLink', payload: { data: { email } }, remoteAddress });
	const ordered = async (email: string) => {
		const { rows } = await sql<{ payload: object }>`
			select payload from graphile_worker._private_jobs where payload ->> 'email' = ${email}
		`.execute(owner);
		return rows.map(({ payload }) => readMailOrder(payload));
	};

	test('a newly requested link gets the same response and queues the same job whether or not the address has an account', async () => {
		const unknownEmail = `${randomUUID()}@test.example`;
		const answers = [await send(user.email), await send(unknownEmail)];
		expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(Array(2).fill([200, '{"result":{}}']));
		expect(await ordered(user.email)).toEqual([{ kind: 'thread-link', email: user.email }]);
		expect(await ordered(unknownEmail)).toHaveLength(1);
	});

	test('a newly requested link is mailed only to banned users; other users get a mail without a code, unknown addresses none', async () => {
		const sent: { to: string; text: string }[] = [];
		const deps = { ...site.deps, mailer: { send: async (mail: never) => void sent.push(mail), close() {} } };
		const words = { ...namesIn(defaultBranding), publicUrl: 'https://x.example', languages: ['en', 'de'] };
		const recipients = { ...mailRecipients({ db, clock }), ...threadMails({ db, clock }) };
		const mail = (email: string) =>
			sendOrderedMail({ ...deps, db, recipients, words } as never, { kind: 'thread-link', email });
		await mail(user.email);
		await ban();
		await mail(user.email);
		await mail('nobody@test.example');
		expect(sent.map(({ to }) => to)).toEqual([user.email, user.email]);
		expect(sent[0]?.text).not.toContain('code=');
		const code = /appeal#code=([\w-]{43})/.exec(sent[1]?.text ?? '')?.[1];
		expect((await spend(code ?? '')).thread_token).toBeDefined();
	});
});

describe('a statement of reasons', () => {
	const statement = (kind: string, id: string | null = null, who = user) =>
		callAs<Statement>('getStatement', { kind, id }, who);

	test('for a pause gives the reason without naming the admin, and can be appealed', async () => {
		expect((await statement('pause')).details.reason).toBe('nothing-to-object-to');
		const admin = await site.admin();
		await site.callAs('adminPauseUser', { uid: user.uid, reason: 'checked: We look.' }, admin);
		const found = await statement('pause');
		expect(found).toMatchObject({ rule: 'staff', version: 1, automated: false, said: 'We look.', ends_at: null });
		expect(JSON.stringify(found)).not.toContain(admin.uid);
		const { reference } = await open('I did nothing.', { about: { kind: 'pause' } });
		expect(await read(reference)).toMatchObject({ about: { kind: 'pause', id: null }, statement: { rule: 'staff' } });
		expect((await open('Really.', { about: { kind: 'pause' } })).reference).toBe(reference);
	});

	test("a statement of reasons is not available for another user's items", async () => {
		const other = await site.signUp();
		await site.callAs('adminPauseUser', { uid: other.uid, reason: 'x' }, await site.admin());
		expect((await statement('pause')).status).toBe('NOT_FOUND');
		for (const kind of ['ban', 'withdrawal', 'hold', 'reversal', 'claim'])
			expect((await open('Mine.', { about: { kind, id: '1' } })).status, kind).toBe('NOT_FOUND');
	});
});
