import { sql } from 'kysely';
import { Crash, createCrashableProcess } from '../../../test/crashes/crashable-process.ts';
import { openPayouts } from '../../../test/payouts/payouts.ts';
import { neighbours, openTestDatabase } from '../../../test/support/database.ts';
import { execute } from '../../../test/support/execute.ts';
import { silentLog } from '../../../test/support/stubs.ts';
import { cellsOf } from '../../lib/db/database.ts';
import type { Actor } from '../../lib/http/callers.ts';
import { createLiveHub } from '../../lib/live-hub.ts';
import { openCircuit } from '../safety/store-safety.ts';
import type { WithdrawalRow } from '../store.ts';
import { type Finding, type GatheredWrites, gatherWrites } from './gather-writes.ts';
import { listDue, startPayouts, WAKE_PAYOUTS } from './payouts.ts';
import type { PayoutDeps } from './record-outcome.ts';

const database = openTestDatabase({ poolSize: 20 });
const payouts = openPayouts(database);
const { balance, clock, history, newUser, submit, workerDeps, workUntilClosed } = payouts;
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

async function untilAll(actors: readonly Actor[], isSo: (status: string | undefined) => boolean): Promise<void> {
	const areSo = async () =>
		(await Promise.all(actors.map(({ uid }) => history(uid)))).every(([one]) => isSo(one?.status));
	await expect.poll(areSo, { timeout: 40_000, interval: 200 }).toBe(true);
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
	await untilAll(actors, (status) => status !== 'Pending');
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
	await untilAll(actors, (status) => status === 'Completed');
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
	for (const query of ['select * from graphile_worker._private_jobs', "select graphile_worker.add_job('nothing')"]) {
		await expect(execute(appUrl, query)).rejects.toMatchObject({ code: '42501' });
	}
});

const BATCH_MAX = 16;

let uids: string[] = [];

beforeEach(async () => {
	uids = [];
	await payouts.changeSettings({ is_on: true, hour_cap: null, day_cap: null });
	return async () => {
		await payouts.changeSettings({ hour_cap: null });
		for (const uid of uids) await workUntilClosed(uid);
	};
});

async function order(count: number): Promise<void> {
	for (const uid of await neighbours(database.app, count)) {
		const actor = await newUser(100, uid);
		await submit(actor, { amount: 10 });
		uids.push(actor.uid);
	}
}

const due = async (deps: PayoutDeps) => (await listDue(deps, 1_000)).filter(({ uid }) => uids.includes(uid));

async function claimAll(deps: PayoutDeps, gathered: GatheredWrites) {
	const rows = await due(deps);
	const settled = await Promise.allSettled(rows.map((row) => gathered.claimToSend(row)));
	const claimed = settled.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []));
	const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason.name as string] : []));
	return { claimed, refused };
}

function finding(claim: WithdrawalRow, to: Finding['to']): Finding {
	const at = new Date(clock.now());
	const details = { question: 'test' };
	return {
		of: claim,
		from: claim.state,
		to,
		at,
		refusal: to === 'failed' ? 'refused' : null,
		nextCheckAt: to === 'failed' ? null : at,
		event: { kind: 'answer', details },
		late: { kind: 'late', details },
	};
}

async function statesOf(claims: readonly WithdrawalRow[]): Promise<string[]> {
	const ids = claims.map(({ id }) => id);
	const { rows } = await sql<{ id: string; state: string }>`
		select id, state from withdrawals where id = any(${ids})
	`.execute(database.owner);
	return ids.map((id) => rows.find((row) => row.id === id)?.state ?? 'none');
}

async function eventsOf({ id }: WithdrawalRow): Promise<string[]> {
	return cellsOf<string>(database.owner)`
		select kind from payout_events where withdrawal_id = ${id} order by id`;
}

test('workers lease as many orders as the cap allows, and are refused each of the others individually', async () => {
	await order(6);
	const hourMs = 3_600_000;
	clock.nowMs = Math.ceil((clock.nowMs + 1) / hourMs) * hourMs;
	await payouts.changeSettings({ hour_cap: 40 });
	const { claimed, refused } = await claimAll(workerDeps(), gatherWrites(workerDeps(), BATCH_MAX));
	expect(claimed).toHaveLength(4);
	expect(refused).toEqual(['MustWait', 'MustWait']);
	expect(await statesOf(claimed)).toEqual(claimed.map(() => 'sending'));
	clock.advance(workerDeps().times.leaseMs);
});

test('workers lease a single order after an open circuit', async () => {
	await order(3);
	const deps = workerDeps();
	await openCircuit(database.app, 'rbxcrate', new Date(clock.now() + 1_000), 'unclear');
	clock.advance(1_001);
	const { claimed } = await claimAll(deps, gatherWrites(deps, BATCH_MAX));
	expect(claimed).toHaveLength(1);
	clock.advance(600_000);
});

test('workers lease each order on only one of two nodes', async () => {
	await order(8);
	const deps = workerDeps();
	const both = await Promise.all([1, 2].map(() => claimAll(deps, gatherWrites(deps, BATCH_MAX))));
	const claimed = both.flatMap((one) => one.claimed.map(({ uid }) => uid));
	expect(claimed.toSorted()).toEqual(uids.toSorted());
	clock.advance(deps.times.leaseMs);
});

describe('batched outcomes', () => {
	async function claimed(count: number) {
		await order(count);
		const deps = workerDeps();
		const gathered = gatherWrites(deps, BATCH_MAX);
		return { gathered, claims: (await claimAll(deps, gathered)).claimed };
	}

	test('batched outcomes are written except for an order that another worker took over, which only records a late answer', async () => {
		const { gathered, claims } = await claimed(3);
		const [lost] = claims as [WithdrawalRow];
		await sql`update withdrawals set fence = fence + 1 where id = ${lost.id}`.execute(database.owner);
		const written = await Promise.all(claims.map((claim) => gathered.writeOutcome(finding(claim, 'failed'))));
		expect(written).toEqual([false, true, true]);
		expect(await statesOf(claims)).toEqual(['sending', 'failed', 'failed']);
		expect(await Promise.all(claims.map(({ uid }) => balance(uid)))).toEqual([90, 100, 100]);
		expect(await eventsOf(lost)).toEqual(['attempt', 'late']);
		expect(await eventsOf(claims[1] as WithdrawalRow)).toEqual(['attempt', 'answer']);
		clock.advance(workerDeps().times.leaseMs);
	});

	test('batched outcomes are written except for one that fails', async () => {
		const { gathered, claims } = await claimed(4);
		const [closed] = claims as [WithdrawalRow];
		await sql`update wallets set closed_at = now() where uid = ${closed.uid}`.execute(database.owner);
		const settled = await Promise.allSettled(claims.map((claim) => gathered.writeOutcome(finding(claim, 'failed'))));
		expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
		expect(await statesOf(claims)).toEqual(['sending', 'failed', 'failed', 'failed']);
		await sql`update wallets set closed_at = null where uid = ${closed.uid}`.execute(database.owner);
		clock.advance(workerDeps().times.leaseMs);
	});

	test('batched outcomes are all written or none if the process crashes at any point', async () => {
		for (const when of ['before', 'after'] as const) {
			for (let diesAt = 1, survived = false; !survived; diesAt += 1) {
				const { claims } = await claimed(3);
				const crashable = createCrashableProcess(database.appPool, payouts.vendor(), diesAt, when);
				const gathered = gatherWrites({ ...workerDeps(), db: crashable.db }, BATCH_MAX);
				await Promise.all(
					claims.map((claim, n) => gathered.writeOutcome(finding(claim, n === 0 ? 'unknown' : 'failed'))),
				).catch((error) => expect(error).toBeInstanceOf(Crash));
				const all = ['unknown', 'failed', 'failed'];
				expect([['sending', 'sending', 'sending'], all], `${when} ${diesAt}`).toContainEqual(await statesOf(claims));
				survived = !crashable.isDead();
				if (survived) expect(await statesOf(claims)).toEqual(all);
			}
		}
		clock.advance(workerDeps().times.leaseMs);
	});
});
