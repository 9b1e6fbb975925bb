import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { newEmail, openTestProduct } from '../../../test/sites/identity-site.ts';
import { createVisitor } from '../../../test/sites/visitor.ts';

type Answer = { idToken: object | null; userInfo: object };

/** A provider whose answers a test chooses. */
const { privateKey, publicKey } = await generateKeyPair('RS256');
let answer: Answer = { idToken: null, userInfo: {} };
let nonce = '';
const provider = createServer(async (request, response) => {
	const claims = { iss: issuer, aud: 'id', nonce, ...answer.idToken };
	const signed = new SignJWT(claims)
		.setProtectedHeader({ alg: 'RS256', kid: 'k' })
		.setIssuedAt()
		.setExpirationTime('1m');
	const bodies: Record<string, object> = {
		'/.well-known/openid-configuration': {
			issuer,
			authorization_endpoint: `${issuer}/auth`,
			token_endpoint: `${issuer}/token`,
			userinfo_endpoint: `${issuer}/me`,
			jwks_uri: `${issuer}/jwks`,
			id_token_signing_alg_values_supported: ['RS256'],
		},
		'/jwks': { keys: [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }] },
		'/token': {
			access_token: 'a',
			token_type: 'Bearer',
			...(answer.idToken && { id_token: await signed.sign(privateKey) }),
		},
		'/me': answer.userInfo,
	};
	response.setHeader('content-type', 'application/json');
	response.end(JSON.stringify(bodies[request.url ?? ''] ?? {}));
});
await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
const issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
afterAll(() => provider.close());

const { product } = openTestProduct({
	env: { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret', GOOGLE_ISSUER: issuer },
});

async function signInWith(chosen: Answer) {
	answer = chosen;
	const person = createVisitor(() => product().url);
	const { body } = await person.post('/auth/sign-in/social', { provider: 'google' });
	const wanted = new URL(body.url).searchParams;
	nonce = wanted.get('nonce') ?? '';
	const end = await person.go(`${product().url}/auth/callback/google?state=${wanted.get('state')}&code=c`);
	return [end.location?.replace(product().url, ''), (await person.get('/auth/token')).status];
}

const me = () => ({ sub: 'me', email: newEmail(), email_verified: true, name: 'Kim' });

test('signs in with an ID token of the same subject as the user info', async () => {
	expect(await signInWith({ idToken: { sub: 'me' }, userInfo: me() })).toEqual([
		expect.stringContaining('step=age'),
		200,
	]);
});

test.each([
	['without an ID token', null],
	['with an ID token of another subject', { sub: 'other' }],
	['with a complete ID token of another subject', { ...me(), sub: 'other' }],
	['with an ID token without a subject', {}],
	['with an ID token for another client', { sub: 'me', aud: 'other' }],
])('sign-in refuses a response of Google %s', async (_, idToken) => {
	const [location, status] = await signInWith({ idToken, userInfo: me() });
	expect([location, status]).toEqual([expect.stringMatching(/^\/login\?error=/), 401]);
});
