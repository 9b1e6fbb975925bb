import { sql } from 'kysely';
import { PASSWORD } from '../../../test/sites/identity-site.ts';
import { bearer, request, send } from '../../../test/sites/json-client.ts';
import { openTestProduct } from '../../../test/sites/product.ts';
import { openVisitors, type Visitor } from '../../../test/sites/visitor.ts';
import { rowsOf } from '../../lib/db/database.ts';
import { requirePermission } from '../../lib/http/callers.ts';

const { product, database } = openTestProduct({ env: { REQUIRE_ADMIN_TOTP: 'on' } });
const { owner } = database;
const { visitor, signUp: earner, withTotp, handOver } = openVisitors(product);
const refusal = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

async function admin() {
	const made = await earner();
	await sql`update users set role = 'Admin' where uid = ${made.uid}`.execute(owner);
	return made;
}

const giveCode = (person: Visitor, code: string) => person.post('/auth/two-factor/verify-totp', { code });
const giveBackupCode = (person: Visitor, code: string | undefined) =>
	person.post('/auth/two-factor/verify-backup-code', { code });

async function afterPassword(email: string): Promise<Visitor> {
	const person = visitor();
	await person.post('/auth/sign-in/email', { email, password: PASSWORD });
	return person;
}

const adminWithTotp = async () => withTotp(await admin());

async function missingStep(person: Visitor) {
	const { token } = (await person.get('/auth/token')).body;
	const actor = await product().deps.identity.authenticate({ headers: bearer(token) } as never);
	if (!actor) throw new Error('no user is signed in');
	try {
		requirePermission(actor, 'read-dashboard');
		return null;
	} catch (error) {
		return (error as { details?: { reason?: string } }).details?.reason ?? 'no admin';
	}
}

/** Like the hand-off of an app that signed in before the second factor was set up. */
async function handOverWithoutCode(from: Visitor): Promise<Visitor> {
	const other = await handOver(from);
	const { sessionId } = (await other.get('/auth/account')).body;
	await sql`update auth_session set second_factor = false, second_factor_at = null where id = ${sessionId}`.execute(
		owner,
	);
	return other;
}

test('the set-up of an authenticator app allows admin calls in this session; every other session must give a code', async () => {
	expect(await missingStep((await admin()).person)).toBe('totp-not-set-up');
	const { person, uid, email, codeOfStep, totpUri, backupCodes } = await adminWithTotp();
	expect(await missingStep(person)).toBeNull();
	const rows = await rowsOf(owner)`select * from auth_two_factor where user_id = ${uid}`;
	expect(rows).toHaveLength(1);
	for (const secret of [new URL(totpUri).searchParams.get('secret') as string, ...backupCodes]) {
		expect(JSON.stringify(rows), 'stored unreadably').not.toContain(secret);
	}
	const { twoFactor } = (await person.get('/auth/account')).body;
	expect(twoFactor).toEqual({ enabled: true, required: true, verified: true });

	const second = visitor();
	const first = await second.post('/auth/sign-in/email', { email, password: PASSWORD });
	expect(first.body).toMatchObject({ twoFactorRedirect: true });
	expect(first.text).not.toMatch(/token|user/);
	expect((await second.get('/auth/token')).status).toBe(401);
	expect(refusal(await giveCode(second, '000000'))).toEqual([401, 'auth/invalid-verification-code']);
	const done = await giveCode(second, codeOfStep(1));
	expect(done.body.user).toMatchObject({ email });
	expect(done.text).not.toContain('"token"');
	expect(await missingStep(second)).toBeNull();
});

test('the set-up of an authenticator app does not count until it is finished, nor do its recovery codes', async () => {
	const { person } = await admin();
	const { body } = await person.post('/auth/two-factor/enable', { password: PASSWORD });
	const early = await giveBackupCode(person, body.backupCodes[0]);
	expect(refusal(early)).toEqual([403, 'auth/operation-not-allowed']);
	expect(await missingStep(person)).toBe('totp-not-set-up');
});

test('an earner signs in with a code or a recovery code, and can turn the second factor off', async () => {
	const { person, email, backupCodes, codeOfStep } = await withTotp();
	const { twoFactor } = (await person.get('/auth/account')).body;
	expect(twoFactor).toEqual({ enabled: true, required: false, verified: true });
	const [withCode, withRecoveryCode] = [await afterPassword(email), await afterPassword(email)];
	for (const guest of [withCode, withRecoveryCode]) expect((await guest.get('/auth/token')).status).toBe(401);
	expect((await giveCode(withCode, codeOfStep(1))).status).toBe(200);
	expect((await giveBackupCode(withRecoveryCode, backupCodes[0])).status).toBe(200);
	for (const signedIn of [withCode, withRecoveryCode]) expect((await signedIn.call('createUser')).result).toBeDefined();
	expect(refusal(await giveBackupCode(await afterPassword(email), backupCodes[0]))[0]).toBe(401);
	expect((await withCode.post('/auth/two-factor/disable', { password: PASSWORD })).body).toEqual({ success: true });
	expect((await (await afterPassword(email)).get('/auth/token')).status).toBe(200);
});

test('admin calls require a code after a sign-in from an app that gave none', async () => {
	const { person, codeOfStep } = await adminWithTotp();
	expect(await missingStep(await handOver(person))).toBeNull();
	const other = await handOverWithoutCode(person);
	expect(await missingStep(other)).toBe('totp-required');
	expect((await other.call('createUser')).result).toBeDefined();
	expect((await giveCode(other, codeOfStep(1))).status).toBe(200);
	expect(await missingStep(other)).toBeNull();
});

test('a code opens one session only', async () => {
	const { person, email, codeOfStep } = await adminWithTotp();
	const other = await handOver(person);
	const code = codeOfStep(1);
	expect((await giveCode(other, code)).status).toBe(200);
	const third = await afterPassword(email);
	expect((await giveCode(third, code)).status).toBe(401);
	expect((await third.get('/auth/token')).status).toBe(401);
});

test("a code without the sign-in's cookie, or after it expired, gets expired-action-code", async () => {
	const { email, codeOfStep } = await adminWithTotp();
	const second = visitor();
	expect(refusal(await giveCode(second, codeOfStep(1)))).toEqual([400, 'auth/expired-action-code']);
	await second.post('/auth/sign-in/email', { email, password: PASSWORD });
	await sql`update auth_verification set expires_at = now() - interval '1 second'`.execute(owner);
	expect(refusal(await giveCode(second, codeOfStep(1)))).toEqual([400, 'auth/expired-action-code']);
});

test('five wrong codes end a sign-in, even if the sixth is right', async () => {
	const { email, codeOfStep } = await adminWithTotp();
	const second = await afterPassword(email);
	for (let times = 0; times < 5; times++) await giveCode(second, '000000');
	expect(refusal(await giveCode(second, codeOfStep(1)))).toEqual([400, 'auth/expired-action-code']);
	expect((await second.get('/auth/token')).status).toBe(401);
});

test('ten wrong codes in a row lock sign-in for 15 minutes; existing sessions continue', async () => {
	const { email, codeOfStep, person } = await adminWithTotp();
	for (let rounds = 0; rounds < 2; rounds++) {
		const guesser = await afterPassword(email);
		for (let times = 0; times < 5; times++) await giveCode(guesser, '000000');
	}
	const second = await afterPassword(email);
	const answer = await giveCode(second, codeOfStep(1));
	expect(refusal(answer)).toEqual([429, 'auth/too-many-requests']);
	expect(answer.headers.get('retry-after')).toBe('900');
	expect(answer.body.message).toContain('15 minutes');
	expect(await missingStep(person)).toBeNull();
});

test('recovery codes work once each, in a sign-in and in a session, even in concurrent sign-ins', async () => {
	const { email, backupCodes, person } = await adminWithTotp();
	const [code = ''] = backupCodes;
	const second = await afterPassword(email);
	expect((await giveBackupCode(second, code)).status).toBe(200);
	expect(await missingStep(second)).toBeNull();
	const other = await handOverWithoutCode(person);
	expect((await giveBackupCode(other, code)).status).toBe(401);
	expect(await missingStep(other)).toBe('totp-required');
	expect((await giveBackupCode(other, backupCodes[1])).status).toBe(200);
	expect(await missingStep(other)).toBeNull();
	const people = await Promise.all(Array.from({ length: 3 }, () => afterPassword(email)));
	const answers = await Promise.all(people.map((person) => giveBackupCode(person, backupCodes[2])));
	expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('recovery codes become invalid when new ones are generated', async () => {
	const { person, backupCodes } = await adminWithTotp();
	const { body } = await person.post('/auth/two-factor/generate-backup-codes', { password: PASSWORD });
	expect(body.backupCodes).toHaveLength(10);
	const other = await handOverWithoutCode(person);
	expect((await giveBackupCode(other, backupCodes[3])).status).toBe(401);
});

test('an app completes both steps without a session cookie', async () => {
	const { email, codeOfStep } = await adminWithTotp();
	const url = `${product().url}/auth`;
	const first = await send('POST', `${url}/sign-in/email`, { email, password: PASSWORD });
	const cookies = first.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
	expect(cookies.join()).not.toContain('session_token');
	const code = { code: codeOfStep(1) };
	const { body } = await send('POST', `${url}/two-factor/verify-totp`, code, { cookie: cookies.join('; ') });
	expect(body.token).toEqual(expect.any(String));
	expect((await request(`${url}/token`, { headers: bearer(body.token) })).status).toBe(200);
});
