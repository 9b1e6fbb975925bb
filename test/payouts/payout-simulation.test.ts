import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { checkBooks } from '../../server/books/check-books.ts';
import { listDue, workOff } from '../../server/withdrawals/payouts/payouts.ts';
import { type PayoutDeps, payoutTimes } from '../../server/withdrawals/payouts/record-outcome.ts';
import { resendWithdrawal } from '../../server/withdrawals/review/resend-withdrawal.ts';
import { refundWithdrawal } from '../../server/withdrawals/review/review-withdrawal.ts';
import type { Vendor } from '../../server/withdrawals/vendors/vendor.ts';
import { vendorWebhook } from '../../server/withdrawals/vendors/vendor-webhook.ts';
import { Crash, createCrashableProcess } from '../crashes/crashable-process.ts';
import { createRandom, type Random } from '../partners/random.ts';
import { openTestDatabase } from '../support/database.ts';
import { addAdmins, adminContext } from '../support/stubs.ts';
import { createFakeVendor, vendorFaults } from './fake-vendor.ts';
import { richUser, screenNothing, submitTo, workerOf } from './fake-withdrawals.ts';

const COUNT = Number(process.env.LOOTPASS_ORDERS ?? 100);
const SEED = Number(process.env.LOOTPASS_SEED ?? randomInt(2 ** 31));
const FAULTY = 0.3;
const CRASHABLE = 0.15;
const FAILING = 0.15;
const AT_ONCE = 8;
const USERS = Math.min(400, Math.max(48, COUNT / 50));
const REPORT_EVERY = 500;
const MS_FOR_EACH = 250;
const AMOUNTS = [5, 10, 25, 50, 100, 250, 500, 1000];

const database = openTestDatabase({ poolSize: AT_ONCE + 4 });
const admin = adminContext();
beforeAll(() => addAdmins(database.app, admin));
const { app, appPool, owner } = database;
const clock = { nowMs: Date.UTC(2027, 0, 1), now: () => clock.nowMs };
const times = payoutTimes({ timeoutMs: 15_000, reconcileMinMs: 5_000, reconcileMaxMs: 300_000 });

/** Each order has its own generator, so that concurrency does not change the draws. */
const randomOf = new Map<string, Random>();
const oddsOf = (orderId: string) => randomOf.get(orderId) ?? createRandom(SEED);
const callbacks: Record<string, unknown>[] = [];
const played = createFakeVendor({
	clock,
	name: 'rbxcrate',
	lateMs: times.settleMs - 1_000,
	faultOf: ({ orderId }) => (oddsOf(orderId).chance(FAULTY) ? oddsOf(orderId).pick(vendorFaults) : undefined),
	endOf(orderId) {
		const odds = oddsOf(orderId);
		const error = odds.pick(['gamepass_not_found', 'unknown_error', 'insufficient_customer_balance'] as const);
		return { afterMs: odds.below(120_000), error: odds.chance(FAILING) ? error : undefined };
	},
	onLateAnswer: async () => {
		clock.nowMs += times.leaseMs + 1_000;
	},
	onCallback(body) {
		const odds = oddsOf(String(body.orderId));
		if (odds.chance(FAULTY)) return;
		callbacks.push(body);
		if (odds.chance(FAULTY)) callbacks.push(body, { ...body, status: 'Error', sign: 'forged' });
	},
});

const deps = workerOf(played.vendor, { db: app, clock, times });

function worker(odds: Random): PayoutDeps {
	if (!odds.chance(CRASHABLE)) return deps;
	const when = odds.pick(['before', 'after'] as const);
	const crashable = createCrashableProcess(appPool, played.vendor, 1 + odds.below(25), when);
	return { ...deps, db: crashable.db, vendors: new Map<string, Vendor>([['rbxcrate', crashable.vendor]]) };
}

const unlessDead = (error: unknown) => {
	if (!(error instanceof Crash)) throw error;
};

async function submit(uid: string, place: number): Promise<void> {
	const random = createRandom(SEED + place);
	randomOf.set(await submitTo(played, deps, { uid, amount: random.pick(AMOUNTS) }), random);
}

async function openWithdrawals(): Promise<Map<string, { orderId: string; state: string }>> {
	const { rows } = await sql<{ uid: string; orderId: string; state: string }>`
		select uid, order_id as "orderId", state from withdrawals where state not in ('completed', 'failed')
	`.execute(app);
	return new Map(rows.map(({ uid, ...row }) => [uid, row]));
}

async function step(open: Map<string, { orderId: string }>): Promise<number> {
	await played.runDue();
	for (const body of callbacks.splice(0)) {
		const odds = oddsOf(String(body.orderId));
		await vendorWebhook({ ...worker(odds), wakePayouts() {} }, 'rbxcrate', body).catch(unlessDead);
	}
	const due = await listDue(deps, 256);
	for (let start = 0; start < due.length; start += AT_ONCE) {
		await Promise.all(
			due.slice(start, start + AT_ONCE).map((row) => {
				const odds = oddsOf(open.get(row.uid)?.orderId ?? '');
				return workOff(worker(odds), row).catch(unlessDead);
			}),
		);
	}
	return due.length;
}

async function decide(open: Map<string, { orderId: string; state: string }>): Promise<void> {
	for (const { orderId, state } of open.values()) {
		if (state !== 'needs-review') continue;
		const odds = oddsOf(orderId);
		const about = { orderId, reason: 'simulated' };
		const adminAction = odds.chance(0.5) ? resendWithdrawal : refundWithdrawal;
		await adminAction(worker(odds), about, admin).catch((error) => {
			if (error instanceof Crash || error.code === 'failed-precondition' || error.code === 'aborted') return;
			throw error;
		});
	}
}

async function letTimePass(): Promise<void> {
	const { rows } = await sql<{ at: Date | null }>`
		select least(
			(select min(next_ask_at) from withdrawals where state in ('sending', 'unknown') and next_ask_at > ${new Date(clock.nowMs)}),
			(select min(next_ask_at) from withdrawals where state = 'requested' and next_ask_at > ${new Date(clock.nowMs)}),
			(select min(open_until) from vendor_health where open_until > ${new Date(clock.nowMs)})
		) as at
	`.execute(app);
	const nextMs = Math.min(
		rows[0]?.at?.getTime() ?? clock.nowMs + 60_000,
		(await played.runDue()) ?? Number.MAX_SAFE_INTEGER,
	);
	clock.nowMs = Math.max(clock.nowMs + 1_000, nextMs);
}

test(`${COUNT} orders with ${FAULTY * 100} % faults are each paid once or refunded once (seed ${SEED})`, {
	timeout: 60_000 + COUNT * MS_FOR_EACH,
}, async () => {
	console.log(`seed ${SEED}`);
	await screenNothing(deps.db);
	const users = await Promise.all(Array.from({ length: USERS }, () => richUser(played, deps)));
	let submitted = 0;
	let open = await openWithdrawals();
	while (submitted < COUNT || open.size > 0) {
		for (const uid of users.filter((each) => !open.has(each)).slice(0, COUNT - submitted)) {
			await submit(uid, submitted);
			submitted += 1;
			if (submitted % REPORT_EVERY === 0) console.log(`${submitted} of ${COUNT}:`, await judge());
		}
		open = await openWithdrawals();
		if ((await step(open)) === 0) {
			await decide(open);
			await letTimePass();
		}
		open = await openWithdrawals();
	}

	const { closed, refunded, wrong } = await judge();
	expect(wrong).toEqual([]);
	expect(closed).toBe(COUNT);
	expect(refunded).toBeGreaterThan(COUNT / 50);
	expect(await checkBooks(owner)).toEqual([]);
	await played.close();
});

async function judge(): Promise<{ closed: number; refunded: number; wrong: string[] }> {
	const paid = played.timesPaid();
	const { rows } = await sql<{ orderId: string; state: string }>`
		select order_id as "orderId", state from withdrawals where state in ('completed', 'failed')
	`.execute(owner);
	const wrong = rows.filter(({ orderId, state }) => (paid.get(orderId) ?? 0) !== (state === 'completed' ? 1 : 0));
	return {
		closed: rows.length,
		refunded: rows.filter(({ state }) => state === 'failed').length,
		wrong: wrong.map(({ orderId }) => orderId),
	};
}
