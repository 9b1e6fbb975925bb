import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { CallError } from '../../contract/errors.ts';
import { cancelWithdrawal } from '../../server/withdrawals/cancel-withdrawal.ts';
import { listDue, workOff } from '../../server/withdrawals/payouts.ts';
import type { PayoutDeps } from '../../server/withdrawals/record-verdict.ts';
import { resendWithdrawal } from '../../server/withdrawals/resend-withdrawal.ts';
import { markWithdrawalPaid, refundWithdrawal } from '../../server/withdrawals/review-withdrawal.ts';
import { vendorCallback } from '../../server/withdrawals/vendor-callback.ts';
import type { Vendor } from '../../server/withdrawals/vendors/vendor.ts';
import type { Random } from '../partners/random.ts';
import { Crash, createMortalProcess, keeper } from '../payouts.ts';
import { createPlayedVendor, vendorFaults } from '../played-vendor.ts';
import { submitTo } from '../played-withdrawals.ts';

const FAULTY = 0.25;
const MORTAL = 0.15;
const FAILING = 0.25;
/** The clock stands still while things happen at the same moment. */
const faults = vendorFaults.filter((fault) => fault !== 'late-answer');
const ROUNDS_MAX = 5_000;
const LOOKS_MAX = 10;
const DAY_MS = 86_400_000;
/** The deeds that an admin has, and how they may be refused. */
const deeds = {
	refund: refundWithdrawal,
	'send-again': resendWithdrawal,
	'mark-paid': markWithdrawalPaid,
	cancel: cancelWithdrawal,
};
const refusals = new Set(['aborted', 'failed-precondition', 'unavailable', 'not-found']);

type DeskOptions = Pick<PayoutDeps, 'db' | 'log' | 'times' | 'publish'> & {
	clock: { nowMs: number; now(): number };
	appPool: pg.Pool;
	random: Random;
	/** The admin in whose name is handled what needs a person. */
	keptBy: string;
};

export type SettledOrder = { uid: string; order: string; to: 'completed' | 'failed' };

/** Payouts by a vendor of its own that is as faulty as any, with workers that die. */
export function openPayoutDesk({ appPool, random, keptBy, ...common }: DeskOptions) {
	const { db, clock } = common;
	const callbacks: Record<string, unknown>[] = [];
	const name = `played-${randomUUID()}`;
	const played = createPlayedVendor({
		clock,
		name,
		lateMs: common.times.settleMs - 1_000,
		faultOf: () => (random.chance(FAULTY) ? random.pick(faults) : undefined),
		endOf: () => ({
			afterMs: random.below(120_000),
			error: random.chance(FAILING)
				? random.pick(['gamepass_not_found', 'unknown_error', 'insufficient_customer_balance'] as const)
				: undefined,
		}),
		onLateAnswer: async () => {},
		onCallback(body) {
			if (!random.chance(FAULTY)) callbacks.push(body);
			if (random.chance(FAULTY)) callbacks.push(body, { ...body, status: 'Error', sign: 'forged' });
		},
	});
	const deps: PayoutDeps = { ...common, vendors: new Map([[name, played.vendor]]) };
	const told = new Set<string>();

	/** A process that may die at a step that is drawn. */
	function worker(): PayoutDeps {
		if (!random.chance(MORTAL)) return deps;
		const mortal = createMortalProcess(appPool, played.vendor, 1 + random.below(25), random.pick(['before', 'after']));
		return { ...deps, db: mortal.db, vendors: new Map<string, Vendor>([[name, mortal.vendor]]) };
	}

	/** @returns how much was due. */
	async function work(): Promise<number> {
		await played.runDue();
		for (const body of callbacks.splice(0)) {
			await vendorCallback({ ...worker(), hintPayouts() {} }, name, body).catch(unlessDead);
		}
		const due = await listDue(deps, 100);
		await Promise.all(due.map((row) => workOff(worker(), row).catch(unlessDead)));
		return due.length;
	}

	async function openOrders(uids: readonly string[]) {
		const { rows } = await sql<{ orderId: string; state: string; refusal: string | null; sentAt: Date | null }>`
			select order_id as "orderId", state, refusal, last_sent_at as "sentAt" from withdrawals
			where uid = any(${uids}::uuid[]) and state not in ('completed', 'failed')
		`.execute(db);
		return rows;
	}

	async function handle(uid: string, deed: keyof typeof deeds): Promise<void> {
		const [order] = await openOrders([uid]);
		if (!order) return;
		const { orderId } = order;
		await deeds[deed](worker(), keeper(keptBy), { orderId, reason: 'history' }).catch((error) => {
			if (error instanceof CallError && refusals.has(error.code)) return;
			unlessDead(error);
		});
	}

	/** When the next thing of this desk is to be done. */
	async function nextAtMs(): Promise<number> {
		const { rows } = await sql<{ at: Date | null }>`
			select min(next_ask_at) as at from withdrawals
			where vendor = ${name} and state not in ('completed', 'failed') and next_ask_at > ${new Date(clock.nowMs)}
		`.execute(db);
		const vendorAtMs = (await played.runDue()) ?? Number.MAX_SAFE_INTEGER;
		return Math.min(vendorAtMs, rows[0]?.at?.getTime() ?? Number.MAX_SAFE_INTEGER);
	}

	/** Lets time pass; the workers do what falls due meanwhile, though not more often than so many times. */
	async function wait(ms: number): Promise<void> {
		const endMs = clock.nowMs + ms;
		const stepMs = Math.max(1_000, ms / LOOKS_MAX);
		while (clock.nowMs < endMs) {
			while ((await work()) > 0);
			clock.nowMs = Math.min(endMs, Math.max(clock.nowMs + stepMs, await nextAtMs()));
		}
	}

	/** An admin tries what may end an order in review. */
	async function review(uids: readonly string[]): Promise<void> {
		for (const uid of uids) await handle(uid, random.pick(['refund', 'send-again']));
	}

	return {
		platform: played.platform,
		submit: (uid: string, amount: number, requestId: string) => submitTo(played, deps, { uid, amount, requestId }),
		work,
		handle,

		/** Lets time pass. Whoever left an order in review for a month would have nothing to go by any more, so nobody does. */
		async wait(ms: number, uids: readonly string[]): Promise<void> {
			await wait(ms);
			if (ms > DAY_MS) await review(uids);
		},

		/** Works, decides and waits until no order is open. */
		async finish(uids: readonly string[]): Promise<void> {
			for (let round = 0; round < ROUNDS_MAX; round += 1) {
				if ((await openOrders(uids)).length === 0) return;
				if (round % 3 === 2) await review(uids);
				await wait(60_000);
			}
			throw new Error(`orders stay open for ever: ${JSON.stringify(await openOrders(uids))}`);
		},

		/** Orders that have ended since this was asked last. */
		async newlySettled(uids: readonly string[]): Promise<SettledOrder[]> {
			const { rows } = await sql<SettledOrder>`
				select uid, order_id as order, state as to from withdrawals
				where uid = any(${uids}::uuid[]) and state in ('completed', 'failed')
			`.execute(db);
			const settled = rows.filter(({ order }) => !told.has(order));
			for (const { order } of settled) told.add(order);
			return settled;
		},

		/** How often the vendor really paid an order, by its own count. */
		timesPaid: (order: string) => played.timesPaid().get(order) ?? 0,
		close: () => played.close(),
	};
}

function unlessDead(error: unknown): void {
	if (!(error instanceof Crash)) throw error;
}
