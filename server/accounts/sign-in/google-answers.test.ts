import { SignJWT } from 'jose';
import { startFakeOidc } from '../../../test/sites/fake-oidc.ts';
import { newEmail, signUpForm } from '../../../test/sites/identity-site.ts';
import { openTestProduct } from '../../../test/sites/product.ts';
import { createVisitor } from '../../../test/sites/visitor.ts';

type Answer = { idToken: object | null; userInfo: object };

let answer: Answer = { idToken: null, userInfo: {} };
let nonce = '';
const provider = await startFakeOidc({
	async idToken(): Promise<string | undefined> {
		const token = new SignJWT({ iss: issuer, aud: 'id', nonce, ...answer.idToken })
			.setIssuedAt()
			.setExpirationTime('1m');
		return answer.idToken
			? token.setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(provider.privateKey)
			: undefined;
	},
	userInfo: () => answer.userInfo,
});
const { issuer, server } = provider;
afterAll(() => void server.close());

const env = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret', GOOGLE_ISSUER: issuer };
const { product } = openTestProduct({ env });
const { product: unreachable } = openTestProduct({ env: { ...env, GOOGLE_ISSUER: 'http://127.0.0.1:9' } });

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

test('an unavailable Google prevents only sign-ins with Google', async () => {
	const person = createVisitor(() => unreachable().url);
	const { status, body } = await person.post('/auth/sign-in/social', { provider: 'google' });
	expect([status, body.code]).toEqual([503, 'auth/network-request-failed']);
	expect((await person.post('/auth/sign-up/email', signUpForm())).status).toBe(200);
});

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
