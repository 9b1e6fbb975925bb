import { sql } from 'kysely';
import { newEmail, PASSWORD, signUpForm } from '../../../test/sites/identity-site.ts';
import { request, send } from '../../../test/sites/json-client.ts';
import { openTestProduct } from '../../../test/sites/product.ts';
import { createVisitor, follow, type Visitor } from '../../../test/sites/visitor.ts';
import { soon } from '../../../test/support/users.ts';
import { inTransaction, rowsOf, rowOf as selectRow } from '../../lib/db/database.ts';
import { banUser } from '../user-record/restrict-user.ts';

const { product, database } = openTestProduct();
const { owner } = database;
const world = () => product().url;
const visitor = () => createVisitor(world);
const childhood = `${new Date().getUTCFullYear() - 9}-05-05`;

async function withGoogle(person: Visitor, form: Record<string, string>, callbackURL = '/withdraw') {
	const { status, body } = await person.post('/auth/sign-in/social', { provider: 'google', callbackURL });
	expect(status).toBe(200);
	const chooser = await follow(person, await person.go(body.url));
	expect(chooser.text).toContain('Choose an account');
	return stopAtProduct(person, await person.submit(chooser.at, form));
}

async function newcomer(form: Record<string, string> = {}) {
	const [person, email] = [visitor(), newEmail()];
	return { person, email, end: await withGoogle(person, { email, ...form }) };
}

async function stopAtProduct(person: Visitor, page: Awaited<ReturnType<Visitor['go']>>) {
	let current = page;
	for (let hops = 0; current.location && hops < 10; hops++) {
		const url = new URL(current.location);
		if (url.origin === world() && !url.pathname.startsWith('/auth/')) return url;
		current = await person.go(current.location);
	}
	throw new Error(`the round ended at ${page.status} ${page.text.slice(0, 200)}`);
}

const rowOf = (email: string) =>
	selectRow<Record<string, unknown>>(owner)`
		select a.id, a.age_known, a.birth_year, a.email_verified, a.image, u.uid is not null as recorded,
			w.uid is not null as has_wallet, g.access_token, g.refresh_token, g.id_token, g.account_id
		from auth_user a left join users u on u.uid = a.id left join wallets w on w.uid = a.id
		left join auth_account g on g.user_id = a.id and g.provider_id = 'google'
		where a.email = ${email}
	`;

async function adultWithGoogle() {
	const { person, email } = await newcomer();
	await person.post('/auth/age', { birthDate: '2000-01-01' });
	return { person, email };
}

async function callbackOf(person: Visitor): Promise<string> {
	const { body } = await person.post('/auth/sign-in/social', { provider: 'google' });
	const chooser = await follow(person, await person.go(body.url));
	let page = await person.submit(chooser.at, { email: newEmail() });
	while (page.location && !page.location.includes('/auth/callback/google')) page = await person.go(page.location);
	return page.location as string;
}

test('lists the available ways to sign in', async () => {
	const ways = { signUp: true, google: true, mail: true, provider: false, served: true };
	expect((await visitor().get('/auth/ways')).body).toEqual(ways);
});

test('a first sign-in with Google creates an account that is blocked until an age is given', async () => {
	const { person, email, end } = await newcomer({ name: 'Kim\u0007 Lake' });
	expect(end.pathname + end.search).toBe('/sign-up?step=age');
	const row = await rowOf(email);
	expect(row).toMatchObject({ age_known: false, birth_year: null, recorded: false, has_wallet: false });
	expect([row?.access_token, row?.refresh_token, row?.id_token, row?.image]).toEqual([null, null, null, null]);

	expect((await person.call('createUser')).error).toMatchObject({ details: { reason: 'age-unknown' } });
	const account = (await person.get('/auth/account')).body;
	expect(account).toMatchObject({ ageKnown: false, hasGoogle: true, hasPassword: false });
	expect((await person.post('/auth/age', { birthDate: '2001-02-29' })).body.code).toBe('auth/age-required');
	expect((await person.post('/auth/age', { birthDate: '2001-12-24' })).body).toEqual({ success: true });
	expect(await rowOf(email)).toMatchObject({ age_known: true, birth_year: 2001, recorded: true, has_wallet: true });
	expect((await person.call('createUser')).result).toMatchObject({ created: true });
	expect((await person.post('/auth/age', { birthDate: childhood })).body.code).toBe('auth/operation-not-allowed');
});

test('a first sign-in with Google deletes the account of a child, who cannot retry with another date in this browser', async () => {
	const { person, email } = await newcomer();
	const refused = await person.post('/auth/age', { birthDate: childhood });
	expect([refused.status, refused.body.code]).toEqual([403, 'auth/too-young']);
	expect(refused.body.message).not.toMatch(/\d|age|old|young|year/i);
	expect(await rowOf(email)).toBeUndefined();
	expect((await person.get('/auth/token')).status).toBe(401);

	const again = await withGoogle(person, { email });
	expect(again.pathname + again.search).toBe('/login?error=too-young');
	expect(await rowOf(email)).toBeUndefined();
	expect((await person.post('/auth/sign-up/email', signUpForm())).body.code).toBe('auth/too-young');
});

test('a first sign-in with Google refuses a date from a browser whose sign-up form was refused meanwhile', async () => {
	const { person, email } = await newcomer();
	await person.post('/auth/sign-up/email', signUpForm({ birthDate: childhood }));
	const answer = await person.post('/auth/age', { birthDate: '1990-01-01' });
	expect([answer.status, answer.body.code]).toEqual([403, 'auth/too-young']);
	expect(await rowOf(email)).toBeUndefined();
});

test('a first sign-in with Google accepts only one of several concurrent birth dates', async () => {
	const { person, email } = await newcomer();
	const dates = Array.from({ length: 6 }, (_, index) => (index % 2 ? childhood : '1990-01-01'));
	const answers = await Promise.all(dates.map((birthDate) => person.post('/auth/age', { birthDate })));
	const row = await rowOf(email);
	const successes = answers.filter(({ status }) => status === 200).length;
	expect(row === undefined ? successes : successes - 1).toBe(0);
	if (row) expect(row).toMatchObject({ age_known: true, birth_year: 1990 });
});

test('a first sign-in with Google sends our own verification mail if Google has not confirmed the address', async () => {
	const { person, email } = await newcomer({ unverified: 'on' });
	await person.post('/auth/age', { birthDate: '2000-01-01' });
	expect(await rowOf(email)).toMatchObject({ email_verified: false });
	await vi.waitFor(() => expect(product().sandbox.listMails(email)).toHaveLength(1), soon);
});

test('a repeated sign-in with Google counts as a recent sign-in', async () => {
	const { person, email } = await adultWithGoogle();
	await sql`
		update auth_session set created_at = now() - interval '11 minutes'
		where user_id = (select id from auth_user where email = ${email})
	`.execute(owner);
	const setPassword = () => person.post('/auth/change-password', { newPassword: 'another staple entirely' });
	const refused = await setPassword();
	expect([refused.status, refused.body.code]).toEqual([403, 'auth/requires-recent-login']);
	await withGoogle(person, { email });
	expect((await setPassword()).body).toEqual({ success: true });
});

test('a repeated sign-in with Google identifies users by their Google id, and redirects to the requested page', async () => {
	const { person, email } = await adultWithGoogle();
	await sql`update auth_user set email = ${newEmail()} where email = ${email}`.execute(owner);
	const later = visitor();
	const end = await withGoogle(later, { email }, '/offer-history?x=1');
	expect(end.href).toBe(`${world()}/offer-history?x=1`);
	const [first, second] = [(await person.get('/auth/account')).body, (await later.get('/auth/account')).body];
	expect(second.uid).toBe(first.uid);
	expect(second.sessionId).not.toBe(first.sessionId);
});

test('a repeated sign-in with Google shows a banned user the reason once, only in this browser', async () => {
	const { person, email } = await adultWithGoogle();
	const { uid } = (await person.get('/auth/account')).body;
	const ban = { uid, reason: 'Three chargebacks.', atMs: Date.now() };
	await inTransaction(product().deps.db, (tx) => banUser(tx, ban));
	const end = await withGoogle(person, { email });
	expect(end.pathname + end.search).toBe('/login?error=user-disabled');
	expect(end.href).not.toContain('chargebacks');
	expect((await visitor().get('/auth/sign-in-error')).body).toEqual({ code: null, message: null });
	const message = expect.stringContaining('Three chargebacks.');
	expect((await person.get('/auth/sign-in-error')).body).toMatchObject({ code: 'auth/user-disabled', message });
	expect((await person.get('/auth/sign-in-error')).body.code).toBeNull();
	expect((await person.get('/auth/token')).status).toBe(401);
});

test('implicit linking: Google never joins an existing account by address, confirmed or not', async () => {
	for (const isVerified of [false, true]) {
		const email = newEmail();
		await visitor().post('/auth/sign-up/email', signUpForm({ email }));
		await sql`update auth_user set email_verified = ${isVerified} where email = ${email}`.execute(owner);
		const { person, end } = await newcomer({ email });
		expect(end.pathname + end.search).toBe('/login?error=email-already-in-use');
		expect((await person.get('/auth/token')).status).toBe(401);
		expect(await rowOf(email)).toMatchObject({ account_id: null, email_verified: isVerified });
	}
});

test('a callback without the cookie of its own flow signs in no user', async () => {
	const victim = visitor();
	const end = await victim.go(await callbackOf(visitor()));
	expect(end.location).toBe(`${world()}/login?error=expired-action-code`);
	expect((await victim.get('/auth/token')).status).toBe(401);
});

test('a callback works once', async () => {
	const person = visitor();
	const callback = await callbackOf(person);
	expect((await person.go(callback)).location).toContain('/sign-up?step=age');
	expect((await person.go(callback)).location).toContain('/login?error=expired-action-code');
});

const foreign = ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', 7];
test.each([
	...foreign.map((callbackURL) => ({ callbackURL })),
	...[{ idToken: { token: 'x' } }, { requestSignUp: true }, { errorCallbackURL: '/' }, { scopes: ['x'] }],
])('a sign-in with %j is rejected', async (more) => {
	const { body } = await visitor().post('/auth/sign-in/social', { provider: 'google', ...more });
	expect(body.code).toBe('auth/invalid-argument');
});

test("the provider's error text is not shown on the page", async () => {
	const person = visitor();
	const { body } = await person.post('/auth/sign-in/social', { provider: 'google' });
	const state = new URL(body.url).searchParams.get('state');
	const lure = `/auth/callback/google?state=${state}&error=auth/user-disabled&error_description=Call+0900`;
	expect((await person.go(lure)).location).toBe(`${world()}/login?error=operation-not-allowed`);
	expect((await person.get('/auth/sign-in-error')).body.message).not.toContain('0900');
});

test('a forged error cookie shows no message', async () => {
	const sentence = JSON.stringify({ code: 'auth/user-disabled', message: 'Call 0900.' });
	const lure = Buffer.from(sentence).toString('base64url');
	for (const signature of ['', '.', `.${'x'.repeat(43)}`]) {
		const headers = { cookie: `lootpass.sign_in_error=${lure}${signature}` };
		expect((await request(`${world()}/auth/sign-in-error`, { headers })).body).toEqual({ code: null, message: null });
	}
});

test('a cancelled flow is reported as refused', async () => {
	const end = await withGoogle(visitor(), { cancel: '1' });
	expect(end.search).toBe('?error=operation-not-allowed');
});

test('the age gate of the sign-up form stores nothing and refuses a second date in the same browser, for any address', async () => {
	const person = visitor();
	const form = signUpForm({ birthDate: childhood });
	const refused = await person.post('/auth/sign-up/email', form);
	expect([refused.status, refused.body.code]).toEqual([403, 'auth/too-young']);
	expect(refused.body.message).not.toMatch(/\d|age|old|young|year/i);
	expect(refused.headers.getSetCookie().join()).not.toMatch(/max-age|expires/i);
	for (const retry of [{ ...form, birthDate: '1990-01-01' }, signUpForm()]) {
		expect((await person.post('/auth/sign-up/email', retry)).body.code).toBe('auth/too-young');
	}
	expect((await visitor().post('/auth/sign-up/email', signUpForm())).status).toBe(200);
	expect(await rowOf(String(form.email))).toBeUndefined();
	expect(await rowsOf(owner)`select from rate_limits where key like ${`%${form.email}%`}`).toEqual([]);
});

test('the age gate of the sign-up form refuses a second date from an app for the same address', async () => {
	const form = signUpForm({ birthDate: childhood, password: PASSWORD });
	const url = `${world()}/auth/sign-up/email`;
	expect((await send('POST', url, form)).body.code).toBe('auth/too-young');
	expect((await send('POST', url, { ...form, birthDate: '1990-01-01' })).body.code).toBe('auth/too-young');
	expect((await send('POST', url, signUpForm())).status).toBe(200);
});

test('the age gate of the sign-up form ignores a forged cookie', async () => {
	const person = visitor();
	const headers = { origin: world(), cookie: 'lootpass.age=forged' };
	const answer = await send('POST', `${world()}/auth/sign-up/email`, signUpForm(), headers);
	expect(answer.status).toBe(200);
	expect(person.hasCookie('lootpass.age')).toBe(false);
});
