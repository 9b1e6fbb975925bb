import { CallError } from '../../../contract/errors.ts';
import { refusal } from '../../../contract/refusals.ts';
import { createStore } from '../../lib/store.ts';
import { AuthError } from '../session/auth-requests.ts';
import type { AuthState } from '../session/auth-state.ts';
import { createArrival } from './arrival.ts';
import { createHandOff } from './hand-off.ts';

const MINUTE_MS = 60_000;
const noNetwork = () => new CallError('internal', { message: '' });
const refused = () => new CallError('unauthenticated', refusal('hand-off-invalid'));

function someoneBefore({ hinted = false, cookie }: { hinted?: boolean; cookie?: string } = {}) {
	const server = {
		cookie,
		isUnavailable: false,
		losesAnswerTo: '',
		addressTokens: new Set(['address']),
		log: [] as string[],
	};
	let isHinted = hinted;
	const state = createStore<AuthState>({ kind: 'unknown' });
	const ask = async <Value>(name: string, lost: Error, act: () => Value): Promise<Value> => {
		server.log.push(name);
		if (server.isUnavailable) throw lost;
		const answer = act();
		if (server.losesAnswerTo !== name) return answer;
		server.losesAnswerTo = '';
		throw lost;
	};
	const lostAuth = new AuthError('auth/network-request-failed', '');
	const handOff = createHandOff({
		now: Date.now,
		verifyWebSession: (token) =>
			ask('verify', noNetwork(), () => {
				if (!server.addressTokens.delete(token)) throw refused();
				return { token: 'sign-in' };
			}),
		isOfAnother: async () => server.cookie !== 'u-1',
		signInWithCustomToken: (token) =>
			ask(`redeem ${token}`, lostAuth, () => {
				if (server.cookie) throw new AuthError('auth/operation-not-allowed', '');
				server.cookie = 'u-1';
			}),
	});
	const arrival = createArrival({
		state,
		handOff,
		hint: {
			isSet: () => isHinted,
			set: () => {
				isHinted = true;
			},
			clear: () => {
				isHinted = false;
			},
		},
		async readState() {
			if (!isHinted) return { kind: 'guest' };
			if (server.isUnavailable) return { kind: 'unreachable' };
			return server.cookie ? { kind: 'signed-in', uid: server.cookie, handOff: 'none' } : { kind: 'guest' };
		},
		enter: (by) =>
			ask('enter', lostAuth, () => state.set({ kind: 'signed-in', uid: server.cookie ?? '', handOff: by })),
		endSession: () =>
			ask('sign-out', lostAuth, () => {
				server.cookie = undefined;
			}),
		forgetAccessToken: () => {},
		warn: () => {},
	});
	return { arrival, handOff, state, server, isHinted: () => isHinted };
}

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 22) }));
afterEach(() => void vi.useRealTimers());

// spec: 4.token-network
test('retries automatically after a network failure, and concurrent tries exchange the token once', async () => {
	const { arrival, handOff, state, server } = someoneBefore();
	server.isUnavailable = true;
	await arrival.start('address');
	await vi.advanceTimersByTimeAsync(10_000);
	expect(state.get()).toEqual({ kind: 'unreachable' });
	expect(handOff.unused()).toEqual({ token: 'address', untilMs: Date.now() + 50_000 });
	server.isUnavailable = false;
	server.log.length = 0;
	await Promise.all([arrival.start(), arrival.start(), vi.advanceTimersByTimeAsync(10_000)]);
	expect(state.get()).toEqual({ kind: 'signed-in', uid: 'u-1', handOff: 'used' });
	expect(server.log).toEqual(['verify', 'redeem sign-in', 'enter']);
	expect(handOff.unused()).toBeUndefined();
});

test("stops retrying when the token's lifetime is over, and the visitor becomes a guest", async () => {
	const { arrival, state, server } = someoneBefore();
	server.isUnavailable = true;
	await arrival.start('address');
	await vi.advanceTimersByTimeAsync(MINUTE_MS - 6_000);
	expect(state.get()).toEqual({ kind: 'unreachable' });
	await vi.advanceTimersByTimeAsync(12_000);
	expect(state.get()).toEqual({ kind: 'guest' });
	const requestsBefore = server.log.length;
	expect(requestsBefore).toBeLessThan(20);
	await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
	expect(server.log.length).toBe(requestsBefore);
});

test('does not send a refused token again', async () => {
	const { arrival, state, server } = someoneBefore();
	await arrival.start('used before');
	await vi.advanceTimersByTimeAsync(MINUTE_MS);
	expect(state.get()).toEqual({ kind: 'guest' });
	await arrival.start();
	expect(server.log).toEqual(['verify']);
});

test.each(['redeem sign-in', 'enter'])(
	'a response lost after the server acted (%s) still signs the user in',
	async (step) => {
		const { arrival, state, server, isHinted } = someoneBefore();
		server.losesAnswerTo = step;
		await arrival.start('address');
		await vi.advanceTimersByTimeAsync(5_000);
		expect(state.get()).toEqual({ kind: 'signed-in', uid: 'u-1', handOff: 'used' });
		expect(isHinted()).toBe(true);
		expect(server.log.filter((name) => name === 'verify')).toHaveLength(1);
	},
);

test('a switch with an expired token or without a network keeps the current session', async () => {
	const { arrival, state, server } = someoneBefore({ hinted: true, cookie: 'u-9' });
	await arrival.start('address');
	server.isUnavailable = true;
	await expect(arrival.switchAccount()).rejects.toThrow(CallError);
	server.isUnavailable = false;
	server.addressTokens.clear();
	await expect(arrival.switchAccount()).rejects.toThrow('This sign-in link has already been used');
	expect(state.get()).toEqual({ kind: 'signed-in', uid: 'u-9', handOff: 'ignored' });
	expect(server.cookie).toBe('u-9');
});
