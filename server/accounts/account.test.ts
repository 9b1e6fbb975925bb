import { sql } from 'kysely';
import { defaultBranding, namesIn } from '../../contract/branding.ts';
import { newEmail, PASSWORD, signUpForm } from '../../test/sites/identity-site.ts';
import { openTestProduct } from '../../test/sites/product.ts';
import { codeIn, openVisitors } from '../../test/sites/visitor.ts';
import { soon } from '../../test/support/users.ts';
import { rowsOf } from '../lib/db/database.ts';
import { type MailOrder, orderMail } from '../notifications/mail-order.ts';
import { sendOrderedMail } from '../notifications/send-ordered-mail.ts';
import { threadMails } from '../tickets/messages/thread-codes.ts';
import { mailRecipients } from './mail-recipients.ts';

const { product, database } = openTestProduct();
const { owner } = database;
const world = () => product().url;
const NEW_PASSWORD = 'another staple entirely';

const { visitor, signUp, mailsTo, mailTo, codeFrom } = openVisitors(product);

async function signIn(email: string, password: string) {
	const person = visitor();
	const answer = await person.post('/auth/sign-in/email', { email, password });
	return { person, answer };
}

const verify = (code: unknown) => visitor().post('/auth/verify-email', { code });
const resetTo = (password: string, code: string | undefined) =>
	visitor().post('/auth/reset-password', { code, password });
const INVALID = [400, 'auth/invalid-action-code'];

function sendNow(order: MailOrder): Promise<void> {
	const { deps } = product();
	const { languages } = deps.config;
	const words = { ...namesIn(defaultBranding), publicUrl: world(), languages };
	const recipients = { ...mailRecipients(deps), ...threadMails(deps), listStartedOffers: async () => [] };
	return sendOrderedMail({ ...deps, recipients, words }, order);
}

const refusal = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

test('a verification mail follows the sign-up, and its link confirms the address once', async () => {
	const { email, person } = await signUp();
	const mail = await mailTo(email, /Confirm your email/);
	expect(mail.from).toBe('no-reply@lootpass.example');
	expect(mail.html).toContain(`href="${mail.links[0]}"`);
	expect(mail.links[0]).toMatch(new RegExp(`^${world()}/verify-email#code=`));
	const code = codeIn(mail);

	const answers = await Promise.all(Array.from({ length: 8 }, () => verify(code)));
	expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)]);
	expect(answers.find(({ status }) => status === 200)?.body).toEqual({ email });
	expect(answers.find(({ status }) => status === 400)?.body.code).toBe('auth/invalid-action-code');
	expect((await person.get('/auth/account')).body.emailVerified).toBe(true);
	expect((await person.post('/auth/send-verification-email')).body).toEqual({ sent: false });
});

test('a verification link is refused for an address that the account no longer has, and reported once expired', async () => {
	const { email, uid } = await signUp();
	const code = await codeFrom(email, /Confirm/);
	await sql`update auth_user set email = ${newEmail()} where id = ${uid}`.execute(owner);
	expect(refusal(await verify(code))).toEqual(INVALID);
	await sql`update action_codes set expires_at = now() - interval '1 second' where uid = ${uid}`.execute(owner);
	for (let time = 0; time < 2; time++) expect(refusal(await verify(code))).toEqual([400, 'auth/expired-action-code']);
});

test.each([undefined, '', 'x'.repeat(43), 7, {}])('the verification rejects the code %j', async (code) => {
	expect((await verify(code)).status).toBe(400);
});

test('at most three verification links are valid', async () => {
	const { email, uid } = await signUp();
	await mailTo(email, /Confirm/);
	for (let times = 0; times < 5; times++) await sendNow({ kind: 'verify-email', uid });
	expect(await rowsOf(owner)`select from action_codes where uid = ${uid}`).toHaveLength(3);
});

test('a forgotten password is replaced through a mailed link, which ends all sessions and confirms the address', async () => {
	const { email, person, uid } = await signUp();
	const verification = await codeFrom(email, /Confirm/);
	const response = await visitor().post('/auth/request-password-reset', { email: email.toUpperCase() });
	expect(response.body).toEqual({ success: true });
	const code = await codeFrom(email, /Choose a new password/);

	expect(refusal(await resetTo('password123', code))).toEqual([400, 'auth/weak-password']);
	const answers = await Promise.all(Array.from({ length: 4 }, () => resetTo(NEW_PASSWORD, code)));
	expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);

	expect(refusal(await person.get('/auth/token'))).toEqual([401, 'auth/user-token-expired']);
	expect(refusal((await signIn(email, PASSWORD)).answer)).toEqual([401, 'auth/invalid-credential']);
	const { answer, person: again } = await signIn(email, NEW_PASSWORD);
	expect(answer.status).toBe(200);
	expect((await again.get('/auth/account')).body).toMatchObject({ uid, emailVerified: true });
	await mailTo(email, /password was changed/);
	// The account may have been created with another person's address, so older links must stop working.
	expect(refusal(await verify(verification))[0]).toBe(400);
});

test('a forgotten password is reset by no verification link, nor through an address that the account no longer has', async () => {
	const { email, uid } = await signUp();
	const verification = await codeFrom(email, /Confirm/);
	expect(refusal(await resetTo(NEW_PASSWORD, verification))).toEqual(INVALID);
	await visitor().post('/auth/request-password-reset', { email });
	const code = await codeFrom(email, /Choose a new password/);
	expect(refusal(await verify(code)), 'a reset link as verification').toEqual(INVALID);
	const address = newEmail();
	await sql`update auth_user set email = ${address} where id = ${uid}`.execute(owner);
	expect(refusal(await resetTo(NEW_PASSWORD, code))).toEqual(INVALID);
	expect((await signIn(address, PASSWORD)).answer.status).toBe(200);
});

test.each([[{ toString: 'x' }], [['a@test.example']], [7], [null]])('%j is rejected as an email', async (email) => {
	const body = { email, password: 'something long' };
	const answers = ['request-password-reset', 'sign-in/email'].map((path) => visitor().post(`/auth/${path}`, body));
	expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([400, 400]);
});

test('a reset request for an unknown address sends no mail', async () => {
	const { email } = await signUp();
	const unknown = newEmail();
	for (const address of [unknown, email]) await sendNow({ kind: 'reset-password', email: address });
	expect([email, unknown].map((address) => mailsTo(address, /new password/).length)).toEqual([1, 0]);
});

test('a change of password needs the old password, ends the other sessions and keeps the current one', async () => {
	const { email, person } = await signUp();
	const { person: elsewhere } = await signIn(email, PASSWORD);
	const change = (currentPassword: string | undefined, newPassword: string) =>
		person.post('/auth/change-password', { currentPassword, newPassword });
	expect(refusal(await change('wrong horse battery', NEW_PASSWORD))).toEqual([401, 'auth/wrong-password']);
	expect(refusal(await change(undefined, NEW_PASSWORD))).toEqual([401, 'auth/wrong-password']);
	expect(refusal(await change(PASSWORD, 'qwertyuiop'))).toEqual([400, 'auth/weak-password']);
	expect((await change(PASSWORD, NEW_PASSWORD)).body).toEqual({ success: true });
	expect((await elsewhere.get('/auth/token')).status).toBe(401);
	expect((await person.get('/auth/token')).status).toBe(200);
	expect((await signIn(email, NEW_PASSWORD)).answer.status).toBe(200);
	await mailTo(email, /password was changed/);
});

test('a change of address takes effect when the link in the new mailbox is used, and notifies the old address', async () => {
	const { email, person } = await signUp();
	const address = newEmail();
	expect((await person.post('/auth/change-email', { newEmail: address })).body).toEqual({ success: true });
	const code = await codeFrom(address, /Confirm your new/);
	expect((await person.get('/auth/account')).body.email).toBe(email);
	expect((await verify(code)).body).toEqual({ email: address });
	expect((await person.get('/auth/account')).body).toMatchObject({ email: address, emailVerified: true });
	await mailTo(email, /address was changed/);
	expect((await signIn(address, PASSWORD)).answer.status).toBe(200);
});

test('a change of address to an address in use gets the same response; only that mailbox is notified', async () => {
	const other = await signUp();
	const { person } = await signUp();
	expect((await person.post('/auth/change-email', { newEmail: other.email })).body).toEqual({ success: true });
	expect(codeIn(await mailTo(other.email, /already a Lootpass account/))).toBeUndefined();
});

test('a change of address to an address taken in the meantime is refused', async () => {
	const { person } = await signUp();
	const address = newEmail();
	await person.post('/auth/change-email', { newEmail: address });
	const code = await codeFrom(address, /Confirm your new/);
	await visitor().post('/auth/sign-up/email', signUpForm({ email: address }));
	expect(refusal(await verify(code))).toEqual([409, 'auth/email-already-in-use']);
});

test('devices are listed without tokens or IP addresses, and can be signed out singly or all but the current one', async () => {
	const { email, person } = await signUp();
	const [first, second] = [await signIn(email, PASSWORD), await signIn(email, PASSWORD)];
	const { body, text } = await person.get('/auth/list-sessions');
	expect(body.sessions).toHaveLength(3);
	expect(body.sessions.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toHaveLength(1);
	expect(Object.keys(body.sessions[0]).sort()).toEqual(['createdAt', 'device', 'id', 'isCurrent', 'lastUsedAt']);
	expect(text).not.toMatch(/127\.0\.0\.1|::1|token/);

	const { sessionId } = (await first.person.get('/auth/account')).body;
	const stranger = await signUp();
	expect((await stranger.person.post('/auth/revoke-session', { id: sessionId })).body).toEqual({ revoked: false });
	expect((await person.post('/auth/revoke-session', { id: sessionId })).body).toEqual({ revoked: true });
	expect((await first.person.get('/auth/token')).status).toBe(401);
	expect((await second.person.get('/auth/token')).status).toBe(200);
	expect((await person.post('/auth/revoke-other-sessions')).body).toEqual({ revoked: 1 });
	expect((await second.person.get('/auth/token')).status).toBe(401);

	const { sessionId: own } = (await person.get('/auth/account')).body;
	await person.post('/auth/revoke-session', { id: own });
	expect(person.hasCookie('lootpass.session_token')).toBe(false);
});

const mailState = (state: string) => visitor().post(`${product().sandbox.url}/control/mails/state`, { state });

test('an unavailable mail server delays mails without blocking requests or losing any', async () => {
	await mailState('away');
	const { email } = await signUp();
	const attempts = () =>
		sql<{ attempts: number; last_error: string | null }>`
			select attempts, last_error from graphile_worker.jobs where task_identifier = 'identity-mail' and last_error is not null
		`.execute(owner);
	await vi.waitFor(async () => expect((await attempts()).rows.length).toBeGreaterThan(0), soon);
	expect(JSON.stringify((await attempts()).rows)).not.toMatch(/#code=/);
	expect(product().sandbox.listMails(email)).toEqual([]);
	await mailState('open');
	await mailTo(email, /Confirm/);
});

test('a permanent refusal is not retried and is recorded until a mail is accepted', async () => {
	await mailState('refusing');
	const { uid, email } = await signUp();
	await sendNow({ kind: 'verify-email', uid });
	expect(product().sandbox.listMails(email)).toEqual([]);
	const refused = async () =>
		(await sql<{ code: number | null }>`select mail_refused_code as code from users where uid = ${uid}`.execute(owner))
			.rows[0]?.code;
	expect(await refused()).toBe(550);
	await mailState('open');
	await sendNow({ kind: 'verify-email', uid });
	expect(await refused()).toBeNull();
});

test('no mail is sent for a deleted account', async () => {
	const { uid, email } = await signUp();
	await mailTo(email, /Confirm/);
	await sql`delete from auth_user where id = ${uid}`.execute(owner);
	await sendNow({ kind: 'password-changed', uid });
	await orderMail(product().deps.db, { kind: 'password-changed', uid });
	expect(product().sandbox.listMails(email)).toHaveLength(1);
});
