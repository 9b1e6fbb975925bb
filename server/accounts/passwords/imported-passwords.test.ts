import { sql } from 'kysely';
import { newEmail, openSite, PASSWORD } from '../../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { inTransaction, rowsOf } from '../../lib/db/database.ts';
import { createSecretBox } from '../../lib/secrets/secret-box.ts';
import { rotateSecretsKey } from '../../offerwalls/saved-walls/rotate-secrets-key.ts';
import { deletePassword, upsertPassword } from '../account-store.ts';
import { makeCode } from '../sign-in/one-time-code.ts';
import { atTheMachine } from '../with-audit.ts';
import { firebaseHash, type ImportedPassword } from './firebase-scrypt.ts';
import { createHashPool, type PasswordHashing } from './hashing.ts';
import { insertImportedPasswords, sealImportedPassword, tryImportedPassword } from './imported-passwords.ts';

/** Published at github.com/firebase/scrypt. */
const vector: ImportedPassword = {
	hash: 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
	salt: '42xEC+ixf3L2lw==',
	signerKey: 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
	saltSeparator: 'Bw==',
	rounds: 8,
	memCost: 14,
};
const OLD_PASSWORD = 'user1password';

const pool = createHashPool();
const work: string[] = [];
const watched: PasswordHashing = {
	async hash(password) {
		work.push('hash');
		return pool.hash(password);
	},
	async verify(attempt) {
		work.push(attempt.hash.startsWith('firebase') ? 'verify imported' : 'hash');
		return pool.verify(attempt);
	},
};
const database = openTestDatabase();
const { app: db, owner } = database;
const site = openSite(database, { passwordHashing: watched });
beforeEach(() => sql`delete from imported_passwords`.execute(owner));
afterAll(pool.close);

const importedUids = async () =>
	(await rowsOf<{ uid: string }>(owner)`select uid from imported_passwords`).map(({ uid }) => uid);

async function importPassword(uid: string): Promise<void> {
	const { text: hash } = firebaseHash(vector) as { text: string };
	const sealed = sealImportedPassword(site.deps.secretBox, { uid, hash });
	await inTransaction(db, (tx) => insertImportedPasswords(tx, [sealed], new Date()));
}

async function imported() {
	const person = await site.signUp();
	await inTransaction(db, (tx) => deletePassword(tx, person.uid));
	await importPassword(person.uid);
	return person;
}

async function signIn(email: string, password: unknown) {
	work.length = 0;
	const answer = await site.post('/auth/sign-in/email', { email, password });
	return { status: answer.statusCode, body: answer.json(), work: [...work] };
}

test.each([vector, JSON.parse(JSON.stringify(vector).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''))])(
	'verifies the vector that Firebase publishes, in both alphabets of base64',
	async (password) => {
		const { text: hash } = firebaseHash(password) as { text: string };
		const tries = [OLD_PASSWORD, 'user2password', ''].map((each) => pool.verify({ hash, password: each }));
		expect(await Promise.all(tries)).toEqual([true, false, false]);
	},
);

test.each([
	{ memCost: 17 },
	{ memCost: 0 },
	{ rounds: 9 },
	{ rounds: 1.5 },
	{ hash: '' },
	{ hash: 'AAAA' },
	{ salt: 'a|b' },
])('refuses to import a password with %o', (change) => {
	expect(firebaseHash({ ...vector, ...change })).toEqual({ problem: expect.any(String) });
});

test('an imported password signs in once and becomes a hash of ours', async () => {
	const { email, uid } = await imported();
	expect(await signIn(email.toUpperCase(), OLD_PASSWORD)).toMatchObject({ status: 200, body: { user: { id: uid } } });
	expect(await importedUids()).toEqual([]);
	expect(await signIn(email, OLD_PASSWORD)).toMatchObject({ status: 200, work: ['hash'] });
	await importPassword(uid);
	expect(await importedUids()).toEqual([]);
});

test('unknown, native and imported accounts cost the same work and get the same answer', async () => {
	const [one, native] = [await imported(), await site.signUp()];
	const answers = [];
	for (const email of [one.email, native.email, newEmail()]) answers.push(await signIn(email, 'not this password'));
	expect(answers).toMatchObject(Array(3).fill({ status: 401, work: ['verify imported', 'hash'] }));
	expect(answers.map(({ body }) => body)).toEqual(Array(3).fill(answers[0]?.body));
	expect(await signIn(native.email, OLD_PASSWORD)).toMatchObject({ status: 401 });
	expect(await signIn(native.email, PASSWORD)).toMatchObject({ status: 200 });
	expect(await importedUids()).toEqual([one.uid]);
	expect((await signIn(one.email, 7)).status).toBe(400);
	await site.ban(one.uid, 'Fraud.');
	expect(await signIn(one.email, OLD_PASSWORD)).toMatchObject({ status: 403, body: { code: 'auth/user-disabled' } });
});

test('a password that is set during the check stays', async () => {
	const { email, uid } = await imported();
	const verify: PasswordHashing['verify'] = async (attempt) => {
		await inTransaction(db, (tx) => upsertPassword(tx, { uid, passwordHash: 'newer', nowMs: 0 }));
		return pool.verify(attempt);
	};
	const passwordHashing = { ...watched, verify };
	await tryImportedPassword({ ...site.deps, passwordHashing }, { email, password: OLD_PASSWORD });
	const stored = await rowsOf(owner)`select password from auth_account where user_id = ${uid}`;
	expect(stored).toEqual([{ password: 'newer' }]);
});

test('a change of the password requires the imported one and erases it', async () => {
	const { sessionToken } = await imported();
	const headers = { authorization: `Bearer ${sessionToken}` };
	const change = (currentPassword: string) =>
		site.post('/auth/change-password', { currentPassword, newPassword: 'correct staple battery' }, headers);
	expect((await site.get('/auth/account', headers)).json()).toMatchObject({ hasPassword: true });
	expect((await change('a guess')).json()).toMatchObject({ code: 'auth/wrong-password' });
	expect((await change(OLD_PASSWORD)).statusCode).toBe(200);
	expect(await importedUids()).toEqual([]);
});

test('the undo of a change of address keeps the imported password', async () => {
	const { uid, email } = await imported();
	const { code, hash } = makeCode();
	await sql`insert into former_addresses (uid, email, confirmed, replaced_at, undo_until, undo_hash, had_second_factor)
		values (${uid}, ${email}, true, now(), now() + interval '1 day', ${hash}, false)`.execute(owner);
	expect((await site.post('/auth/undo-email-change', { code })).statusCode).toBe(200);
	expect(await importedUids()).toEqual([uid]);
});

test('rotate-secrets-key seals the passwords again; with another key they only stop working', async () => {
	const { email } = await imported();
	const [ours, other] = [site.deps.secretBox, createSecretBox('another key of the site')];
	const [proposals, saveKey] = [{ select: async () => [], update: async () => {} }, async () => {}];
	await rotateSecretsKey(site.deps, { from: ours, to: other, proposals, saveKey }, atTheMachine);
	expect(await signIn(email, OLD_PASSWORD)).toMatchObject({ status: 401, work: ['hash'] });
	await rotateSecretsKey(site.deps, { from: other, to: ours, proposals, saveKey }, atTheMachine);
	expect(await signIn(email, OLD_PASSWORD)).toMatchObject({ status: 200 });
});
