import { createAuthRequests } from './auth-requests.ts';

// spec: 9.network
test('treats 30 s without a response as a network failure', async () => {
	const waitedMs: number[] = [];
	const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		waitedMs.push(ms);
		return AbortSignal.abort();
	});
	onTestFinished(() => timeout.mockRestore());
	const send: typeof fetch = async (_address, init) => {
		init?.signal?.throwIfAborted();
		return new Response();
	};
	await expect(createAuthRequests(send).accessToken()).rejects.toMatchObject({ code: 'auth/network-request-failed' });
	expect(waitedMs).toEqual([30_000]);
});

const started = { token: 'early', expiresAt: 1, account: {}, start: null };

test.each([
	['is used', async () => Response.json(started), [started, [started], 0]],
	['of an ended session is used', async () => new Response(null, { status: 401 }), [undefined, [], 0]],
	['of an older version is replaced', async () => new Response(null, { status: 404 }), [{ token: 'late' }, [], 1]],
	['that did not arrive is replaced', () => Promise.reject(new TypeError()), [{ token: 'late' }, [], 1]],
])('a response to the request of the document %s', async (_which, take, [token, kept, sent]) => {
	const send = vi.fn(async () => Response.json({ token: 'late' }));
	const keep = vi.fn();
	expect(await createAuthRequests(send, { take, keep }).accessToken()).toEqual(token);
	expect([keep.mock.calls.flat(), send.mock.calls.length]).toEqual([kept, sent]);
});

test.each([
	['sends no second request when few wait', undefined, ['ready']],
	[
		'solves the challenge of a busy server, and signs in with it',
		'8.1.random.mac',
		['ready', /^8\.1\.random\.mac\.\d+$/],
	],
])('a sign-in with a password %s', async (_behaviour, challenge, works) => {
	const sent: unknown[] = [];
	const send: typeof fetch = async (_address, init) => {
		sent.push(new Headers(init?.headers).get('x-lootpass-work'));
		if (!challenge || sent.length > 1) return Response.json({ user: {} });
		return Response.json(
			{ code: 'auth/too-many-requests' },
			{ status: 429, headers: { 'x-lootpass-work': challenge } },
		);
	};
	expect(await createAuthRequests(send).signInWithPassword('a@test.example', 'secret')).toBe('signed-in');
	expect(sent).toEqual(works.map((work) => (typeof work === 'string' ? work : expect.stringMatching(work))));
});
