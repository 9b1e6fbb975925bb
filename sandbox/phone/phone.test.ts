import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../app.ts';
import { type Answered, type Received, startFakeProduct } from '../played-product.ts';

const NEVER_MS = Number.MAX_SAFE_INTEGER;
let sandbox: Sandbox;
let product: Awaited<ReturnType<typeof startFakeProduct>>;
let accessTokens: string[];
let sessionEnded: boolean;
let cookie: string;

beforeEach(async () => {
	accessTokens = ['access-1'];
	sessionEnded = false;
	cookie = '';
	product = await startFakeProduct(play);
	sandbox = await createSandbox({ port: 0, productUrl: product.url });
});
afterEach(async () => {
	await sandbox.close();
	await product.close();
});

const json = (status: number, body: unknown): Answered => ({ status, body: JSON.stringify(body) });

function play({ path, headers, body }: Received): Answered {
	const sent = body ? JSON.parse(body) : {};
	if (path.startsWith('/auth/sign-')) {
		if (sent.password === 'wrong') return json(401, { code: 'auth/invalid-credential', message: 'INVALID' });
		return json(200, { token: 'session-1' });
	}
	if (path === '/auth/token') {
		if (sessionEnded) return json(401, { code: 'auth/user-token-expired', message: 'expired' });
		return json(200, { token: accessTokens.at(-1), expiresAt: NEVER_MS });
	}
	if (headers.authorization !== `Bearer ${accessTokens.at(-1)}`) {
		return json(401, { error: { status: 'UNAUTHENTICATED', message: 'Unauthenticated' } });
	}
	if (path === '/api/createUser') return json(200, { result: { uid: 'uid-1', created: true } });
	if (path === '/api/createWebSession') {
		return json(200, { result: { token: 't', url: 'http://product/withdraw?token=t', expiresAt: 1 } });
	}
	if (path === '/api/getOfferwalls')
		return json(200, { result: [{ id: 'w', name: 'Wall', url: 'http://w', minAge: 13 }] });
	return json(403, { error: { status: 'PERMISSION_DENIED', message: 'You are paused.' } });
}

async function phone(method: string, path: string, body?: unknown) {
	const answer = await fetch(`${sandbox.url}/phone/${path}`, {
		method,
		headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), cookie },
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie;
	return { status: answer.status, body: (await answer.json()) as Record<string, unknown>, headers: answer.headers };
}
const signUp = () =>
	phone('POST', 'sign-up', { email: 'a@example.test', password: 'long enough', name: 'Ann', birthDate: '2000-02-29' });

test('sign-up behaves like the app: no Origin or Sec-Fetch headers, a bearer token, and createUser', async () => {
	const { status, body, headers } = await signUp();
	expect([status, body.user]).toEqual([200, { uid: 'uid-1', email: 'a@example.test' }]);
	expect(headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax; Path=\/phone/);
	expect(product.received.map(({ method, path }) => `${method} ${path}`)).toEqual([
		'POST /auth/sign-up/email',
		'GET /auth/token',
		'POST /api/createUser',
	]);
	for (const request of product.received) {
		const names = Object.keys(request.headers).filter((name) => name === 'origin' || name.startsWith('sec-fetch'));
		expect(names).toEqual([]);
	}
	expect(JSON.parse(product.received[0]?.body ?? '')).toEqual({
		email: 'a@example.test',
		password: 'long enough',
		name: 'Ann',
		birthDate: '2000-02-29',
	});
	expect(product.received[1]?.headers.authorization).toBe('Bearer session-1');
	expect(product.received[2]?.headers.authorization).toBe('Bearer access-1');
	expect(product.received[2]?.body).toBe('{"data":null}');
});

test('a signed-in phone gets the withdrawal URL and the walls, and a request without its cookie gets 401', async () => {
	await signUp();
	expect((await phone('POST', 'withdraw')).body.url).toBe('http://product/withdraw?token=t');
	expect((await phone('GET', 'offerwalls')).body.walls).toHaveLength(1);
	cookie = '';
	expect((await phone('POST', 'withdraw')).status).toBe(401);
	expect((await phone('GET', 'state')).body.user).toBeNull();
});

test('a rejected access token is renewed once, and an ended session signs the phone out', async () => {
	await signUp();
	accessTokens.push('access-2');
	expect((await phone('POST', 'withdraw')).status).toBe(200);
	accessTokens.push('access-3');
	sessionEnded = true;
	const { status, body } = await phone('POST', 'withdraw');
	expect([status, body.code]).toEqual([401, 'signed-out']);
	expect((await phone('GET', 'state')).body.user).toBeNull();
});

test('refusals have readable messages, and an unavailable product is reported as such', async () => {
	const wrong = await phone('POST', 'sign-in', { email: 'a@example.test', password: 'wrong' });
	expect([wrong.status, wrong.body.message]).toEqual([401, 'Wrong email address or password.']);
	await signUp();
	expect((await phone('GET', 'history')).body.message).toBe('You are paused.');
	await product.close();
	const unavailable = await phone('POST', 'withdraw');
	expect([unavailable.status, unavailable.body.message]).toEqual([502, expect.stringContaining("doesn't respond")]);
});
