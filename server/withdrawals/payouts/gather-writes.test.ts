import { sql } from 'kysely';
import { Crash, createCrashableProcess } from '../../../test/crashes/crashable-process.ts';
import { openPayouts } from '../../../test/payouts/payouts.ts';
import { neighbours, openTestDatabase } from '../../../test/support/database.ts';
import { openCircuit } from '../safety/store-safety.ts';
import type { WithdrawalRow } from '../store.ts';
import { type GatheredWrites, gatherWrites } from './gather-writes.ts';
import { listDue } from './payouts.ts';
import type { PayoutDeps } from './record-outcome.ts';
import type { Finding } from './write-outcomes.ts';

const database = openTestDatabase({ poolSize: 20 });
const payouts = openPayouts(database);
const { balance, clock, newUser, submit, workerDeps, workUntilClosed } = payouts;
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

async function due(deps: PayoutDeps) {
	return (await listDue(deps, 1_000)).filter(({ uid }) => uids.includes(uid));
}

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
	const { rows } = await sql<{ kind: string }>`
		select kind from payout_events where withdrawal_id = ${id} order by id
	`.execute(database.owner);
	return rows.map(({ kind }) => kind);
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
	await openCircuit(database.app, 'rbxcrate', { until: new Date(clock.now() + 1_000), reason: 'unclear' });
	clock.advance(1_001);
	const { claimed } = await claimAll(deps, gatherWrites(deps, BATCH_MAX));
	expect(claimed).toHaveLength(1);
	clock.advance(600_000);
});

test('workers lease each order on only one of two nodes', async () => {
	await order(8);
	const deps = workerDeps();
	const both = await Promise.all([
		claimAll(deps, gatherWrites(deps, BATCH_MAX)),
		claimAll(deps, gatherWrites(deps, BATCH_MAX)),
	]);
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
