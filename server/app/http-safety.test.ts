import { connect } from 'node:net';
import { sql } from 'kysely';
import { signUpForm } from '../../test/sites/identity-site.ts';
import { bearer, send } from '../../test/sites/json-client.ts';
import { openTestProduct } from '../../test/sites/product.ts';
import { usersOf } from '../../test/support/users.ts';

const FRIEND = 'https://app.friend.example';
const { product, database } = openTestProduct({ env: { CORS_ORIGINS: FRIEND } });

const request = (path: string, init: RequestInit = {}) => fetch(product().url + path, init);
const preflight = (path: string, origin: string) =>
	request(path, {
		method: 'OPTIONS',
		headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
	});

const { signUp } = usersOf(product);

test('another website may use /auth with cookies, and calls without credentials, if it is configured', async () => {
	const auth = await preflight('/auth/sign-in/email', FRIEND);
	expect(auth.headers.get('access-control-allow-origin')).toBe(FRIEND);
	expect(auth.headers.get('access-control-allow-credentials')).toBe('true');
	const api = await preflight('/api/createUser', FRIEND);
	expect(api.headers.get('access-control-allow-origin')).toBe(FRIEND);
	expect(api.headers.get('access-control-allow-credentials')).toBeNull();

	const signedUp = await request('/auth/sign-up/email', {
		method: 'POST',
		headers: {
			origin: FRIEND,
			'sec-fetch-site': 'cross-site',
			'sec-fetch-mode': 'cors',
			'content-type': 'application/json',
		},
		body: JSON.stringify(signUpForm()),
	});
	expect(signedUp.status).toBe(200);
	expect(signedUp.headers.get('access-control-expose-headers')).toContain('retry-after');
	expect(signedUp.headers.get('vary')).toMatch(/origin/i);
});

test.each(['https://evil.example', 'https://app.friend.example.evil.example', 'null', `${FRIEND}:8443`])(
	'%s is not allowed cross-origin access',
	async (origin) => {
		for (const path of ['/auth/sign-in/email', '/api/createUser']) {
			expect((await preflight(path, origin)).headers.get('access-control-allow-origin')).toBeNull();
		}
		const answer = await request('/auth/sign-up/email', {
			method: 'POST',
			headers: { origin, 'content-type': 'application/json' },
			body: JSON.stringify(signUpForm()),
		});
		expect(answer.status).toBe(403);
	},
);

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
	'another website cannot send %s, which needs no preflight',
	async (type) => {
		for (const path of ['/api/verifyWebSession', '/auth/sign-out', '/auth/verify-email']) {
			const answer = await request(path, {
				method: 'POST',
				headers: { 'content-type': type },
				body: '{"data":{"token":"x"}}',
			});
			expect([path, answer.status]).toEqual([path, 400]);
		}
	},
);

test('personal responses are not stored, sniffed or framed, and send no referrer', async () => {
	const { uid, session, accessToken } = await signUp();
	const access = { ...bearer(accessToken), 'content-type': 'application/json' };
	const answers = [
		await request('/auth/account', { headers: session }),
		await request('/auth/list-sessions', { headers: session }),
		await request('/auth/token', { headers: session }),
		await request('/api/createUser', { method: 'POST', headers: access, body: '{"data":null}' }),
		await request(`/data/users/${uid}`, { headers: access }),
		await request('/auth/account'),
	];
	for (const answer of answers) {
		expect([answer.url, answer.headers.get('cache-control')]).toEqual([
			answer.url,
			expect.stringContaining('no-store'),
		]);
		expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
		expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
		expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
		expect(answer.headers.get('strict-transport-security')).toBeNull();
	}
});

test('two half-sent claims of an account are ended after 10 s, and further ones are refused at once', async () => {
	const { accessToken } = await signUp();
	const lines = [
		'POST /api/openClaim HTTP/1.1',
		'Host: x',
		'Content-Type: application/json',
		'Content-Length: 1400000',
	];
	const text = `${[...lines, `Authorization: Bearer ${accessToken}`].join('\r\n')}\r\n\r\n{"data":"${'x'.repeat(700_000)}`;
	const startedAt = performance.now();
	const answers = await Promise.all(Array.from({ length: 12 }, () => answerTo(text)));
	expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 429 '))).toHaveLength(10);
	expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 408 '))).toHaveLength(2);
	expect(performance.now() - startedAt).toBeGreaterThan(9_000);
});

test('a postback response has none of the browser security headers', async () => {
	const answer = await request('/postback/sandbox?signature=guessed');
	expect([answer.status, await answer.text()]).toEqual([403, 'INVALID SIGNATURE']);
	expect(answer.headers.get('cache-control')).toBe('no-store');
	for (const name of ['content-security-policy', 'x-content-type-options', 'vary', 'strict-transport-security']) {
		expect([name, answer.headers.get(name)]).toEqual([name, null]);
	}
});

test('every response to a browser has the security headers, including errors and unknown paths', async () => {
	for (const path of '/ /login /nothing.here /nothing /healthz /auth/none /auth/ways /data/users/x /api/createUser'.split(
		' ',
	)) {
		const { headers } = await request(path);
		expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff']);
		expect([path, headers.get('referrer-policy')]).toEqual([path, 'no-referrer']);
		for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb']) {
			expect([path, headers.get('permissions-policy')]).toEqual([path, expect.stringContaining(`${feature}=()`)]);
		}
		const isPage = headers.get('content-type')?.startsWith('text/html');
		const policy = isPage ? /default-src 'self'.*base-uri 'none'/ : /default-src 'none'.*base-uri 'none'/;
		expect(headers.get('content-security-policy')).toMatch(policy);
		expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
		expect(headers.get('content-type')).toMatch(/charset=utf-8/);
		expect(headers.get('server') ?? headers.get('x-powered-by')).toBeNull();
	}
});

test.each([
	['/auth/two-factor/verify-totp', { code: '\u0000' }, { code: 'auth/invalid-argument' }],
	['/api/verifyWebSession', { data: { token: 'a\u0000' } }, { error: { status: 'INVALID_ARGUMENT' } }],
	['/api/verifyWebSession', { data: { 'a\u0000': 1 } }, { error: { status: 'INVALID_ARGUMENT' } }],
	['/api/verifyWebSession', { data: { token: 'a\ud800' } }, { error: { status: 'INVALID_ARGUMENT' } }],
	['/auth/two-factor/verify-totp', { code: '\udc00' }, { code: 'auth/invalid-argument' }],
	['/auth/two-factor/verify-totp', { code: { toString: 'x' } }, { code: 'auth/invalid-argument' }],
])('refuses text PostgreSQL cannot store, and objects in place of text: %s %j', async (path, body, refusal) => {
	const answer = await send('POST', product().url + path, body);
	expect(answer).toMatchObject({ status: 400, body: refusal });
});

test.each([
	['/data/users/%zz', 400, 'INVALID_ARGUMENT'],
	['/data/users/a%00b', 400, 'INVALID_ARGUMENT'],
	['/data/users/x?a=%00', 400, 'INVALID_ARGUMENT'],
	[`/data/users/${'9'.repeat(400)}`, 401, 'UNAUTHENTICATED'],
])('gives a malformed or very long user path the usual JSON error: %s', async (path, status, text) => {
	const answer = await request(path);
	expect([answer.status, await answer.json()]).toMatchObject([status, { error: { status: text } }]);
});

test('asks for a sign-in if the account is deleted during a call', async () => {
	const { uid, accessToken } = await signUp();
	const [wall] = product().deps.walls;
	await sql`
		insert into wallets (uid, closed_at) values (${uid}, now()) on conflict (uid) do update set closed_at = now()
	`.execute(database.owner);
	const data = { wall_id: wall?.id, insist: true };
	const answer = await send('POST', `${product().url}/api/openClaim`, { data }, bearer(accessToken));
	expect(answer).toMatchObject({ status: 401, body: { error: { status: 'UNAUTHENTICATED' } } });
});

test.each(['TRACE', 'CONNECT-ISH', 'PROPFIND'])('the method %s is rejected', async (method) => {
	const answer = await answerTo(`${method} / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
	expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
});

/** Sends raw text. @returns everything that arrives until the server closes the connection. */
function answerTo(request: string): Promise<string> {
	const { port } = product().deps.config;
	return new Promise((resolve, reject) => {
		const socket = connect(port, 'localhost', () => socket.write(request));
		let text = '';
		socket.on('data', (chunk) => {
			text += chunk;
		});
		socket.on('close', () => resolve(text));
		socket.on('error', (error: NodeJS.ErrnoException) => error.code === 'ECONNRESET' || reject(error));
	});
}

describe('an https site', () => {
	const { product: secure } = openTestProduct({ env: { SANDBOX: 'off', PUBLIC_URL: 'https://lootpass.example' } });

	test('sends HSTS for a year', async () => {
		const { headers } = await fetch(`http://localhost:${secure().deps.config.port}/healthz`);
		expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
	});
});
