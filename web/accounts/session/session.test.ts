import { CallError } from '../../../contract/errors.ts';
import { refusal } from '../../../contract/refusals.ts';
import { createStore } from '../../lib/store.ts';
import { AuthError, type AuthRequests } from './auth-requests.ts';
import type { AuthState } from './auth-state.ts';
import { createSession, type SessionDeps } from './session.ts';

const minute = 60_000;

function jwt(uid: string, serial: number): string {
	const iat = Math.floor(Date.now() / 1_000);
	return `e30.${btoa(JSON.stringify({ sub: uid, iat, serial }))}.s`;
}

function aServer() {
	const server = {
		cookie: undefined as string | undefined,
		down: false,
		isThere: false,
		losesAnswerTo: '',
		tokenAnswers: undefined as Promise<void> | undefined,
		tokensGiven: 0,
		handOffs: new Map([['hand-off', 'sign-in']]),
		log: [] as string[],
	};
	const answer = async <Value>(name: string, value: () => Value): Promise<Value> => {
		server.log.push(name);
		const { isThere: wasAnswered } = server;
		const lostAuth = () => new AuthError('auth/network-request-failed', '', { wasAnswered });
		const lost = name === 'verifyWebSession' ? new CallError('internal', { message: '' }) : lostAuth();
		if (server.down) throw lost;
		const answered = value();
		if (name === 'token') await server.tokenAnswers;
		if (server.losesAnswerTo !== name) return answered;
		server.losesAnswerTo = '';
		throw lost;
	};
	const setCookie = (uid?: string) => {
		server.cookie = uid;
	};
	const requests: AuthRequests = {
		accessToken: () =>
			answer('token', () => {
				if (!server.cookie) return undefined;
				server.tokensGiven += 1;
				return { token: jwt(server.cookie, server.tokensGiven), expiresAt: Date.now() + 60 * minute };
			}),
		signInWithCustomToken: () =>
			answer('custom-token', () => {
				if (server.cookie) throw new AuthError('auth/operation-not-allowed', '');
				server.cookie = 'u-1';
			}),
		signInWithPassword: (email) =>
			answer('password', () => {
				if (email === 'admin') return 'second-factor-wanted';
				server.cookie = email;
				return 'signed-in';
			}),
		giveSecondFactor: () => answer('second-factor', () => setCookie('admin')),
		signOut: () => answer('sign-out', () => setCookie()),
	};
	const verifyWebSession = (token: string) =>
		answer('verifyWebSession', () => {
			const signIn = server.handOffs.get(token);
			server.handOffs.delete(token);
			if (!signIn) throw new CallError('unauthenticated', refusal('hand-off-invalid'));
			return { token: signIn };
		});
	return { server, requests, verifyWebSession };
}

function aSession(hinted = false) {
	const { server, requests, verifyWebSession } = aServer();
	const hinting = { isHinted: hinted };
	const state = createStore<AuthState>({ kind: 'unknown' });
	const warn = vi.fn<SessionDeps['warn']>();
	const hint = {
		isSet: () => hinting.isHinted,
		set: () => void Object.assign(hinting, { isHinted: true }),
		clear: () => void Object.assign(hinting, { isHinted: false }),
	};
	const notifyOthers = vi.fn<SessionDeps['notifyOthers']>();
	const others = { isOfAnother: async () => true, hint, notifyOthers };
	const session = createSession({ state, requests, verifyWebSession, ...others, now: Date.now, warn });
	return { session, server, warn, hint, notifyOthers };
}

async function aSessionOf(uid: string) {
	const made = aSession(true);
	made.server.cookie = uid;
	await made.session.start();
	return made;
}

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 21) }));
afterEach(() => void vi.useRealTimers());

test('does not request a token for a guest', async () => {
	const { session, server } = aSession();
	await session.start();
	expect(session.state.get()).toEqual({ kind: 'guest' });
	expect(await session.bearer.current()).toBeUndefined();
	expect(server.log).toEqual([]);
});

// spec: 4.token-exchange
test('a hand-off token signs a guest in after the first state is known', async () => {
	const { session, server } = aSession();
	await session.start('hand-off');
	expect(session.state.get()).toEqual({ kind: 'exchanging' });
	await vi.waitFor(() => expect(session.state.get().kind).toBe('signed-in'));
	expect(session.state.get()).toEqual({ kind: 'signed-in', uid: 'u-1', handOff: 'used' });
	expect(server.log).toEqual(['verifyWebSession', 'custom-token', 'token']);
});

// spec: 8.guest-session
test('logs a used or empty hand-off token and leaves the visitor a guest', async () => {
	for (const token of ['used-before', '']) {
		const { session, warn, server } = aSession();
		await session.start(token);
		await vi.waitFor(() => expect(session.state.get()).toEqual({ kind: 'guest' }));
		expect(warn).toHaveBeenCalledOnce();
		await vi.advanceTimersByTimeAsync(minute);
		await session.start();
		expect(server.log).toEqual(['verifyWebSession']);
	}
});

const arrived = { kind: 'signed-in', uid: 'u-1', handOff: 'used' };

// spec: 4.token-network
test('retries automatically after a network failure, and concurrent tries exchange the token once', async () => {
	const { session, server } = aSession();
	server.down = true;
	await session.start('hand-off');
	await vi.advanceTimersByTimeAsync(10_000);
	expect(session.state.get()).toEqual({ kind: 'unreachable' });
	expect(session.unusedHandOff()).toEqual({ token: 'hand-off', untilMs: Date.now() + 50_000 });
	server.down = false;
	server.log.length = 0;
	await Promise.all([session.start(), session.start(), vi.advanceTimersByTimeAsync(10_000)]);
	expect(session.state.get()).toEqual(arrived);
	expect(server.log).toEqual(['verifyWebSession', 'custom-token', 'token']);
	await session.signOut();
	expect(session.unusedHandOff()).toBeUndefined();
});

test("stops retrying when the token's lifetime is over, and the visitor becomes a guest", async () => {
	const { session, server } = aSession();
	server.down = true;
	await session.start('hand-off');
	await vi.advanceTimersByTimeAsync(minute - 6_000);
	expect(session.state.get()).toEqual({ kind: 'unreachable' });
	await vi.advanceTimersByTimeAsync(12_000);
	expect(session.state.get()).toEqual({ kind: 'guest' });
	const requestsBefore = server.log.length;
	expect(requestsBefore).toBeLessThan(20);
	await vi.advanceTimersByTimeAsync(5 * minute);
	expect(server.log.length).toBe(requestsBefore);
});

test.each(['custom-token', 'token'])(
	'a response lost after the server acted (%s) still signs the user in',
	async (step) => {
		const { session, server, hint } = aSession();
		server.losesAnswerTo = step;
		await session.start('hand-off');
		await vi.advanceTimersByTimeAsync(5_000);
		expect(session.state.get()).toEqual(arrived);
		expect(hint.isSet()).toBe(true);
		expect(server.log.filter((name) => name === 'verifyWebSession')).toHaveLength(1);
	},
);

test('a switch with an expired token or without a network keeps the current session', async () => {
	const { session, server } = aSession(true);
	server.cookie = 'u-9';
	await session.start('hand-off');
	server.down = true;
	await expect(session.switchAccount()).rejects.toThrow(CallError);
	server.down = false;
	server.handOffs.clear();
	await expect(session.switchAccount()).rejects.toThrow('This sign-in link has already been used');
	expect(session.state.get()).toEqual({ kind: 'signed-in', uid: 'u-9', handOff: 'ignored' });
	expect(server.cookie).toBe('u-9');
});

test('a valid cookie without a session hint keeps its owner signed in', async () => {
	const { session, server, hint } = aSession(false);
	server.cookie = 'u-9';
	await session.start('hand-off');
	await vi.waitFor(() => expect(session.state.get().kind).toBe('signed-in'));
	expect(session.state.get()).toEqual({ kind: 'signed-in', uid: 'u-9', handOff: 'ignored' });
	expect(hint.isSet()).toBe(true);
});

test('replaces a refused token once, and signs out when the session is gone', async () => {
	const { session, server, hint, notifyOthers } = await aSessionOf('u-1');
	const first = await session.bearer.current();
	const second = await session.bearer.replace(first ?? '');
	expect(second).not.toBe(first);
	expect(await session.bearer.replace(first ?? '')).toBe(second);
	server.cookie = undefined;
	expect(await session.bearer.replace(second ?? '')).toBeUndefined();
	expect(session.state.get()).toEqual({ kind: 'guest', farewell: { kind: 'ended' } });
	expect(notifyOthers).toHaveBeenCalledWith({ kind: 'ended' });
	expect(hint.isSet()).toBe(false);
});

test('a missing network and an unavailable server at start-up keep the session', async () => {
	const { session, server, hint } = aSession(true);
	server.cookie = 'u-1';
	server.down = true;
	await session.start();
	expect(session.state.get()).toEqual({ kind: 'unreachable' });
	server.isThere = true;
	await session.start();
	expect(session.state.get()).toEqual({ kind: 'unreachable', isThere: true });
	expect(hint.isSet()).toBe(true);
	server.down = false;
	await session.start();
	expect(session.state.get().kind).toBe('signed-in');
});

test('a failed sign-out keeps the user signed in', async () => {
	const { session, server } = await aSessionOf('u-1');
	server.down = true;
	await expect(session.signOut()).rejects.toThrow(AuthError);
	expect(session.state.get().kind).toBe('signed-in');
});

test("a second password sign-in replaces the user, and pending requests get the new user's token", async () => {
	const { session, server, hint } = aSession();
	await session.start();
	expect(await session.signInWithPassword('u-1', '')).toBe('signed-in');
	expect(hint.isSet()).toBe(true);
	vi.setSystemTime(Date.now() + 60 * minute);
	const { promise, resolve: arrive } = Promise.withResolvers<void>();
	server.tokenAnswers = promise;
	const pending = session.bearer.current();
	const entered = session.signInWithPassword('u-2', '');
	await vi.waitFor(() => expect(server.tokensGiven).toBe(3));
	arrive();
	await entered;
	expect(session.state.get()).toMatchObject({ kind: 'signed-in', uid: 'u-2' });
	expect(await pending).toBe(await session.bearer.current());
	expect(JSON.parse(atob((await pending)?.split('.')[1] ?? ''))).toMatchObject({ sub: 'u-2' });
});

test('a password that needs a second factor does not sign in until the factor is given', async () => {
	const { session, hint } = aSession();
	await session.start();
	expect(await session.signInWithPassword('admin', '')).toBe('second-factor-wanted');
	expect(session.state.get()).toEqual({ kind: 'guest' });
	expect(hint.isSet()).toBe(false);
	await session.giveSecondFactor({ kind: 'authenticator', code: '123456' });
	expect(session.state.get()).toMatchObject({ kind: 'signed-in', uid: 'admin' });
});

test('a sign-in whose token request fails completes on the next try', async () => {
	const { session, server, hint } = aSession();
	await session.start();
	server.cookie = 'u-1';
	server.down = true;
	await session.enter();
	expect(session.state.get()).toEqual({ kind: 'unreachable' });
	expect(hint.isSet()).toBe(true);
	server.down = false;
	await session.start();
	expect(session.state.get()).toMatchObject({ kind: 'signed-in', uid: 'u-1' });
});

// spec: 8.sign-out
test('a disabled account and an expired session sign out; other refusals do not', async () => {
	const endings = {
		'auth/user-disabled': 'guest',
		'auth/user-token-expired': 'guest',
		'auth/weak-password': 'signed-in',
	};
	for (const [code, end] of Object.entries(endings)) {
		const { session, hint } = await aSessionOf('u-1');
		const refusal = new AuthError(code as 'auth/user-disabled', '');
		await expect(session.asOwner(() => Promise.reject(refusal))).rejects.toBe(refusal);
		expect([session.state.get().kind, hint.isSet()]).toEqual([end, end === 'signed-in']);
	}
});

test('the session follows when another tab signs in a different user', async () => {
	const { session, server } = await aSessionOf('u-1');
	server.cookie = 'u-2';
	session.onWake();
	await vi.waitFor(() => expect(session.state.get()).toMatchObject({ kind: 'signed-in', uid: 'u-2' }));
});

test('follows sign-in and sign-out in another tab', async () => {
	const { session, server, hint } = aSession();
	await session.start();
	server.cookie = 'u-1';
	hint.set();
	session.onWake();
	await vi.waitFor(() => expect(session.state.get().kind).toBe('signed-in'));
	hint.clear();
	session.onWake();
	expect(session.state.get()).toEqual({ kind: 'guest' });
});

test('a ban signs out with its reason, here and in the other tabs', async () => {
	const { session, hint, notifyOthers } = await aSessionOf('u-1');
	const banned = { kind: 'banned', message: 'Your account is banned: fraud. To appeal, write.' } as const;
	session.bearer.shutOut(banned.message);
	expect(session.state.get()).toEqual({ kind: 'guest', farewell: banned });
	expect(hint.isSet()).toBe(false);
	expect(notifyOthers).toHaveBeenCalledExactlyOnceWith(banned);

	for (const order of ['reason first', 'hint first']) {
		const other = await aSessionOf('u-1');
		if (order === 'hint first') {
			other.hint.clear();
			other.session.onWake();
		}
		other.session.onFarewell(banned);
		expect(other.session.state.get(), order).toEqual({ kind: 'guest', farewell: banned });
		expect(other.notifyOthers).not.toHaveBeenCalled();
	}
});

test('a request of one user is not sent with the token of the next user', async () => {
	const { session, server } = await aSessionOf('u-1');
	const token = await session.bearer.current();
	server.cookie = 'u-2';
	expect(await session.bearer.replace(token ?? '')).toBeUndefined();
	expect(session.state.get()).toEqual({ kind: 'signed-in', uid: 'u-2', handOff: 'none' });
	expect(await session.bearer.current()).toBeDefined();
});

test("a page restored after a sign-out elsewhere becomes a guest's page", async () => {
	const { session, hint } = await aSessionOf('u-1');
	await session.onShownAgain();
	expect(session.state.get().kind).toBe('signed-in');
	hint.clear();
	await session.onShownAgain();
	expect(session.state.get()).toEqual({ kind: 'guest' });
});
