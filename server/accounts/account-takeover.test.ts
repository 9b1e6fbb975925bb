import { sql } from 'kysely';
import { newEmail, PASSWORD, signUpForm } from '../../test/sites/identity-site.ts';
import { openTestProduct } from '../../test/sites/product.ts';
import { createVisitor, openVisitors, type Visitor } from '../../test/sites/visitor.ts';
import { soon } from '../../test/support/users.ts';
import { cellOf, rowsOf } from '../lib/db/database.ts';
import { mailRecipients } from './mail-recipients.ts';

const { product, database } = openTestProduct();
const { owner } = database;
const { product: limited } = openTestProduct({ env: { RATE_LIMITS: 'on' } });
const { visitor, signUp, withTotp, handOver, codeFrom } = openVisitors(product);
const STOLEN = 'another staple entirely';
const NEEDED = { code: 'auth/operation-not-allowed', reason: 'second-factor-needed' };

const ageSignIn = (uid: string, column: 'created_at' | 'second_factor_at') =>
	sql`update auth_session set ${sql.ref(column)} = now() - interval '10 minutes' where user_id = ${uid}`.execute(owner);

/** @returns the code of the email to the former address. */
async function changeAddress(person: Visitor, from: string, to: string): Promise<string> {
	expect((await person.post('/auth/change-email', { newEmail: to })).status).toBe(200);
	const code = await codeFrom(to, /Confirm your new/);
	expect((await visitor().post('/auth/verify-email', { code })).status).toBe(200);
	return codeFrom(from, /address was changed/);
}

const undo = (body: object) => visitor().post('/auth/undo-email-change', body);
const signIn = async (email: string, password: string) =>
	(await visitor().post('/auth/sign-in/email', { email, password })).status;

test('a hand-off does not make an old sign-in recent', async () => {
	const { person, uid } = await signUp();
	const fresh = await handOver(person);
	await ageSignIn(uid, 'created_at');
	for (const intruder of [await handOver(person), await handOver(await handOver(person))]) {
		const change = await intruder.post('/auth/change-email', { newEmail: newEmail() });
		expect(change.body.code).toBe('auth/requires-recent-login');
		expect((await intruder.call('deleteAccount')).error.details.reason).toBe('requires-recent-login');
		expect((await intruder.get('/auth/account')).body.freshUntil).toBeLessThan(Date.now());
	}
	await sql`update auth_session set created_at = now() where user_id = ${uid}`.execute(owner);
	expect((await fresh.post('/auth/change-email', { newEmail: newEmail() })).status).toBe(200);
});

test('a hand-off inherits the second factor and its time', async () => {
	const { person, uid } = await withTotp();
	const proofs = async (at: Visitor) => (await at.get('/auth/account')).body.twoFactor.verified;
	const other = await handOver(person);
	expect(await proofs(other)).toBe(true);
	expect((await other.post('/auth/change-email', { newEmail: newEmail() })).status).toBe(200);
	await sql`update auth_session set second_factor = false, second_factor_at = null where user_id = ${uid}`.execute(
		owner,
	);
	const without = await handOver(person);
	expect(await proofs(without)).toBe(false);
	expect((await without.post('/auth/change-email', { newEmail: newEmail() })).body).toMatchObject(NEEDED);
});

test('an account with a second factor needs a recent one to change its address or second factor, and for its deletion', async () => {
	const { person, uid, codeOfStep } = await withTotp();
	await ageSignIn(uid, 'second_factor_at');
	expect((await person.post('/auth/change-email', { newEmail: newEmail() })).body).toMatchObject(NEEDED);
	for (const path of ['disable', 'generate-backup-codes', 'enable']) {
		expect((await person.post(`/auth/two-factor/${path}`, { password: PASSWORD })).body).toMatchObject(NEEDED);
	}
	expect((await person.call('deleteAccount')).error.details.reason).toBe('second-factor-needed');
	const given = await person.post('/auth/two-factor/verify-totp', { code: codeOfStep(1) });
	expect(given.status).toBe(200);
	expect((await person.post('/auth/change-email', { newEmail: newEmail() })).status).toBe(200);
	expect((await person.call('deleteAccount')).result).toEqual({ deleted: true });
});

test('the undo of a change of address brings back address and password, ends all sessions and voids later changes', async () => {
	const { person, email, uid } = await signUp();
	const [second, third] = [newEmail(), newEmail()];
	const first = await changeAddress(person, email, second);
	await visitor().post('/auth/request-password-reset', { email: second });
	const reset = await codeFrom(second, /Choose a new password/);
	await visitor().post('/auth/reset-password', { code: reset, password: STOLEN });
	const intruder = visitor();
	await intruder.post('/auth/sign-in/email', { email: second, password: STOLEN });
	const later = await changeAddress(intruder, second, third);
	const { rows } = await sql`select * from former_addresses where uid = ${uid}`.execute(owner);
	expect(JSON.stringify(rows)).not.toContain(first);

	expect((await undo({ code: first })).body.code).toBe('auth/missing-password');
	expect((await undo({ code: first, password: 'wrong horse battery' })).body.code).toBe('auth/wrong-password');
	expect((await undo({ code: first, password: PASSWORD })).body).toEqual({ email });
	const { rows: former } = await sql`
		select confirmed from former_addresses where uid = ${uid} and email = ${third}
	`.execute(owner);
	expect(former).toEqual([{ confirmed: false }]);
	expect(await signIn(email, PASSWORD)).toBe(200);
	expect(await signIn(email, STOLEN)).toBe(401);
	expect((await intruder.get('/auth/token')).status).toBe(401);
	for (const code of [first, later]) {
		expect((await undo({ code, password: STOLEN })).body.code).toBe('auth/invalid-action-code');
	}
});

test('the undo of a change of address accepts the password that an intruder replaced within the last day', async () => {
	for (const isLate of [false, true]) {
		const { person, email, uid } = await signUp();
		for (const [currentPassword, newPassword] of [
			[PASSWORD, STOLEN],
			[STOLEN, `${STOLEN} again`],
		]) {
			expect((await person.post('/auth/change-password', { currentPassword, newPassword })).status).toBe(200);
		}
		if (isLate) await sql`update auth_account set former_until = now() where user_id = ${uid}`.execute(owner);
		const code = await changeAddress(person, email, newEmail());
		expect((await undo({ code, password: STOLEN })).body.code).toBe('auth/wrong-password');
		expect((await undo({ code, password: PASSWORD })).status).toBe(isLate ? 401 : 200);
		if (!isLate) expect([await signIn(email, PASSWORD), await signIn(email, `${STOLEN} again`)]).toEqual([200, 401]);
	}
});

test('a confirmation that was still queued when its session ended gets no link', async () => {
	const { uid } = await signUp();
	const session = (await cellOf<string>(owner)`select id from auth_session where user_id = ${uid}`) as string;
	const link = { uid, email: newEmail(), purpose: 'change-email', session } as const;
	const { makeCode } = mailRecipients(product().deps);
	expect(await makeCode(link)).toBeDefined();
	await sql`delete from auth_session where id = ${session}`.execute(owner);
	expect(await makeCode(link)).toBeUndefined();
});

test('the undo of a change of address works for each of several changes, newest first', async () => {
	const { person, email } = await signUp();
	const second = newEmail();
	const first = await changeAddress(person, email, second);
	const later = await changeAddress(person, second, newEmail());
	expect((await undo({ code: later, password: PASSWORD })).body).toEqual({ email: second });
	expect((await undo({ code: first, password: PASSWORD })).body).toEqual({ email });
});

test('the undo of a change of address works once and for seven days', async () => {
	const { person, email, uid } = await signUp();
	const code = await changeAddress(person, email, newEmail());
	const expire = (days: number) =>
		sql`update former_addresses set undo_until = undo_until - ${days} * interval '1 day' where uid = ${uid}`;
	await expire(7).execute(owner);
	expect((await undo({ code, password: PASSWORD })).body.code).toBe('auth/expired-action-code');
	await expire(-1).execute(owner);
	const both = await Promise.all([undo({ code, password: PASSWORD }), undo({ code, password: PASSWORD })]);
	expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
});

test('the undo of a change of address allows ten guesses', async () => {
	const { person, email } = await signUp();
	const code = await changeAddress(person, email, newEmail());
	const guess = () => undo({ code, password: 'wrong horse battery' });
	const guesses = await Promise.all(Array.from({ length: 12 }, guess));
	expect(guesses.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(401), 429, 429]);
});

test('the undo of a change of address asks for the second factor of an account that has one', async () => {
	const { person, uid, email, backupCodes } = await withTotp();
	await sql`update auth_two_factor set added_at = now() - interval '25 hours' where user_id = ${uid}`.execute(owner);
	const code = await changeAddress(person, email, newEmail());
	expect((await undo({ code, password: PASSWORD })).body).toMatchObject(NEEDED);
	expect((await undo({ code, secondFactor: '000000' })).body.code).toBe('auth/invalid-verification-code');
	expect((await undo({ code, secondFactor: backupCodes[0] })).body).toEqual({ email });
	const { body } = await person.post('/auth/sign-in/email', { email, password: PASSWORD });
	expect(body).toMatchObject({ twoFactorRedirect: true });
	const again = await person.post('/auth/two-factor/verify-backup-code', { code: backupCodes[0] });
	expect(again.body.code).toBe('auth/invalid-verification-code');
});

test('the undo of a change of address removes a second factor that an intruder added within the last day', async () => {
	const signedUp = await signUp();
	const { person, uid, email } = signedUp;
	await person.post('/auth/two-factor/enable', { password: PASSWORD });
	await sql`update auth_two_factor set added_at = 'epoch' where user_id = ${uid}`.execute(owner);
	await withTotp(signedUp);
	const code = await changeAddress(person, email, newEmail());
	expect((await undo({ code, password: STOLEN })).body.code).toBe('auth/wrong-password');
	expect((await undo({ code, password: PASSWORD })).body).toEqual({ email });
	expect(await signIn(email, PASSWORD)).toBe(200);
});

test('the undo of a change of address stays possible, because a confirmed former address stays reserved until the undo expires', async () => {
	const { person, email, uid } = await signUp();
	await sql`update auth_user set email_verified = true where id = ${uid}`.execute(owner);
	await changeAddress(person, email, newEmail());
	const attempt = () => visitor().post('/auth/sign-up/email', signUpForm({ email }));
	expect((await attempt()).body.code).toBe('auth/email-already-in-use');
	const other = await signUp();
	await other.person.post('/auth/change-email', { newEmail: email });
	const code = await codeFrom(email, /Confirm your new/);
	expect((await visitor().post('/auth/verify-email', { code })).body.code).toBe('auth/email-already-in-use');
	await sql`update former_addresses set undo_until = now() where uid = ${uid}`.execute(owner);
	expect((await attempt()).status).toBe(200);
});

test('the undo of a change of address does not keep an address that was never confirmed from its owner', async () => {
	const { person, email, uid } = await signUp();
	const second = newEmail();
	const code = await changeAddress(person, email, second);
	expect((await visitor().post('/auth/sign-up/email', signUpForm({ email }))).status).toBe(200);
	expect((await undo({ code, password: PASSWORD })).body.code).toBe('auth/email-already-in-use');
	expect(await rowsOf(owner)`select email from auth_user where id = ${uid}`).toEqual([{ email: second }]);
});

test('several accounts together send a mailbox at most three confirmation emails in an hour', async () => {
	const name = newEmail().split('@', 1)[0] ?? '';
	const victim = (n: number) => `${name.slice(0, n + 1)}.${name.slice(n + 1)}+${n}@gmail.com`;
	for (let n = 0; n < 6; n += 1) {
		const person = createVisitor(() => limited().url);
		await person.post('/auth/sign-up/email', signUpForm());
		const { status, body } = await person.post('/auth/change-email', { newEmail: victim(n) });
		expect([status, body]).toEqual([200, { success: true }]);
	}
	const arrived = () => Array.from({ length: 6 }, (_, n) => limited().sandbox.listMails(victim(n)).length);
	await vi.waitFor(() => expect(arrived()).toEqual([1, 1, 1, 0, 0, 0]), soon);
});
