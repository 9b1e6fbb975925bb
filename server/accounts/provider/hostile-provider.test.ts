import { exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { sql } from 'kysely';
import { startFakeOidc } from '../../../test/sites/fake-oidc.ts';
import { openProviderSite } from '../../../test/sites/staff-provider.ts';
import { openTestDatabase } from '../../../test/support/database.ts';

const database = openTestDatabase({ poolSize: 20 });
const { owner } = database;
const { people, settings, call, begin, finish, secret } = openProviderSite(database);

type Forged = {
	claims?: JWTPayload & Record<string, unknown>;
	sign?: (claims: JWTPayload) => Promise<string>;
	info?: object;
};
let forged: Forged = {};
let nonce = '';
const fake = await startFakeOidc({ idToken, userInfo: () => forged.info ?? {} });

const seconds = () => Math.floor(Date.now() / 1000);
const sign = (claims: JWTPayload, key: Parameters<SignJWT['sign']>[0] = fake.privateKey, alg = 'RS256') =>
	new SignJWT(claims).setProtectedHeader({ alg, kid: 'one' }).sign(key);
async function idToken(): Promise<string> {
	const claims = { iss: fake.issuer, aud: 'lootpass', sub: 'finn', nonce, groups: ['Money'] };
	const times = { iat: seconds(), exp: seconds() + 300 };
	const given = Object.entries({ ...claims, ...times, ...forged.claims }).filter(([, value]) => value !== undefined);
	return (forged.sign ?? sign)(Object.fromEntries(given));
}

afterAll(() => void fake.server.close());

beforeEach(async () => {
	forged = {};
	await call('adminTestProvider', { ...settings({ issuer: fake.issuer }), client_secret: secret });
	await sql`update staff_providers set applied_at = now()`.execute(owner);
	await sql`
		insert into auth_account (user_id, provider_id, account_id, created_at, updated_at)
		values (${people.finn.uid}, ${fake.issuer}, 'finn', now(), now())
	`.execute(owner);
});

async function attempt(answer: Forged) {
	forged = answer;
	const { url, cookie } = await begin({ purpose: 'sign-in' });
	const { searchParams } = new URL(url);
	nonce = searchParams.get('nonce') ?? '';
	expect(searchParams.get('code_challenge_method')).toBe('S256');
	return finish(`/auth/callback/provider?code=x&state=${searchParams.get('state')}`, cookie);
}

test('accepts an honest answer', async () => expect(await attempt({})).toMatchObject({ at: '/admin', why: undefined }));

const outsider = () => generateKeyPair('RS256');
const hmac = (text: string) => (claims: JWTPayload) => sign(claims, new TextEncoder().encode(text), 'HS256');
test.each<[string, Forged | (() => Promise<Forged>), string]>([
	['another issuer', { claims: { iss: 'https://elsewhere.example' } }, 'provider-refused'],
	['another client', { claims: { aud: 'other' } }, 'provider-refused'],
	['a second client without azp', { claims: { aud: ['lootpass', 'other'] } }, 'provider-refused'],
	['another nonce', { claims: { nonce: 'x' } }, 'provider-refused'],
	['no nonce', { claims: { nonce: undefined } }, 'provider-refused'],
	['an expired token', { claims: { exp: 1_000 } }, 'provider-refused'],
	['no subject', { claims: { sub: undefined } }, 'provider-refused'],
	['alg none', { sign: async (claims) => new UnsecuredJWT(claims).encode() }, 'provider-refused'],
	['HS256 with the public key', async () => ({ sign: hmac(await exportSPKI(fake.publicKey)) }), 'provider-refused'],
	['HS256 with the client secret', { sign: hmac(secret) }, 'provider-refused'],
	[
		'a key of someone else',
		async () => ({ sign: async (claims) => sign(claims, (await outsider()).privateKey) }),
		'provider-refused',
	],
	[
		'user info of another subject',
		{ claims: { groups: undefined }, info: { sub: 'ada', groups: ['Money'] } },
		'provider-refused',
	],
	['no role anywhere', { claims: { groups: undefined }, info: { sub: 'finn' } }, 'provider-without-role'],
	['a claim that names our role', { claims: { groups: ['owner', 'finance', '__proto__'] } }, 'provider-without-role'],
	[
		'an unlinked subject with the address of a colleague',
		{ claims: { sub: 'x', email_verified: true } },
		'provider-not-linked',
	],
])('refuses %s', async (_what, answer, why) => {
	const given = typeof answer === 'function' ? await answer() : answer;
	const claims = { email: people.finn.email, ...given.claims };
	expect(await attempt({ ...given, claims })).toMatchObject({ why, session: undefined });
	expect(await attempt({})).toMatchObject({ at: '/admin' });
});

test.each([
	['another domain', { hd: 'other.example' }],
	['no domain', {}],
])('refuses an account of %s', async (_what, claims) => {
	await sql`update staff_providers set hosted_domain = 'team.example'`.execute(owner);
	expect(await attempt({ claims, info: { sub: 'finn', ...claims } })).toMatchObject({ why: 'provider-without-role' });
});
