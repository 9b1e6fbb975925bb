import { openPayouts } from '../../../test/payouts/payouts.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { execute } from '../../../test/support/execute.ts';
import { silentLog } from '../../../test/support/stubs.ts';
import type { Actor } from '../../lib/http/callers.ts';
import { createLiveHub } from '../../lib/live-hub.ts';
import { startPayouts, WAKE_PAYOUTS } from './payouts.ts';

const database = openTestDatabase({ poolSize: 20 });
const payouts = openPayouts(database);
const { newUser, submit, history, workerDeps, workUntilClosed } = payouts;

const RETRY_MS = 5_000;

function realTimeDeps() {
	const deps = workerDeps({ vendors: new Map([['rbxcrate', payouts.vendor(undefined, RETRY_MS)]]) });
	return { ...deps, clock: { now: () => Date.now() }, times: { ...deps.times, reconcileMinMs: 20 } };
}

function holdingVendor() {
	const vendor = payouts.vendor(undefined, RETRY_MS);
	const held = Promise.withResolvers<void>();
	const seen = { looks: 0, calls: 0, mostOfALook: 0 };
	const create: typeof vendor.create = async (...order) => {
		seen.calls += 1;
		seen.mostOfALook = Math.max(seen.mostOfALook, seen.calls / seen.looks);
		await held.promise;
		return vendor.create(...order);
	};
	const vendors = new Map([['rbxcrate', { ...vendor, create }]]);
	const keys = vendors.keys.bind(vendors);
	vendors.keys = () => {
		seen.looks += 1;
		return keys();
	};
	return { deps: { ...realTimeDeps(), vendors }, seen, letGo: held.resolve };
}

async function submitMany(count: number) {
	payouts.clock.nowMs = Date.now();
	const actors = await Promise.all(Array.from({ length: count }, () => newUser(100)));
	const requests = payouts.requestDeps();
	await Promise.all(actors.map((actor) => submit(actor, {}, requests)));
	return actors;
}

test('a notification from another node starts the payout of a committed order', async () => {
	const hubs = [1, 2].map(() => createLiveHub({ url: database.appUrl, log: silentLog }));
	const working = startPayouts(realTimeDeps(), { sweepIntervalMs: 3_600_000 });
	hubs[0]?.subscribe(WAKE_PAYOUTS, working.wake);
	const [actor] = (await submitMany(1)) as [Actor];
	hubs[1]?.publish(WAKE_PAYOUTS);
	await expect.poll(async () => (await history(actor.uid))[0]?.status).toBe('Processing');
	await working.stop();
	await Promise.all(hubs.map((hub) => hub.close()));
	await workUntilClosed(actor.uid);
});

test('the sweep finds orders whose notification was lost', async () => {
	const [actor] = (await submitMany(1)) as [Actor];
	const working = startPayouts(realTimeDeps());
	await expect.poll(async () => (await history(actor.uid))[0]?.status).toBe('Completed');
	await working.stop();
});

test('notifications cause no query while all slots are taken, and waiting orders follow at once', async () => {
	const { deps, seen, letGo } = holdingVendor();
	const actors = await submitMany(40);
	const working = startPayouts(deps, { sweepIntervalMs: 3_600_000 });
	await expect.poll(() => seen.calls).toBe(16);
	const looksBefore = seen.looks;
	for (let hint = 0; hint < 100; hint += 1) {
		working.wake();
		await new Promise(setImmediate);
	}
	expect(seen.looks).toBe(looksBefore);
	letGo();
	const isSent = async ({ uid }: (typeof actors)[number]) => (await history(uid))[0]?.status !== 'Pending';
	await expect
		.poll(async () => (await Promise.all(actors.map(isSent))).every(Boolean), { timeout: 40_000, interval: 200 })
		.toBe(true);
	await working.stop();
	for (const { uid } of actors) await workUntilClosed(uid);
});

test('a busy process starts payouts in small groups, without waiting for a slow vendor', async () => {
	const { deps, seen, letGo } = holdingVendor();
	const actors = await submitMany(10);
	const working = startPayouts(deps, { sweepIntervalMs: 3_600_000, isBusy: () => true });
	await expect.poll(() => seen.calls).toBe(10);
	letGo();
	await working.stop();
	expect(seen.mostOfALook).toBeLessThanOrEqual(4);
	for (const { uid } of actors) await workUntilClosed(uid);
});

test('several workers pay 60 orders exactly once', async () => {
	await payouts.spoil('vendor', 'reset-after', '/orders/gamepass', 4);
	const actors = await submitMany(60);
	const workers = [startPayouts(realTimeDeps()), startPayouts(realTimeDeps())];
	const isPaid = async ({ uid }: (typeof actors)[number]) => (await history(uid))[0]?.status === 'Completed';
	await expect
		.poll(async () => (await Promise.all(actors.map(isPaid))).every(Boolean), { timeout: 40_000, interval: 200 })
		.toBe(true);
	await Promise.all(workers.map((worker) => worker.stop()));
	const { orders } = await payouts.control<{ orders: { timesPaid: number }[] }>('GET', '/control/vendor/orders');
	expect(orders.map(({ timesPaid }) => timesPaid)).toEqual(Array.from({ length: 60 }, () => 1));
});

test('stopping waits for the call in flight and starts no other', async () => {
	payouts.clock.nowMs = Date.now();
	const [first, second] = [await newUser(100), await newUser(100)];
	const { deps, seen, letGo } = holdingVendor();
	await submit(first);
	const working = startPayouts(deps);
	await expect.poll(() => seen.calls).toBe(1);
	let isStopped = false;
	const stopped = working.stop().then(() => {
		isStopped = true;
	});
	await submit(second);
	expect(isStopped).toBe(false);
	letGo();
	await stopped;
	expect((await history(first.uid))[0]?.status).toBe('Processing');
	expect((await history(second.uid))[0]?.status).toBe('Pending');
	await Promise.all([first, second].map(({ uid }) => workUntilClosed(uid)));
});

test("the application's role can enqueue jobs, but cannot read the runner's tables or call its functions", async () => {
	const { appUrl } = database;
	await execute(appUrl, `select enqueue('nothing', '{}', null)`);
	for (const statement of [
		'select * from graphile_worker._private_jobs',
		"select graphile_worker.add_job('nothing')",
	]) {
		await expect(execute(appUrl, statement)).rejects.toMatchObject({ code: '42501' });
	}
});
