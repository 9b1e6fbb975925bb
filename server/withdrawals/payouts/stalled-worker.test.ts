import { openOnePayout } from '../../../test/payouts/one-payout.ts';
import { openPayouts, VENDOR_TIMEOUT_MS } from '../../../test/payouts/payouts.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import type { CreateAnswer, InfoAnswer, Vendor } from '../vendors/vendor.ts';
import { listDue, workOff } from './payouts.ts';

const database = openTestDatabase();
const payouts = openPayouts(database);
const { clock, fakeOrder, workerDeps } = payouts;
const one = openOnePayout(database, payouts);

const withVendor = (changes: Partial<Vendor>) =>
	workerDeps({ vendors: new Map([['rbxcrate', { ...payouts.vendor(), ...changes }]]) });

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

test('a stalled worker cannot refund an order that another worker paid', async () => {
	const comeBack = await stalled();
	clock.advance(VENDOR_TIMEOUT_MS + 6_000);
	await one.workUntilPaid();
	await comeBack();
	await one.expectPaidOnce();
});

test('a stalled worker is kept out by the fence alone while another worker sends again', async () => {
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

test('a stalled worker does not call the vendor after its lease expired', async () => {
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

test('eight concurrent workers make one attempt', async () => {
	const due = (await listDue(workerDeps(), 1_000)).find(({ uid }) => uid === one.actor.uid);
	if (!due) throw new Error('the order is not due');
	await Promise.all(Array.from({ length: 8 }, () => workOff(workerDeps(), due)));
	expect(await one.stateOf()).toMatchObject({ state: 'unknown', attempts: 1 });
	expect(await fakeOrder(one.orderId)).toMatchObject({ createCalls: 1 });
	await one.workUntilPaid();
});

test('a stalled worker does not send again a day after "no such order", because the vendor may have forgotten the id', async () => {
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

test('a stalled worker checks the dedupe window again if it slept between its lease and the vendor call', async () => {
	await one.sendInto('timeout-before');
	const deps = workerDeps();
	const sleepy = { ...deps, times: { ...deps.times, leaseMs: 48 * 3_600_000 } };
	clock.advance(23 * 3_600_000);
	let looks = 0;
	const wakingUp = {
		now() {
			looks += 1;
			const isAfterTheClaim = looks > 5;
			return clock.now() + (isAfterTheClaim ? 2 * 3_600_000 : 0);
		},
	};
	await one.work({ ...sleepy, clock: wakingUp });
	expect(await fakeOrder(one.orderId)).toBeUndefined();
	expect(await one.stateOf()).toMatchObject({ state: 'needs-review', refusal: 'dedupe-window-over' });
	expect(await one.balance()).toBe(50);
});
