import { createTokenKeeper, readAccessToken } from './token-keeper.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

function keeperOf({ uid = 'u-1' }: { uid?: string } = {}) {
	const server = { isUnavailable: false, isSignedIn: true, requestedAt: [] as number[] };
	const startedAt = Date.now();
	const person = { isActing: false };
	const onGone = vi.fn<() => void>();
	const keeper = createTokenKeeper({
		async requestToken() {
			const serial = server.requestedAt.push((Date.now() - startedAt) / SECOND_MS);
			if (server.isUnavailable) throw new Error('away');
			if (!server.isSignedIn) return undefined;
			const claims = { sub: uid, iat: Date.now() / SECOND_MS, serial };
			return { token: `e30.${btoa(JSON.stringify(claims))}.s`, expiresAt: Date.now() + 60 * MINUTE_MS };
		},
		onGone,
		isPersonActing: () => person.isActing,
		now: Date.now,
		warn: () => {},
	});
	return { keeper, server, person, onGone };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 22) }));
afterEach(() => void vi.useRealTimers());

// spec: 9.token
test('renews a token five minutes before its expiry, repeatedly', async () => {
	const { keeper, server } = keeperOf();
	const first = await keeper.current();
	await pass(55 * MINUTE_MS - 1);
	expect(await keeper.current()).toBe(first);
	expect(server.requestedAt).toEqual([0]);
	await pass(1);
	expect(server.requestedAt).toEqual([0, 55 * 60]);
	expect(await keeper.current()).not.toBe(first);
	await pass(55 * MINUTE_MS);
	expect(server.requestedAt).toEqual([0, 55 * 60, 110 * 60]);
});

// spec: 9.token
test('failed renewals wait 30 s, doubling up to 16 minutes, while the current token stays in use', async () => {
	const { keeper, server } = keeperOf();
	await keeper.current();
	server.isUnavailable = true;
	await pass(55 * MINUTE_MS + 4 * MINUTE_MS);
	// The next attempt comes only after the token has expired.
	const begin = 55 * 60;
	expect(server.requestedAt.slice(1)).toEqual([begin, begin + 30, begin + 90, begin + 210]);
	expect(await keeper.current()).toMatchObject({ uid: 'u-1' });
	await pass(120 * MINUTE_MS);
	const waits = server.requestedAt.slice(1).map((at, n, all) => at - (all[n - 1] ?? begin));
	expect(waits.slice(1)).toEqual([30, 60, 120, 240, 480, 960, 960, 960, 960, 960, 960].slice(0, waits.length - 1));
	expect(waits.length).toBeGreaterThan(7);
});

// spec: 9.token
test('a token counts as expired 30 s early', async () => {
	const { keeper, server } = keeperOf();
	const first = await keeper.current();
	server.isUnavailable = true;
	await pass(60 * MINUTE_MS - 30 * SECOND_MS - 1);
	expect(await keeper.current()).toBe(first);
	await pass(1);
	await expect(keeper.current()).rejects.toThrow('away');
});

// spec: 9.token
test('callers respect the back-off, however many there are', async () => {
	const { keeper, server } = keeperOf();
	server.isUnavailable = true;
	await expect(keeper.current()).rejects.toThrow('away');
	for (let second = 0; second < 20 * 60; second += 1) {
		await pass(SECOND_MS);
		const outcomes = await Promise.allSettled([keeper.current(), keeper.current(), keeper.replace('refused')]);
		expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
	}
	expect(server.requestedAt).toEqual([0, 30, 90, 210, 450, 930]);
});

test('concurrent callers share one request', async () => {
	const { keeper, server } = keeperOf();
	const tokens = await Promise.all([keeper.current(), keeper.current(), keeper.replace('another')]);
	expect(new Set(tokens).size).toBe(1);
	expect(server.requestedAt).toEqual([0]);
});

test('a user action skips the back-off, and a success resets it', async () => {
	const { keeper, server, person } = keeperOf();
	server.isUnavailable = true;
	await expect(keeper.current()).rejects.toThrow('away');
	server.isUnavailable = false;
	await pass(SECOND_MS);
	await expect(keeper.current()).rejects.toThrow('away');
	person.isActing = true;
	expect(await keeper.current()).toMatchObject({ uid: 'u-1' });
	person.isActing = false;
	server.isUnavailable = true;
	await pass(55 * MINUTE_MS + 31 * SECOND_MS);
	expect(server.requestedAt).toEqual([0, 1, 55 * 60 + 1, 55 * 60 + 31]);
});

test('forgetting resets the back-off and the renewal timer', async () => {
	const { keeper, server } = keeperOf();
	server.isUnavailable = true;
	await expect(keeper.current()).rejects.toThrow('away');
	keeper.forget();
	server.isUnavailable = false;
	expect(await keeper.current()).toMatchObject({ uid: 'u-1' });
	keeper.forget();
	await pass(120 * MINUTE_MS);
	expect(server.requestedAt).toEqual([0, 0]);
});

test('reports a gone session once and stops requesting tokens', async () => {
	const { keeper, server, onGone } = keeperOf();
	await keeper.current();
	server.isSignedIn = false;
	await pass(55 * MINUTE_MS);
	expect(onGone).toHaveBeenCalledOnce();
	await pass(120 * MINUTE_MS);
	expect(server.requestedAt).toHaveLength(2);
});

const minute = 60_000;
const now = Date.UTC(2026, 10, 21);

const jwt = (claims: object): string => `e30.${btoa(JSON.stringify(claims))}.signature`;

test("a token's lifetime comes from the server and does not depend on the local clock", () => {
	const serverNow = now + 3 * 60 * minute;
	const token = jwt({ sub: 'u-1', iat: serverNow / 1_000 });
	expect(readAccessToken({ token, expiresAt: serverNow + 60 * minute }, now)).toEqual({
		token,
		uid: 'u-1',
		expiresAtMs: now + 60 * minute,
	});
});

test('returns undefined for tokens that are malformed or lack a subject', () => {
	for (const token of ['', 'opaque', 'a.b.c', jwt({ iat: 1 }), jwt({ sub: 5 })]) {
		expect(readAccessToken({ token, expiresAt: now }, now)).toBeUndefined();
	}
});
