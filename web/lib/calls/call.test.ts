import { CallError } from '../../../contract/errors.ts';
import { onApplicationEvent } from '../application-events.ts';
import { authoriseFetch, type Bearer } from './authorised-fetch.ts';
import { createCall } from './call.ts';

type Sent = { address: string; authorization: string | null; body: unknown };

function aClient(answers: (Response | 'none' | 'network-error')[], bearer: Partial<Bearer> = {}) {
	const sent: Sent[] = [];
	const giveUp = vi.fn<() => void>();
	const shutOutWith: string[] = [];
	const send: typeof fetch = (address, init) => {
		const authorization = new Headers(init?.headers).get('authorization');
		sent.push({ address: String(address), authorization, body: JSON.parse(String(init?.body)) });
		const answer = answers.shift();
		if (answer === 'network-error' || answer === undefined) return Promise.reject(new TypeError('Failed to fetch'));
		if (answer !== 'none') return Promise.resolve(answer);
		return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
	};
	const anyBearer: Bearer = {
		current: async () => 'first',
		replace: async () => 'second',
		giveUp,
		shutOut: (message) => shutOutWith.push(message),
		...bearer,
	};
	return { call: createCall(authoriseFetch(anyBearer, send), 50), sent, shutOutWith, giveUp };
}

function refused(status: number, text: string): Response {
	return Response.json({ error: { status: text, message: text.toLowerCase() } }, { status });
}

const stock = { direct: 1, network: 2 };

// spec: 7.call
test('a call posts its data with the bearer token and returns the result', async () => {
	const { call, sent } = aClient([Response.json({ result: stock })]);
	expect(await call('getStock', null)).toEqual(stock);
	expect(sent).toEqual([{ address: '/api/getStock', authorization: 'Bearer first', body: { data: null } }]);
});

test('a guest sends no bearer token, and a 401 is final', async () => {
	const { call, sent } = aClient([refused(401, 'UNAUTHENTICATED')], { current: async () => undefined });
	await expect(call('verifyWebSession', { token: 'used' })).rejects.toMatchObject({ code: 'unauthenticated' });
	expect(sent.map(({ authorization }) => authorization)).toEqual([null]);
});

// spec: bad-day.401
test('a refused bearer token is replaced once', async () => {
	const { call, sent, giveUp } = aClient([refused(401, 'UNAUTHENTICATED'), Response.json({ result: stock })]);
	expect(await call('getStock', null)).toEqual(stock);
	expect(sent.map(({ authorization }) => authorization)).toEqual(['Bearer first', 'Bearer second']);
	expect(giveUp).not.toHaveBeenCalled();
});

test('a call gives up after a second 401', async () => {
	const { call, sent, giveUp } = aClient([refused(401, 'UNAUTHENTICATED'), refused(401, 'UNAUTHENTICATED')]);
	await expect(call('getStock', null)).rejects.toMatchObject({ code: 'unauthenticated' });
	expect([sent.length, giveUp.mock.calls.length]).toEqual([2, 1]);
});

// spec: 7.timeout, 9.functions
test('a call without a response in time fails with deadline-exceeded', async () => {
	const { call } = aClient(['none']);
	await expect(call('getStock', null)).rejects.toMatchObject({ code: 'deadline-exceeded' });
});

test('no network, a proxy page and a response without a result are internal errors', async () => {
	const { call } = aClient(['network-error', new Response('<html>'), Response.json({})]);
	for (let i = 0; i < 3; i++) await expect(call('getStock', null)).rejects.toMatchObject({ code: 'internal' });
});

test('a call aborted by its caller rejects with the abort reason', async () => {
	const { call } = aClient(['none']);
	const caller = new AbortController();
	const answer = call('getStock', null, caller.signal);
	setTimeout(() => caller.abort(new Error('left')), 5);
	await expect(answer).rejects.toThrow('left');
});

test("a ban signs out with the server's message, other refusals do not", async () => {
	const message = 'Your account is banned: fraud. To appeal, write.';
	const banned = { error: { status: 'PERMISSION_DENIED', message, details: { reason: 'banned' } } };
	const { call, shutOutWith } = aClient([refused(403, 'PERMISSION_DENIED'), Response.json(banned, { status: 403 })]);
	await expect(call('getStock', null)).rejects.toMatchObject({ code: 'permission-denied' });
	expect(shutOutWith).toEqual([]);
	await expect(call('getStock', null)).rejects.toMatchObject({ message });
	expect(shutOutWith).toEqual([message]);
});

test('a call refused for a missing second factor emits second-factor-wanted', async () => {
	const wanted = vi.fn();
	const stop = onApplicationEvent('second-factor-wanted', wanted);
	const refusal = (reason: string) =>
		Response.json({ error: { status: 'PERMISSION_DENIED', message: '', details: { reason } } }, { status: 403 });
	const { call } = aClient([refusal('totp-required'), refusal('totp-not-set-up'), refusal('paused')]);
	for (let times = 0; times < 3; times++) await expect(call('getStock', null)).rejects.toBeInstanceOf(CallError);
	stop();
	expect(wanted).toHaveBeenCalledTimes(2);
});
