import { callbackSignature } from '../../../sandbox/vendor/webhooks.ts';
import { openOnePayout } from '../../../test/payouts/one-payout.ts';
import { openPayouts, VENDOR_KEY } from '../../../test/payouts/payouts.ts';
import { openSite } from '../../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { cellOf } from '../../lib/db/database.ts';

const database = openTestDatabase();
const payouts = openPayouts(database);
const site = openSite(database, { clock: payouts.clock, replace: () => ({ vendors: payouts.workerDeps().vendors }) });
const one = openOnePayout(database, payouts);

const signed = (status: string, { of = one.orderId, key = VENDOR_KEY, ...more }: Record<string, unknown> = {}) => {
	const body = { orderId: of, status, ...more };
	return { ...body, sign: callbackSignature(body, key as string) };
};

function send(body: unknown, vendor = 'rbxcrate') {
	return site.app.inject({ method: 'POST', url: `/vendor-callback/${vendor}`, payload: body as object });
}

const isDue = () => cellOf<boolean>(database.owner)`
	select next_ask_at <= ${new Date(payouts.clock.now())} from withdrawals where order_id = ${one.orderId}
`;

test('a callback from the “check callback” button gets 200', async () => expect((await send({})).statusCode).toBe(200));

test('a callback only schedules a query, and the query moves the money', async () => {
	await one.work();
	expect(await isDue()).toBe(false);
	const error = { reason: 'gamepass_not_found' };
	expect((await send(signed('Error', { error }))).statusCode).toBe(200);
	expect(await isDue()).toBe(true);
	expect(await one.balance()).toBe(50);
	await one.work();
	expect((await payouts.history(one.actor.uid))[0]).toMatchObject({ status: 'Completed', is_refunded: false });
});

test('a callback changes nothing if it is late, repeated or outdated', async () => {
	await one.workUntilClosed();
	for (const status of ['Pending', 'Error', 'Completed', 'Error']) {
		expect((await send(signed(status))).statusCode).toBe(200);
		await one.work();
	}
	expect((await payouts.history(one.actor.uid))[0]).toMatchObject({ status: 'Completed', is_refunded: false });
	expect(await one.balance()).toBe(50);
});

test('a callback before the order was sent does not cause a second order at the vendor', async () => {
	await send(signed('Completed'));
	await one.workUntilClosed();
	expect(await payouts.fakeOrder(one.orderId)).toMatchObject({ createCalls: 1, timesPaid: 1 });
});

test('a callback for an unknown order gets 200, so that it is not repeated', async () => {
	expect((await send(signed('Completed', { of: 'W-0000000000000000' }))).statusCode).toBe(200);
});

test.each([
	['no signature', () => ({ orderId: one.orderId, status: 'Completed' })],
	['a signature with another key', () => signed('Completed', { key: 'guess' })],
])('a callback with %s is rejected and wakes no payout', async (_name, forged) => {
	await one.work();
	expect((await send(forged())).statusCode).toBe(403);
	expect(await isDue()).toBe(false);
	await one.workUntilClosed();
});

test.each([
	['a body above 64 kB', 413, { payload: JSON.stringify({ orderId: 'x'.repeat(65_536) }) }],
	['a URL above 8 kB', 414, { query: { x: 'x'.repeat(8_192) } }],
	['invalid JSON', 400, { payload: '{"orderId":' }],
	['a form', 415, { payload: 'orderId=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
])('a callback with %s is rejected', async (_name, status, request) => {
	const headers = { 'content-type': 'application/json' };
	const to = { method: 'POST', url: '/vendor-callback/rbxcrate' } as const;
	const reply = await site.app.inject({ ...to, headers, payload: '{}', ...request });
	expect([reply.statusCode, reply.json()]).toEqual([status, { success: false }]);
});
