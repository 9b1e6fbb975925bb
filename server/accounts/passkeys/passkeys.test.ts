import { sql } from 'kysely';
import { createAuthenticator } from '../../../test/sites/authenticator.ts';
import { openAdminSite, type Person } from '../../../test/sites/identity-site.ts';
import { bearer } from '../../../test/sites/json-client.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { inTransaction, rowsOf } from '../../lib/db/database.ts';
import { exportAccount } from '../export-user.ts';

const database = openTestDatabase({ poolSize: 20 });
const { owner } = database;
const site = openAdminSite(database);

type Authenticator = ReturnType<typeof createAuthenticator>;
const post = async (path: string, body: object, who?: Person) =>
	(await site.post(`/auth/${path}`, body, who && bearer(who.sessionToken))).json();
const optionsFor = async (who: Person) => (await post('passkey/options', {}, who)).options;
const challenge = async () => (await post('passkey/sign-in-options', {})).options.challenge as string;
const listed = async (who: Person) =>
	(await site.get('/auth/passkey/list', bearer(who.sessionToken))).json().passkeys as { id: string; name: string }[];
const mailsTo = (uid: string) =>
	rowsOf<{ isOn: string; name: string }>(owner)`
		select payload ->> 'isOn' as "isOn", payload ->> 'name' as name from graphile_worker._private_jobs
		where payload ->> 'kind' = 'passkey-changed' and payload ->> 'uid' = ${uid} order by id
	`;

async function withPasskey(person?: Person) {
	const who = person ?? (await site.signUp());
	const authenticator = createAuthenticator();
	const response = authenticator.register(await optionsFor(who));
	expect(await post('passkey/add', { name: 'Phone', response }, who)).toEqual({ success: true });
	return { who, authenticator, response };
}

const signIn = async (
	authenticator: Authenticator,
	uid: string,
	changes: Parameters<Authenticator['signIn']>[1] = {},
) => post('sign-in/passkey', { response: authenticator.signIn({ challenge: await challenge(), uid }, changes) });

test('a passkey signs in with both factors, and is listed, exported and removed with a mail each', async () => {
	const admin = await site.provenAdmin();
	const { authenticator } = await withPasskey(admin);
	const { token, user } = await signIn(authenticator, admin.uid);
	expect(user).toMatchObject({ id: admin.uid, email: admin.email });
	const accessToken = await site.accessToken(token);
	expect((await site.call('adminGetBusiness', {}, accessToken)).statusCode).toBe(200);
	const [passkey] = await listed(admin);
	expect(passkey).toMatchObject({ name: 'Phone', lastUsedAt: expect.any(Number) });
	const exported = await inTransaction(owner, (tx) => exportAccount(tx, admin.uid));
	expect(exported?.passkeys).toMatchObject([{ name: 'Phone', last_used_at: expect.any(Number) }]);

	const other = await site.signUp();
	expect(await post('passkey/remove', { id: passkey?.id }, other)).toEqual({ removed: false });
	expect(await post('passkey/remove', { id: passkey?.id }, admin)).toEqual({ removed: true });
	expect(await post('passkey/remove', { id: passkey?.id }, admin)).toEqual({ removed: false });
	expect(await signIn(authenticator, admin.uid)).toMatchObject({ reason: 'passkey-unknown' });
	expect(await mailsTo(admin.uid)).toEqual([
		{ isOn: 'true', name: 'Phone' },
		{ isOn: 'false', name: 'Phone' },
	]);
});

test.each<[string, (authenticator: Authenticator, who: Person) => Promise<{ reason?: string; code?: string }>]>([
	['without user verification', (each, { uid }) => signIn(each, uid, { isVerified: false })],
	['for another origin', (each, { uid }) => signIn(each, uid, { origin: 'http://evil.example' })],
	['of another ceremony', (each, { uid }) => signIn(each, uid, { type: 'webauthn.create' })],
	['for another user', (each, { uid }) => signIn(each, uid, { handle: 'someone else' })],
	[
		'by a copy with an old counter',
		async (each, { uid }) => {
			await signIn(each, uid, { counter: 9 });
			return signIn(each, uid, { counter: 9 });
		},
	],
	[
		'with an invented challenge',
		async (each, { uid }) => post('sign-in/passkey', { response: each.signIn({ challenge: 'x'.repeat(43), uid }) }),
	],
	[
		'with the challenge of a new passkey',
		async (each, who) =>
			post('sign-in/passkey', { response: each.signIn({ ...(await optionsFor(who)), uid: who.uid }) }),
	],
	[
		'by another authenticator with the same ID',
		async (each, { uid }) => {
			const mine = each.signIn({ challenge: await challenge(), uid });
			const { response } = createAuthenticator().signIn({ challenge: await challenge(), uid });
			return post('sign-in/passkey', { response: { ...mine, response } });
		},
	],
	[
		'twice',
		async (each, { uid }) => {
			const response = each.signIn({ challenge: await challenge(), uid });
			const answers = await Promise.all([1, 2, 3].map(() => post('sign-in/passkey', { response })));
			expect(answers.filter(({ token }) => token)).toHaveLength(1);
			return answers.find(({ token }) => !token);
		},
	],
	[
		'of a banned user',
		async (each, { uid }) => {
			await site.ban(uid, 'Many accounts.');
			const answer = await signIn(each, uid);
			expect(answer.code).toBe('auth/user-disabled');
			return { reason: 'passkey-refused' };
		},
	],
])('refuses a sign-in %s', async (_what, attempt) => {
	const { who, authenticator } = await withPasskey();
	expect(await attempt(authenticator, who)).toMatchObject({ reason: 'passkey-refused' });
});

test('refuses to add a passkey that is unverified, known, of another account, or one too many', async () => {
	const { who, response } = await withPasskey();
	const add = async (given: object, by = who) => post('passkey/add', { name: 'Key', response: given }, by);
	const refused = { reason: 'passkey-refused' };
	const addNew = async (whose = who, changes = {}) =>
		add(createAuthenticator().register(await optionsFor(whose), changes));
	expect(await addNew(who, { isVerified: false })).toMatchObject(refused);
	expect(await addNew(await site.signUp())).toMatchObject(refused);
	expect(await add(response)).toMatchObject(refused);
	const same = createAuthenticator();
	expect(await add(same.register(await optionsFor(who)))).toEqual({ success: true });
	const other = await site.signUp();
	expect(await add(same.register(await optionsFor(other)), other)).toMatchObject(refused);
	await sql`
		insert into passkeys (id, uid, public_key, counter, name, created_at)
		select n::text, ${who.uid}, '', 0, 'Old', now() from generate_series(1, 8) n
	`.execute(owner);
	expect(await addNew()).toMatchObject({ reason: 'too-many-passkeys' });
});
