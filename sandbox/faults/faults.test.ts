import { openTestSandbox, requestJson } from '../played-product.ts';

const sandbox = openTestSandbox({});

const fault = (body: unknown) => requestJson(`${sandbox.url()}/control/faults`, 'POST', body);

test('a 429 fault answers the requested number of times, with retry-after and the error body of each API', async () => {
	await fault({ part: 'platform', kind: '429', remaining: 2, retryAfterSec: 7 });
	const users = await requestJson(`${sandbox.url()}/v1/usernames/users`, 'POST', { usernames: ['sandbox_player'] });
	expect([users.status, users.headers.get('retry-after')]).toEqual([429, '7']);
	expect(users.body).toEqual({ errors: [{ code: 0, message: 'Too many requests' }] });
	const pass = await requestJson(`${sandbox.url()}/game-passes/v1/game-passes/1/details`);
	expect(pass.body.errorCode).toBe('TooManyRequests');
	expect((await requestJson(`${sandbox.url()}/universes/v1/places/9300001/universe`)).status).toBe(200);
});
