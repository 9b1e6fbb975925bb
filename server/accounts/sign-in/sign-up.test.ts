import { sql } from 'kysely';
import { parseBirthDate } from '../../../contract/accounts/birth-date.ts';
import { refusal } from '../../../contract/refusals.ts';
import { newEmail, ORIGIN, openSite, PASSWORD, signUpForm } from '../../../test/sites/identity-site.ts';
import { bearer } from '../../../test/sites/json-client.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { rowsOf, rowOf as selectRow } from '../../lib/db/database.ts';

const database = openTestDatabase({ poolSize: 12 });
const { owner } = database;
const inPage = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
const browser = { origin: ORIGIN, ...inPage };

const rowOf = (email: string) =>
	selectRow<Record<string, unknown>>(owner)`
		select a.*, u.uid is not null as recorded, w.uid is not null as has_wallet,
			(select count(*)::int from auth_account where user_id = a.id) as accounts
		from auth_user a left join users u on u.uid = a.id left join wallets w on w.uid = a.id
		where a.email = ${email}
	`;

describe('sign-up', () => {
	const site = openSite(database);

	test('signs an app in with a token, stores a record, a wallet and only the year of birth', async () => {
		const email = newEmail();
		const answer = await site.post('/auth/sign-up/email', signUpForm({ email, birthDate: '1999-12-31' }));
		expect(answer.statusCode).toBe(200);
		expect(answer.json()).toMatchObject({ token: expect.any(String), user: { email, emailVerified: false } });
		expect(answer.headers['set-cookie']).toBeUndefined();
		const row = await rowOf(email);
		expect(row).toMatchObject({ recorded: true, has_wallet: true, accounts: 1, birth_year: 1999 });
		expect(JSON.stringify([row, answer.json()])).not.toContain('12-31');
	});

	test.each(['moja@xn--h1alffa9f.xn--p1ai', 'o&k@example.com', 'a/b@example.com', 'user~x@example.com'])(
		'accepts the address %s, for sign-in too',
		async (email) => {
			expect((await site.post('/auth/sign-up/email', signUpForm({ email }))).statusCode).toBe(200);
			expect((await site.post('/auth/sign-in/email', { email, password: PASSWORD })).statusCode).toBe(200);
			expect((await site.post('/auth/request-password-reset', { email })).statusCode).toBe(200);
		},
	);

	test.each([
		['a user under 13', { birthDate: `${new Date().getUTCFullYear() - 12}-01-01` }, 403, 'auth/too-young'],
		['a missing date of birth', { birthDate: undefined }, 400, 'auth/age-required'],
		['a day that does not exist', { birthDate: '2001-02-29' }, 400, 'auth/age-required'],
		['a future date', { birthDate: '2999-01-01' }, 400, 'auth/age-required'],
		['a year of birth', { birthYear: 1980 }, 400, 'auth/invalid-argument'],
		['a missing name', { name: undefined }, 400, 'auth/invalid-argument'],
		['a name with a NUL', { name: 'a\u0000b' }, 400, 'auth/invalid-argument'],
		['an invalid address', { email: 'no-at-sign' }, 400, 'auth/invalid-email'],
		['an address of a kilobyte', { email: `${'a'.repeat(1000)}@test.example` }, 400, 'auth/invalid-email'],
		['a missing password', { password: undefined }, 400, 'auth/missing-password'],
		['an object as the password', { password: {} }, 400, 'auth/missing-password'],
		['a password of seven characters', { password: '1234567' }, 400, 'auth/weak-password'],
		['a password of 129 characters', { password: 'x'.repeat(129) }, 400, 'auth/weak-password'],
	])('refuses %s', async (_what, changes, status, code) => {
		const form = signUpForm(changes);
		const answer = await site.post('/auth/sign-up/email', form);
		expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
		expect(answer.json().message).toMatch(/^[A-Z].*\.$/);
		expect(await rowOf(String(form.email))).toBeUndefined();
	});

	test('gives a browser an HttpOnly cookie and never the token', async () => {
		const answer = await site.post('/auth/sign-up/email', signUpForm(), browser);
		const cookie = String(answer.headers['set-cookie']);
		expect(cookie).toMatch(/^lootpass\.session_token=/);
		expect(cookie).toMatch(/; Path=\/auth; HttpOnly; SameSite=Lax$/);
		const token = decodeURIComponent(cookie).split('=')[1]?.split('.')[0] as string;
		expect(token.length).toBeGreaterThanOrEqual(32);
		expect(answer.body).not.toContain(token);
		expect(JSON.stringify({ ...answer.headers, 'set-cookie': '' })).not.toContain(token);
	});

	test("treats a program that uses Node's fetch as an app", async () => {
		const answer = await site.post('/auth/sign-up/email', signUpForm(), { 'sec-fetch-mode': 'cors' });
		expect(answer.statusCode).toBe(200);
		expect(answer.json().token).toEqual(expect.any(String));
	});

	test.each([
		['another website', { ...browser, origin: 'https://evil.example' }],
		['a browser without an origin', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }],
		['a null origin', { ...browser, origin: 'null', 'sec-fetch-site': 'cross-site' }],
	])('refuses a request of %s', async (_what, headers) => {
		const email = newEmail();
		const answer = await site.post('/auth/sign-up/email', signUpForm({ email }), headers);
		expect([answer.statusCode, answer.json().code]).toEqual([403, 'auth/operation-not-allowed']);
		expect(await rowOf(email)).toBeUndefined();
	});

	test('twenty concurrent sign-ups with one address create one account', async () => {
		const email = newEmail();
		const answers = await Promise.all(
			Array.from({ length: 20 }, (_, index) =>
				site.post('/auth/sign-up/email', signUpForm({ email: index % 2 ? email : email.toUpperCase() })),
			),
		);
		const codes = answers.map((answer) => answer.json().code ?? 'signed up').sort();
		expect(codes).toEqual([...Array(19).fill('auth/email-already-in-use'), 'signed up']);
		expect(await rowOf(email)).toMatchObject({ accounts: 1, recorded: true });
	});

	test('an account whose password cannot be stored is rolled back', async () => {
		const email = newEmail();
		await sql`alter table auth_account add constraint broken check (provider_id <> 'credential') not valid`.execute(
			owner,
		);
		const answer = await site.post('/auth/sign-up/email', signUpForm({ email }));
		await sql`alter table auth_account drop constraint broken`.execute(owner);
		expect([answer.statusCode, answer.json().code]).toEqual([500, 'auth/internal-error']);
		expect(await rowOf(email)).toBeUndefined();
		expect((await site.post('/auth/sign-up/email', signUpForm({ email }))).statusCode).toBe(200);
		site.errors.length = 0;
	});

	test('a sign-up succeeds even if its user record cannot be stored; the first call creates the record', async () => {
		const email = newEmail();
		await sql`alter table users add constraint broken check (role is not null) not valid`.execute(owner);
		const answer = await site.post('/auth/sign-up/email', signUpForm({ email }));
		await sql`alter table users drop constraint broken`.execute(owner);
		expect(answer.statusCode).toBe(200);
		expect(await rowOf(email)).toMatchObject({ recorded: false, has_wallet: false });
		expect(site.errors.splice(0)).toHaveLength(1);

		const call = await site.call('createWebSession', null, await site.accessToken(answer.json().token));
		expect(call.statusCode).toBe(200);
		expect(await rowOf(email)).toMatchObject({ recorded: true, has_wallet: true });
	});
});

const closed = openSite(database, { env: { SIGN_UP: 'off' } });

test('SIGN_UP=off refuses new users', async () => {
	const answer = await closed.post('/auth/sign-up/email', signUpForm());
	const body = { code: 'auth/operation-not-allowed', ...refusal('sign-up-off') };
	expect([answer.statusCode, answer.json()]).toEqual([403, body]);
});

describe('rate limits', () => {
	const site = openSite(database, { env: { RATE_LIMITS: 'on' } });

	const guess = (headers: Record<string, string> = {}, ip?: string) =>
		site.post('/auth/sign-in/email', { email: newEmail(), password: PASSWORD }, headers, ip);

	async function limitedOfThirty(nth: (index: number) => ReturnType<typeof guess>) {
		const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => nth(index)));
		return answers.filter(({ statusCode }) => statusCode === 429);
	}

	test("count sign-ins of a minute by the connection's IP and ignore visitor headers", async () => {
		const limited = await limitedOfThirty((index) =>
			guess({ 'x-forwarded-for': `10.0.0.${index}`, 'x-lootpass-visitor': `10.0.1.${index}` }),
		);
		expect(limited).toHaveLength(10);
		expect(limited[0]?.json().code).toBe('auth/too-many-requests');
		expect(Number(limited[0]?.headers['retry-after'])).toBeGreaterThan(0);
		expect((await guess({}, '192.0.2.7')).json().code).toBe('auth/invalid-credential');
		site.advance(61_000);
		expect((await guess()).json().code, 'after the window').toBe('auth/invalid-credential');
	});

	test('count an IPv6 subnet as one visitor', async () => {
		const inSubnet = (index: number) => guess({}, `2001:db8:1:2:${index.toString(16)}::1`);
		expect(await limitedOfThirty(inSubnet)).toHaveLength(10);
	});
});

describe("sign-ups beyond a network's daily limit", () => {
	const site = openSite(database, { env: { RATE_LIMITS: 'on', SIGN_UPS_A_DAY: '3' } });
	const line = (n: number) => `2001:db8:50:${n}::1`;

	async function signUpFrom(remoteAddress: string) {
		const answer = await site.post('/auth/sign-up/email', signUpForm(), {}, remoteAddress);
		expect(answer.statusCode).toBe(200);
		const { token, user } = answer.json();
		const accessToken = await site.accessToken(token);
		const ask = async () => {
			const { error } = (await site.call('createUser', null, accessToken)).json();
			return error?.details?.reason ?? 'served';
		};
		return { ask, uid: user.id as string, accessToken };
	}

	test('create accounts that must first confirm their address', async () => {
		const people = [];
		for (let n = 0; n < 5; n += 1) people.push(await signUpFrom(line(n)));
		const response = await Promise.all(people.map(({ ask }) => ask()));
		expect(response).toEqual([...Array(3).fill('served'), ...Array(2).fill('confirm-email-first')]);
		const last = people.at(-1);
		const record = await site.get(`/data/users/${last?.uid}`, bearer(last?.accessToken ?? ''));
		expect(record.json().error.details.reason).toBe('confirm-email-first');
		await sql`update auth_user set email_verified = true where id = ${last?.uid}`.execute(database.owner);
		expect(await last?.ask()).toBe('served');
	});

	test('refused sign-ups do not affect another network or the local machine', async () => {
		expect(await (await signUpFrom('2001:db8:51:1::1')).ask()).toBe('served');
		for (let n = 0; n < 5; n += 1) expect(await (await signUpFrom('127.0.0.1')).ask()).toBe('served');
	});

	test('refused sign-ups are counted anew the next day', async () => {
		site.advance(24 * 3_600_000);
		const { uid } = await signUpFrom(line(1));
		expect(await rowsOf(owner)`select from auth_user where id = ${uid} and confirm_first`).toEqual([]);
	});
});

test.each(['', '2000', '2000-1-1', '01-01-2000', '2000-13-01', '1899-12-31', 20000101, null, {}])(
	'age is not parsed from %j',
	(text) => expect(parseBirthDate(text)).toBeUndefined(),
);
