import { describe, expect, test } from 'vitest';
import { openOnePayout } from '../../../test/payouts/one-payout.ts';
import { openPayouts, VENDOR_TIMEOUT_MS } from '../../../test/payouts/payouts.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import type { CreateAnswer, InfoAnswer, Vendor } from '../vendors/vendor.ts';
import { listDue, workOff } from './payouts.ts';

const database = openTestDatabase();
const payouts = openPayouts(database);
const { clock, fakeOrder, workerDeps } = payouts;
const one = openOnePayout(database, payouts);

describe('a stalled worker', () => {
	const withVendor = (changes: Partial<Vendor>) =>
		workerDeps({ vendors: new Map([['rbxcrate', { ...payouts.vendor(), ...changes }]]) });

	/** A worker whose vendor refuses the order, but is not heard before it is let through. */
	async function stalled() {
		const gate = Promise.withResolvers<void>();
		const create = () => gate.promise.then((): CreateAnswer => ({ kind: 'refused', reason: 'out-of-stock' }));
		const working = one.work(withVendor({ create }));
		await expect.poll(async () => (await one.stateOf()).state).toBe('sending');
		return async () => {
			gate.resolve();
			await working;
		};
	}

	test('comes back with a refusal when the order was paid by another: nothing is given back', async () => {
		const comeBack = await stalled();
		clock.advance(VENDOR_TIMEOUT_MS + 6_000);
		await one.workUntilPaid();
		await comeBack();
		await one.expectPaidOnce();
	});

	test('comes back while another asks: its answer is shut out', async () => {
		const comeBack = await stalled();
		await one.workAfter(VENDOR_TIMEOUT_MS + 6_000);
		await comeBack();
		expect(await one.stateOf()).toMatchObject({ state: 'unknown' });
		expect(await one.balance()).toBe(50);
		await one.workUntilPaid();
	});

	test('comes back while another sends again: the fence alone tells the two apart', async () => {
		const comeBack = await stalled();
		clock.advance(VENDOR_TIMEOUT_MS * 2 + 6_000);
		const vendor = payouts.vendor();
		const gate = Promise.withResolvers<void>();
		const create: Vendor['create'] = (order) => gate.promise.then(() => vendor.create(order));
		const sendingAgain = one.work(withVendor({ create }));
		await expect.poll(one.stateOf).toMatchObject({ state: 'sending', attempts: 2 });
		await comeBack();
		expect(await one.stateOf()).toMatchObject({ state: 'sending', attempts: 2 });
		expect(await one.balance()).toBe(50);
		gate.resolve();
		await sendingAgain;
		await one.workUntilPaid();
	});

	test('that wakes up after its lease does not send any more', async () => {
		let sent = 0;
		const vendor = payouts.vendor();
		const create: Vendor['create'] = (order) => {
			sent += 1;
			return vendor.create(order);
		};
		const sleepy = {
			now: () => {
				const now = clock.now();
				clock.advance(60_000);
				return now;
			},
		};
		await one.work({ ...withVendor({ create }), clock: sleepy });
		expect(sent).toBe(0);
		expect(await one.stateOf()).toMatchObject({ state: 'sending', attempts: 1 });
		await one.workUntilPaid();
	});

	test('keeps nobody else from trying: eight workers at once make one attempt', async () => {
		const due = (await listDue(workerDeps(), 1_000)).find(({ uid }) => uid === one.actor.uid);
		if (!due) throw new Error('the order is not due');
		await Promise.all(Array.from({ length: 8 }, () => workOff(workerDeps(), due)));
		expect(await one.stateOf()).toMatchObject({ state: 'unknown', attempts: 1 });
		expect(await fakeOrder(one.orderId)).toMatchObject({ createCalls: 1 });
		await one.workUntilPaid();
	});

	test('that slept a day after "no such order" does not send again: the vendor may have forgotten the order id', async () => {
		await one.sendInto('timeout-after');
		clock.advance(60_000);
		const info = async (): Promise<InfoAnswer> => {
			clock.advance(25 * 3_600_000);
			return { kind: 'no-such-order' };
		};
		await one.work(withVendor({ info }));
		expect(await fakeOrder(one.orderId)).toMatchObject({ createCalls: 1 });
		expect(await one.stateOf()).toMatchObject({ attempts: 1 });
		await one.workUntilPaid();
	});

	test('that slept between its claim and the call looks at the window once more', async () => {
		await one.sendInto('timeout-before');
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
		await one.work({ ...sleepy, clock: wakingUp });
		expect(await fakeOrder(one.orderId)).toBeUndefined();
		expect(await one.stateOf()).toMatchObject({ state: 'needs-review', refusal: 'dedupe-window-over' });
		expect(await one.balance()).toBe(50);
	});
});
