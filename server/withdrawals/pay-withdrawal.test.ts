import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../test/database.ts';
import { Crash, createMortalProcess, openPayouts, VENDOR_TIMEOUT_MS } from '../../test/payouts.ts';
import type { Actor } from '../lib/http/actor.ts';
import { listDue, workOff } from './payouts.ts';
import type { CreateAnswer, Vendor } from './vendors/vendor.ts';

const database = openTestDatabase();
const payouts = openPayouts(database);
const { balance, clock, history, newUser, playedOrder, spoil, submit, work, workerDeps, workUntilClosed } = payouts;

const CREATE = '/orders/gamepass';
const INFO = '/orders/info';

let actor: Actor;
let orderId: string;
beforeEach(async () => {
	actor = await newUser(100);
	orderId = (await submit(actor)).order_id;
});

async function stateOf(): Promise<{ state: string; attempts: number; refusal: string | null; vendor_status: string }> {
	const { rows } = await sql<{ state: string; attempts: number; refusal: string | null; vendor_status: string }>`
		select state, attempts, refusal, vendor_status from withdrawals where order_id = ${orderId}
	`.execute(database.owner);
	return rows[0] as NonNullable<(typeof rows)[0]>;
}

async function expectPaidOnce() {
	expect((await history(actor.uid))[0]).toMatchObject({ status: 'Completed', is_refunded: false });
	expect(await playedOrder(orderId)).toMatchObject({ status: 'Completed', timesPaid: 1 });
	expect(await balance(actor.uid)).toBe(50);
	await expectToldOnce('withdrawal-paid');
}

/** One notice and one mail of it, whatever happened on the way. */
async function expectToldOnce(kind: string) {
	const { rows } = await sql`
		select n.kind, count(j.id)::int as mails from notices n
		left join graphile_worker._private_jobs j on j.payload->>'uid' = n.uid::text and j.payload->>'id' = n.id::text
		where n.uid = ${actor.uid} group by n.id, n.kind
	`.execute(database.owner);
	expect(rows).toEqual([{ kind, mails: 1 }]);
}

async function expectRefundedOnce() {
	expect((await history(actor.uid))[0]).toMatchObject({ status: 'Failed', is_refunded: true });
	expect((await playedOrder(orderId))?.timesPaid ?? 0).toBe(0);
	expect(await balance(actor.uid)).toBe(100);
	await expectToldOnce('withdrawal-refunded');
}

describe('a payout', () => {
	test('goes from requested over unknown to completed, and each step is announced', async () => {
		expect(await stateOf()).toMatchObject({ state: 'requested', attempts: 0 });
		payouts.published.length = 0;
		await work(actor.uid);
		expect(await stateOf()).toMatchObject({ state: 'unknown', attempts: 1, vendor_status: 'Pending' });
		expect((await history(actor.uid))[0]?.status).toBe('Processing');
		expect(payouts.published).toEqual([actor.uid, actor.uid]);
		clock.advance(5_000);
		await work(actor.uid);
		expect(await stateOf()).toMatchObject({ state: 'completed', vendor_status: 'Completed' });
		await expectPaidOnce();
	});

	test('is queued at the vendor when there is no stock, and paid when there is', async () => {
		await payouts.control('PATCH', '/control/vendor', { robuxAvailable: 0 });
		await workUntilClosed(actor.uid, workerDeps(), 2);
		expect(await stateOf()).toMatchObject({ state: 'unknown', vendor_status: 'Queued' });
		expect(await playedOrder(orderId)).toMatchObject({ isPreOrder: true });
		await payouts.control('PATCH', '/control/vendor', { robuxAvailable: 100 });
		await workUntilClosed(actor.uid);
		await expectPaidOnce();
	});

	test('waits while payouts are switched off', async () => {
		await payouts.changeSettings({ isOn: false });
		await workUntilClosed(actor.uid, workerDeps(), 1);
		expect(await stateOf()).toMatchObject({ state: 'requested', attempts: 0 });
		await payouts.changeSettings({ isOn: true });
		await workUntilClosed(actor.uid);
		await expectPaidOnce();
	});

	test('stays with a vendor that is not set up any more, untouched', async () => {
		await workUntilClosed(actor.uid, workerDeps({ vendors: new Map() }), 1);
		expect(await stateOf()).toMatchObject({ state: 'requested', attempts: 0 });
		await workUntilClosed(actor.uid);
	});
});

describe('a final refusal gives the money back, once', () => {
	test.each([
		['GAMEPASS_NOT_FOUND', 404, 'pass-not-found'],
		['ROBLOX_USER_NOT_FOUND', 404, 'user-not-found'],
		['GAMEPASS_SELLER_MISMATCH', 400, 'pass-of-someone-else'],
		['REGIONAL_PRICING_NOT_SUPPORTED', 400, 'regional-pricing'],
		['REGIONAL_PRICING_NOT_SUPPORTED', 422, 'regional-pricing'],
		['OUT_OF_STOCK', 402, 'out-of-stock'],
		['', 402, 'out-of-stock'],
		['INSUFFICIENT_BALANCE', 403, 'vendor-balance-too-low'],
	])('%s with status %i', async (code, status, refusal) => {
		await work(actor.uid, withAnswer(status, JSON.stringify({ message: 'no', ...(code ? { code } : {}) })));
		expect(await stateOf()).toMatchObject({ state: 'failed', attempts: 1, refusal });
		await expectRefundedOnce();
	});

	test('an order that ends in error', async () => {
		await payouts.control('PATCH', '/control/vendor', { failNext: { reason: 'gamepass_not_found' } });
		await workUntilClosed(actor.uid);
		expect(await stateOf()).toMatchObject({ state: 'failed', refusal: 'gamepass_not_found', vendor_status: 'Error' });
		await expectRefundedOnce();
	});

	test('an order that the vendor cancelled', async () => {
		await payouts.control('PATCH', '/control/vendor', { settleMs: null });
		await work(actor.uid);
		await payouts.control('POST', `/control/vendor/orders/${orderId}/cancel`);
		await workUntilClosed(actor.uid);
		expect(await stateOf()).toMatchObject({ state: 'failed', refusal: 'cancelled' });
		await expectRefundedOnce();
	});
});

describe('what is no final refusal never gives the money back by itself', () => {
	test.each([
		['a refusal in no known shape', 404, '<html>Not Found</html>'],
		['a code that is not on the list', 400, '{"message":"bad data","code":"BAD_REQUEST"}'],
		['a limit', 429, '{"message":"Too many requests"}'],
		['a bad key', 401, '{"message":"Invalid api key","code":"UNAUTHORIZED"}'],
		['a redirect', 302, ''],
		['a page of a proxy', 403, '<html>blocked</html>'],
		['a success about another order', 201, '{"success":true,"data":{"orderId":"x","status":"Completed"}}'],
		['a success without content', 200, ''],
		['its own trouble', 503, '{"message":"GAMEPASS_NOT_FOUND"}'],
	])('%s: asked about, then sent again, then paid', async (_name, status, body) => {
		await work(actor.uid, withAnswer(status, body));
		expect(await stateOf()).toMatchObject({ state: 'unknown', attempts: 1 });
		expect(await balance(actor.uid)).toBe(50);
		await workUntilClosed(actor.uid);
		expect(await stateOf()).toMatchObject({ state: 'completed', attempts: 2 });
		await expectPaidOnce();
	});

	test.each([
		['timeout-before', 2],
		['timeout-after', 1],
		['reset', 2],
		['reset-after', 1],
		['500', 2],
		['500-after', 1],
		['garbage', 1],
		['slow-drip', 1],
		['429', 2],
	])('%s: paid once', async (kind, attempts) => {
		await spoil('vendor', kind, CREATE);
		await work(actor.uid);
		expect(await stateOf()).toMatchObject({ state: 'unknown' });
		expect(await balance(actor.uid)).toBe(50);
		await workUntilClosed(actor.uid);
		expect(await stateOf()).toMatchObject({ state: 'completed', attempts });
		await expectPaidOnce();
	});

	test('an order that exists already is asked about, not sent again', async () => {
		await spoil('vendor', 'timeout-after', CREATE);
		await work(actor.uid);
		await sql`update withdrawals set state = 'requested' where order_id = ${orderId}`.execute(database.owner);
		clock.advance(60_000);
		await work(actor.uid);
		expect(await playedOrder(orderId)).toMatchObject({ createCalls: 2 });
		expect(await stateOf()).toMatchObject({ state: 'unknown' });
		await workUntilClosed(actor.uid);
		await expectPaidOnce();
	});
});

describe('a process that dies', () => {
	const faults = [undefined, 'timeout-after', 'reset-after', '500-after', 'reset'];

	test.each(faults)(
		'at any step, before or after it, with the fault %s, pays once',
		{ timeout: 120_000 },
		async (kind) => {
			let deaths = 0;
			for (const when of ['before', 'after'] as const) {
				for (let diesAt = 1, survived = false; !survived; diesAt += 1) {
					actor = await newUser(100);
					orderId = (await submit(actor)).order_id;
					if (kind) await spoil('vendor', kind, CREATE);
					const mortal = createMortalProcess(database.appPool, payouts.vendor(), diesAt, when);
					const deps = workerDeps({ db: mortal.db, vendors: new Map([['rbxcrate', mortal.vendor]]) });
					await workUntilClosed(actor.uid, deps).catch((error) => {
						if (!(error instanceof Crash)) throw error;
					});
					survived = !mortal.isDead();
					deaths += mortal.isDead() ? 1 : 0;
					await workUntilClosed(actor.uid);
					await expectPaidOnce();
					await payouts.control('DELETE', '/control/faults');
				}
			}
			expect(deaths).toBeGreaterThan(20);
		},
	);

	test('at any step of a refusal refunds once', { timeout: 60_000 }, async () => {
		for (const when of ['before', 'after'] as const) {
			for (let diesAt = 1, survived = false; !survived; diesAt += 1) {
				actor = await newUser(100);
				orderId = (await submit(actor)).order_id;
				await payouts.control('PATCH', '/control/vendor', { balance: 0 });
				const mortal = createMortalProcess(database.appPool, payouts.vendor(), diesAt, when);
				const deps = workerDeps({ db: mortal.db, vendors: new Map([['rbxcrate', mortal.vendor]]) });
				await workUntilClosed(actor.uid, deps).catch((error) => {
					if (!(error instanceof Crash)) throw error;
				});
				survived = !mortal.isDead();
				await workUntilClosed(actor.uid);
				await expectRefundedOnce();
			}
		}
	});
});

describe('a stalled worker', () => {
	/** A vendor whose answer to the first create arrives only when it is let through. */
	function stalling(answer: (vendor: Vendor) => Promise<CreateAnswer>) {
		let letThrough = () => {};
		const gate = new Promise<void>((resolve) => {
			letThrough = resolve;
		});
		const vendor = payouts.vendor();
		const stalled: Vendor = {
			...vendor,
			create: async () => {
				const result = await answer(vendor);
				await gate;
				return result;
			},
		};
		return { deps: workerDeps({ vendors: new Map([['rbxcrate', stalled]]) }), letThrough };
	}

	test('comes back with a refusal when the order was paid by another: nothing is given back', async () => {
		const { deps, letThrough } = stalling(async () => ({ kind: 'refused', reason: 'out-of-stock' }));
		const working = work(actor.uid, deps);
		await expect.poll(async () => (await stateOf()).state).toBe('sending');
		clock.advance(VENDOR_TIMEOUT_MS + 6_000);
		await workUntilClosed(actor.uid);
		await expectPaidOnce();
		letThrough();
		await working;
		await expectPaidOnce();
	});

	test('comes back while another asks: its answer is shut out', async () => {
		const { deps, letThrough } = stalling(async () => ({ kind: 'refused', reason: 'out-of-stock' }));
		const working = work(actor.uid, deps);
		await expect.poll(async () => (await stateOf()).state).toBe('sending');
		clock.advance(VENDOR_TIMEOUT_MS + 6_000);
		await work(actor.uid);
		letThrough();
		await working;
		expect(await stateOf()).toMatchObject({ state: 'unknown' });
		expect(await balance(actor.uid)).toBe(50);
		await workUntilClosed(actor.uid);
		await expectPaidOnce();
	});

	test('that wakes up after its lease does not send any more', async () => {
		let sent = 0;
		const vendor = payouts.vendor();
		const counting: Vendor = {
			...vendor,
			create: (order) => {
				sent += 1;
				return vendor.create(order);
			},
		};
		const sleepy = {
			now: () => {
				const now = clock.now();
				clock.advance(60_000);
				return now;
			},
		};
		await work(actor.uid, workerDeps({ clock: sleepy, vendors: new Map([['rbxcrate', counting]]) }));
		expect(sent).toBe(0);
		expect(await stateOf()).toMatchObject({ state: 'sending', attempts: 1 });
		await workUntilClosed(actor.uid);
		await expectPaidOnce();
	});

	test('keeps nobody else from trying: eight workers at once make one attempt', async () => {
		const due = (await listDue(workerDeps(), 1_000)).find(({ uid }) => uid === actor.uid);
		if (!due) throw new Error('the order is not due');
		await Promise.all(Array.from({ length: 8 }, () => workOff(workerDeps(), due)));
		expect(await stateOf()).toMatchObject({ state: 'unknown', attempts: 1 });
		expect(await playedOrder(orderId)).toMatchObject({ createCalls: 1 });
		await workUntilClosed(actor.uid);
		await expectPaidOnce();
	});
});

describe('an order that the vendor does not settle', () => {
	test('is asked about for as long as the vendor is away, and paid when it is back', async () => {
		await spoil('vendor', 'timeout-after', CREATE);
		await spoil('vendor', '500', INFO, 60);
		await workUntilClosed(actor.uid);
		expect(await stateOf()).toMatchObject({ state: 'completed', attempts: 1 });
		await expectPaidOnce();
	});

	test('is not sent again outside the time in which the vendor knows the order id', async () => {
		await spoil('vendor', 'timeout-before', CREATE);
		await work(actor.uid);
		clock.advance(25 * 3_600_000);
		await work(actor.uid);
		expect(await stateOf()).toMatchObject({ state: 'needs-review', attempts: 1, refusal: 'dedupe-window-over' });
		expect(await playedOrder(orderId)).toBeUndefined();
		expect(await balance(actor.uid)).toBe(50);
	});

	test('needs a person when the vendor says it never had what it once took', async () => {
		await work(actor.uid);
		await payouts.control('POST', '/control/reset');
		clock.advance(60_000);
		await work(actor.uid);
		expect(await stateOf()).toMatchObject({ state: 'needs-review', refusal: 'vendor-lost-the-order' });
		expect(await balance(actor.uid)).toBe(50);
	});

	test('needs a person when the vendor has another amount under our order id', async () => {
		await work(actor.uid);
		clock.advance(60_000);
		await work(actor.uid, withAnswer(200, '{"status":"Completed","robuxAmount":49}', INFO));
		expect(await stateOf()).toMatchObject({ state: 'needs-review', refusal: 'vendor-order-differs' });
	});

	test('is settled without the person when the vendor comes up with the order after all', async () => {
		await spoil('vendor', 'timeout-after', CREATE);
		await work(actor.uid);
		await spoil('vendor', '404', INFO);
		clock.advance(25 * 3_600_000);
		await work(actor.uid);
		expect(await stateOf()).toMatchObject({ state: 'needs-review' });
		await workUntilClosed(actor.uid);
		await expectPaidOnce();
	});

	test('is not sent again while the first attempt may still be on its way', async () => {
		await spoil('vendor', 'timeout-before', CREATE);
		await work(actor.uid);
		clock.advance(5_000);
		await work(actor.uid);
		expect(await stateOf()).toMatchObject({ state: 'unknown', attempts: 1 });
		clock.advance(5_000);
		await work(actor.uid);
		expect(await stateOf()).toMatchObject({ attempts: 2 });
		await workUntilClosed(actor.uid);
		await expectPaidOnce();
	});

	test('a refusal of a second attempt counts only when the vendor also knows nothing of the first', async () => {
		await spoil('vendor', 'timeout-before', CREATE);
		await work(actor.uid);
		await payouts.control('PATCH', '/control/vendor', { balance: 0 });
		clock.advance(60_000);
		await work(actor.uid);
		expect(await stateOf()).toMatchObject({ state: 'unknown', attempts: 2, refusal: 'vendor-balance-too-low' });
		expect(await balance(actor.uid)).toBe(50);
		await workUntilClosed(actor.uid);
		expect(await stateOf()).toMatchObject({ state: 'failed', attempts: 2 });
		await expectRefundedOnce();
	});
});

/** Workers whose vendor answers one kind of request with this, and everything else truly. */
function withAnswer(status: number, body: string, path = CREATE) {
	const fetcher: typeof fetch = async (input, init) =>
		String(input).endsWith(path) ? new Response(body || null, { status }) : fetch(input, init);
	return workerDeps({ vendors: new Map([['rbxcrate', payouts.vendor(fetcher)]]) });
}
