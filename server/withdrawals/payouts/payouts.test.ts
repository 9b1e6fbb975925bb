import pg from 'pg';
import { expect, test } from 'vitest';
import { openPayouts } from '../../../test/payouts/payouts.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { silentLog } from '../../../test/support/stubs.ts';
import { createLiveHub } from '../../lib/live-hub.ts';
import { startPayouts, WAKE_PAYOUTS } from './payouts.ts';

const database = openTestDatabase({ poolSize: 20 });
const payouts = openPayouts(database);
const { newUser, submit, history, workerDeps, workUntilClosed } = payouts;

/** As long as a lease allows: many are asked at once here, and a machine that is busy is not a vendor that is away. */
const RETRY_MS = 5_000;

/** Times are real here: the clock is the system's, and what waits between questions is short. */
function realTimeDeps() {
	const deps = workerDeps({ vendors: new Map([['rbxcrate', payouts.vendor(undefined, RETRY_MS)]]) });
	return { ...deps, clock: { now: () => Date.now() }, times: { ...deps.times, reconcileMinMs: 20 } };
}

test('a hint from another node wakes the payout of an order that was committed', async () => {
	const hubs = [1, 2].map(() => createLiveHub({ url: database.appUrl, log: silentLog }));
	const working = startPayouts(realTimeDeps(), { sweepIntervalMs: 3_600_000 });
	hubs[0]?.subscribe(WAKE_PAYOUTS, working.wake);
	payouts.clock.nowMs = Date.now();
	const actor = await newUser(100);
	await submit(actor);
	hubs[1]?.publish(WAKE_PAYOUTS);
	await expect.poll(async () => (await history(actor.uid))[0]?.status, { timeout: 10_000 }).toBe('Processing');
	await working.stop();
	await Promise.all(hubs.map((hub) => hub.close()));
	await workUntilClosed(actor.uid);
});

test('a lost hint loses nothing: the sweep finds the order', { timeout: 20_000 }, async () => {
	payouts.clock.nowMs = Date.now();
	const actor = await newUser(100);
	await submit(actor);
	const working = startPayouts(realTimeDeps());
	await expect.poll(async () => (await history(actor.uid))[0]?.status, { timeout: 10_000 }).toBe('Completed');
	await working.stop();
});

test('while all places are taken a hint asks the database nothing, and what waits follows at once', {
	timeout: 60_000,
}, async () => {
	payouts.clock.nowMs = Date.now();
	const actors = await Promise.all(Array.from({ length: 40 }, () => newUser(100)));
	const deps = realTimeDeps();
	const [[name, vendor] = []] = deps.vendors;
	if (!name || !vendor) throw new Error('no vendor is set up');
	let calls = 0;
	const held = Promise.withResolvers<void>();
	const create: typeof vendor.create = async (...order) => {
		calls += 1;
		await held.promise;
		return vendor.create(...order);
	};
	const vendors = new Map([[name, { ...vendor, create }]]);
	let looks = 0;
	const keys = vendors.keys.bind(vendors);
	vendors.keys = () => {
		looks += 1;
		return keys();
	};
	const requests = payouts.requestDeps();
	await Promise.all(actors.map((actor) => submit(actor, {}, requests)));
	const working = startPayouts({ ...deps, vendors }, { sweepIntervalMs: 3_600_000 });
	await expect.poll(() => calls, { timeout: 20_000 }).toBe(16);
	const looksBefore = looks;
	for (let hint = 0; hint < 100; hint += 1) {
		working.wake();
		await new Promise(setImmediate);
	}
	expect(looks).toBe(looksBefore);
	held.resolve();
	const isSent = async ({ uid }: (typeof actors)[number]) => (await history(uid))[0]?.status !== 'Pending';
	await expect
		.poll(async () => (await Promise.all(actors.map(isSent))).every(Boolean), { timeout: 40_000, interval: 200 })
		.toBe(true);
	await working.stop();
	for (const { uid } of actors) await workUntilClosed(uid);
});

test('while people wait few are begun at a time, and yet all of them, however long the vendor takes', {
	timeout: 60_000,
}, async () => {
	payouts.clock.nowMs = Date.now();
	const actors = await Promise.all(Array.from({ length: 10 }, () => newUser(100)));
	const deps = realTimeDeps();
	const vendor = payouts.vendor(undefined, RETRY_MS);
	const held = Promise.withResolvers<void>();
	let [looks, calls, mostOfALook] = [0, 0, 0];
	const create: typeof vendor.create = async (...order) => {
		calls += 1;
		mostOfALook = Math.max(mostOfALook, calls / looks);
		await held.promise;
		return vendor.create(...order);
	};
	const vendors = new Map([['rbxcrate', { ...vendor, create }]]);
	const keys = vendors.keys.bind(vendors);
	vendors.keys = () => {
		looks += 1;
		return keys();
	};
	const requests = payouts.requestDeps();
	await Promise.all(actors.map((actor) => submit(actor, {}, requests)));
	// Nobody sweeps by the clock while this test lasts.
	const working = startPayouts({ ...deps, vendors }, { sweepIntervalMs: 3_600_000, isBusy: () => true });
	await expect.poll(() => calls, { timeout: 20_000 }).toBe(10);
	held.resolve();
	await working.stop();
	expect(mostOfALook).toBeLessThanOrEqual(4);
	for (const { uid } of actors) await workUntilClosed(uid);
});

test('several workers side by side pay 60 orders once each', { timeout: 60_000 }, async () => {
	payouts.clock.nowMs = Date.now();
	const actors = await Promise.all(Array.from({ length: 60 }, () => newUser(100)));
	const deps = payouts.requestDeps();
	await payouts.spoil('vendor', 'reset-after', '/orders/gamepass', 4);
	await Promise.all(actors.map((actor) => submit(actor, {}, deps)));
	const workers = [startPayouts(realTimeDeps()), startPayouts(realTimeDeps())];
	await expect
		.poll(
			async () =>
				(await Promise.all(actors.map(({ uid }) => history(uid)))).flat().every(({ status }) => status === 'Completed'),
			{
				timeout: 40_000,
				interval: 200,
			},
		)
		.toBe(true);
	await Promise.all(workers.map((worker) => worker.stop()));
	const { orders } = await payouts.control<{ orders: { timesPaid: number }[] }>('GET', '/control/vendor/orders');
	expect(orders.map(({ timesPaid }) => timesPaid)).toEqual(Array.from({ length: 60 }, () => 1));
});

test('stopping waits for the call that is under way, and takes on nothing more', async () => {
	payouts.clock.nowMs = Date.now();
	const [first, second] = [await newUser(100), await newUser(100)];
	const vendor = payouts.vendor(undefined, RETRY_MS);
	const [called, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	const create: typeof vendor.create = async (...order) => {
		called.resolve();
		await held.promise;
		return vendor.create(...order);
	};
	await submit(first);
	const working = startPayouts({ ...realTimeDeps(), vendors: new Map([['rbxcrate', { ...vendor, create }]]) });
	await called.promise;
	let isStopped = false;
	const stopped = working.stop().then(() => {
		isStopped = true;
	});
	await submit(second);
	expect(isStopped).toBe(false);
	held.resolve();
	await stopped;
	expect((await history(first.uid))[0]?.status).toBe('Processing');
	expect((await history(second.uid))[0]?.status).toBe('Pending');
	await Promise.all([first, second].map(({ uid }) => workUntilClosed(uid)));
});

test("the application's role can add jobs, and nothing else to the runner's tables", async () => {
	const client = new pg.Client({ connectionString: database.appUrl });
	await client.connect();
	await client.query(`select enqueue('nothing', '{}', null)`);
	await expect(client.query('select * from graphile_worker._private_jobs')).rejects.toMatchObject({ code: '42501' });
	await expect(client.query(`select graphile_worker.add_job('nothing')`)).rejects.toMatchObject({ code: '42501' });
	await client.end();
});
