import { request as httpRequest } from 'node:http';
import { expect, test } from 'vitest';
import { openTestSandbox, order, requestJson } from '../played-product.ts';

const sandbox = openTestSandbox({ vendorKey: 'key' });

const fault = (body: unknown) => requestJson(`${sandbox.url()}/control/faults`, 'POST', body);
const stockPath = '/rbxcrate/api/orders/stock';
const countOrders = async () => (await requestJson(`${sandbox.url()}/control/vendor/orders`)).body.total;

function send(path: string, body?: unknown, giveUpMs = 10_000): Promise<string> {
	return new Promise((resolve) => {
		const headers = { 'api-key': 'key', 'content-type': 'application/json' };
		const sent = httpRequest(
			sandbox.url() + path,
			{ method: body ? 'POST' : 'GET', headers, agent: false },
			(answer) => {
				let text = '';
				answer.on('data', (piece) => {
					text += piece;
				});
				answer.on('end', () => resolve(`${answer.statusCode} ${text}`));
				answer.on('error', (error) => resolve(error.message));
			},
		);
		sent.setTimeout(giveUpMs, () => sent.destroy(new Error('timeout')));
		sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
		sent.end(body ? JSON.stringify(body) : undefined);
	});
}

test('a 429 fault answers the requested number of times, with retry-after and the error body of each API', async () => {
	await fault({ part: 'platform', kind: '429', remaining: 2, retryAfterSec: 7 });
	const users = await requestJson(`${sandbox.url()}/v1/usernames/users`, 'POST', { usernames: ['sandbox_player'] });
	expect([users.status, users.headers.get('retry-after')]).toEqual([429, '7']);
	expect(users.body).toEqual({ errors: [{ code: 0, message: 'Too many requests' }] });
	const pass = await requestJson(`${sandbox.url()}/game-passes/v1/game-passes/1/details`);
	expect(pass.body.errorCode).toBe('TooManyRequests');
	expect((await requestJson(`${sandbox.url()}/universes/v1/places/9300001/universe`)).status).toBe(200);
});

test('a fault on one path does not affect other paths and ends when it is cleared', async () => {
	await fault({ part: 'vendor', kind: '500', path: '/orders/stock' });
	expect(await send(stockPath)).toMatch(/^500 .*INTERNAL_SERVER_ERROR/);
	expect(await send(stockPath)).toMatch(/^500/);
	expect(await send('/rbxcrate/api/shared/balance')).toMatch(/^200/);
	await requestJson(`${sandbox.url()}/control/faults?part=vendor`, 'DELETE');
	expect(await send(stockPath)).toMatch(/^200/);
});

test.each([
	['timeout-before', 'timeout', 0],
	['timeout-after', 'timeout', 1],
	['reset', 'ECONNRESET', 0],
	['reset-after', 'ECONNRESET', 1],
	['500', /^500 /, 0],
	['500-after', /^500 /, 1],
	['garbage', /^201 \{"success":tru/, 1],
])('a %s fault on order creation: the caller gets %s, and %i orders exist', async (kind, seen, orders) => {
	await fault({ part: 'vendor', kind, remaining: 1 });
	expect(await send('/rbxcrate/api/orders/gamepass', order, seen === 'timeout' ? 300 : undefined)).toMatch(seen);
	expect(await countOrders()).toBe(orders);
});

test('a delay fault responds late, and a slow drip still sends the complete response', async () => {
	await fault({ part: 'vendor', kind: 'delay', remaining: 1, delayMs: 120 });
	const before = Date.now();
	expect(await send(stockPath)).toMatch(/^200/);
	expect(Date.now() - before).toBeGreaterThanOrEqual(115);
	await fault({ part: 'vendor', kind: 'slow-drip', remaining: 1, delayMs: 2 });
	expect(await send(stockPath)).toBe('200 {"robuxAvailable":25000,"maxRobuxAvailable":180000}');
});

test('a simulated service rejects a fault that it does not support', async () => {
	expect((await fault({ part: 'vendor', kind: 'duplicate' })).status).toBe(400);
	expect((await fault({ part: 'postback', kind: '500' })).status).toBe(400);
	expect((await fault({ part: 'nobody', kind: 'delay' })).status).toBe(400);
});

test('the control API rejects cross-site requests', async () => {
	const { status } = await requestJson(`${sandbox.url()}/control/reset`, 'POST', undefined, {
		'sec-fetch-site': 'cross-site',
	});
	expect(status).toBe(403);
});

test('the control API lists the requests of the product', async () => {
	await send(stockPath);
	const { body } = await requestJson(`${sandbox.url()}/control/requests?part=vendor`);
	expect(body.requests).toEqual([
		{ part: 'vendor', method: 'GET', url: stockPath, atMs: expect.any(Number), status: 200 },
	]);
});
