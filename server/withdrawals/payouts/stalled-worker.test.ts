import { describe, expect, test } from 'vitest';
import { CREATE, openOnePayout } from '../../../test/payouts/one-payout.ts';
import { openPayouts, VENDOR_TIMEOUT_MS } from '../../../test/payouts/payouts.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import type { CreateAnswer, Vendor } from '../vendors/vendor.ts';
import { listDue, workOff } from './payouts.ts';

const database = openTestDatabase();
const payouts = openPayouts(database);
const { balance, clock, fakeOrder, spoil, work, workerDeps, workUntilClosed } = payouts;
const { one, stateOf, expectPaidOnce } = openOnePayout(database, payouts);

describe('a stalled worker', () => {
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
		const working = work(one.actor.uid, deps);
		await expect.poll(async () => (await stateOf()).state).toBe('sending');
		clock.advance(VENDOR_TIMEOUT_MS + 6_000);
		await workUntilClosed(one.actor.uid);
		await expectPaidOnce();
		letThrough();
		await working;
		await expectPaidOnce();
	});

	test('comes back while another asks: its answer is shut out', async () => {
		const { deps, letThrough } = stalling(async () => ({ kind: 'refused', reason: 'out-of-stock' }));
		const working = work(one.actor.uid, deps);
		await expect.poll(async () => (await stateOf()).state).toBe('sending');
		clock.advance(VENDOR_TIMEOUT_MS + 6_000);
		await work(one.actor.uid);
		letThrough();
		await working;
		expect(await stateOf()).toMatchObject({ state: 'unknown' });
		expect(await balance(one.actor.uid)).toBe(50);
		await workUntilClosed(one.actor.uid);
		await expectPaidOnce();
	});

	test('comes back while another sends again: the fence alone tells the two apart', async () => {
		const first = stalling(async () => ({ kind: 'refused', reason: 'out-of-stock' }));
		const working = work(one.actor.uid, first.deps);
		await expect.poll(async () => (await stateOf()).state).toBe('sending');
		clock.advance(VENDOR_TIMEOUT_MS * 2 + 6_000);
		const vendor = payouts.vendor();
		const gate = Promise.withResolvers<void>();
		const waiting: Vendor = { ...vendor, create: (order) => gate.promise.then(() => vendor.create(order)) };
		const sendingAgain = work(one.actor.uid, workerDeps({ vendors: new Map([['rbxcrate', waiting]]) }));
		await expect.poll(stateOf).toMatchObject({ state: 'sending', attempts: 2 });
		first.letThrough();
		await working;
		expect(await stateOf()).toMatchObject({ state: 'sending', attempts: 2 });
		expect(await balance(one.actor.uid)).toBe(50);
		gate.resolve();
		await sendingAgain;
		await workUntilClosed(one.actor.uid);
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
		await work(one.actor.uid, workerDeps({ clock: sleepy, vendors: new Map([['rbxcrate', counting]]) }));
		expect(sent).toBe(0);
		expect(await stateOf()).toMatchObject({ state: 'sending', attempts: 1 });
		await workUntilClosed(one.actor.uid);
		await expectPaidOnce();
	});

	test('keeps nobody else from trying: eight workers at once make one attempt', async () => {
		const due = (await listDue(workerDeps(), 1_000)).find(({ uid }) => uid === one.actor.uid);
		if (!due) throw new Error('the order is not due');
		await Promise.all(Array.from({ length: 8 }, () => workOff(workerDeps(), due)));
		expect(await stateOf()).toMatchObject({ state: 'unknown', attempts: 1 });
		expect(await fakeOrder(one.orderId)).toMatchObject({ createCalls: 1 });
		await workUntilClosed(one.actor.uid);
		await expectPaidOnce();
	});

	test('that slept a day after "no such order" does not send again: the vendor may have forgotten the order id', async () => {
		await spoil('vendor', 'timeout-after', CREATE);
		await work(one.actor.uid);
		clock.advance(60_000);
		const vendor = payouts.vendor();
		const drowsy: Vendor = {
			...vendor,
			async info() {
				clock.advance(25 * 3_600_000);
				return { kind: 'no-such-order' };
			},
		};
		await work(one.actor.uid, workerDeps({ vendors: new Map([['rbxcrate', drowsy]]) }));
		expect(await fakeOrder(one.orderId)).toMatchObject({ createCalls: 1 });
		expect(await stateOf()).toMatchObject({ attempts: 1 });
		await workUntilClosed(one.actor.uid);
		await expectPaidOnce();
	});

	test('that slept between its claim and the call looks at the window once more', async () => {
		await spoil('vendor', 'timeout-before', CREATE);
		await work(one.actor.uid);
		// The lease is long here: only the vendor's window can stop it.
		const deps = workerDeps();
		const sleepy = { ...deps, times: { ...deps.times, leaseMs: 48 * 3_600_000 } };
		clock.advance(23 * 3_600_000);
		let looks = 0;
		const wakingUp = {
			now() {
				looks += 1;
				// When the question is claimed, when the attempt is put on record ... and then the machine sleeps.
				const isAfterTheClaim = looks > 5;
				return clock.now() + (isAfterTheClaim ? 2 * 3_600_000 : 0);
			},
		};
		await work(one.actor.uid, { ...sleepy, clock: wakingUp });
		expect(await fakeOrder(one.orderId)).toBeUndefined();
		expect(await stateOf()).toMatchObject({ state: 'needs-review', refusal: 'dedupe-window-over' });
		expect(await balance(one.actor.uid)).toBe(50);
	});
});
