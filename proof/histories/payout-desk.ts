import { randomUUID } from 'node:crypto';
import { CallError } from '../../contract/errors.ts';
import { gatherWrites } from '../../server/withdrawals/payouts/gather-writes.ts';
import { listDue, workOff } from '../../server/withdrawals/payouts/payouts.ts';
import type { PayoutDeps } from '../../server/withdrawals/payouts/record-outcome.ts';
import {
	cancelWithdrawal,
	markWithdrawalPaid,
	refundWithdrawal,
	resendWithdrawal,
} from '../../server/withdrawals/review/review-withdrawal.ts';
import { adminDecideSettlement, adminProposeSettlement } from '../../server/withdrawals/review/settle-withdrawal.ts';
import { selectSettlementsOf } from '../../server/withdrawals/review/store-reviews.ts';
import type { Vendor } from '../../server/withdrawals/vendors/vendor.ts';
import { vendorWebhook } from '../../server/withdrawals/vendors/vendor-webhook.ts';
import { Crash, createCrashableProcess } from '../../test/crashes/crashable-process.ts';
import type { Random } from '../../test/partners/random.ts';
import { createFakeVendor, vendorFaults } from '../../test/payouts/fake-vendor.ts';
import { submitTo } from '../../test/payouts/fake-withdrawals.ts';
import { bindStaffCalls } from '../../test/support/staff-calls.ts';
import { adminContext } from '../../test/support/stubs.ts';
import { isOver, type ObservedWithdrawal, type Site } from './site.ts';

const FAULTY = 0.25;
const CRASHABLE = 0.15;
const FAILING = 0.25;
/** The clock does not advance between concurrent events, so late answers cannot occur. */
const faults = vendorFaults.filter((fault) => fault !== 'late-answer');
const ROUNDS_MAX = 5_000;
const LOOKS_MAX = 10;
const GATHERED_MAX = 16;
const actions = {
	refund: refundWithdrawal,
	'send-again': resendWithdrawal,
	'mark-paid': markWithdrawalPaid,
	cancel: cancelWithdrawal,
};
const refusals = new Set(['aborted', 'failed-precondition', 'unavailable', 'not-found', 'already-exists']);

type DeskOptions = Pick<PayoutDeps, 'log' | 'times' | 'publish'> & {
	site: Site;
	random: Random;
	uids: readonly string[];
	settledBy: readonly [string, string];
};

type SettledWithdrawal = { uid: string; order: string; to: 'completed' | 'failed' };

export function openPayoutDesk({ site, random, uids, settledBy, ...common }: DeskOptions) {
	const { db, clock } = site;
	const callbacks: Record<string, unknown>[] = [];
	const name = `played-${randomUUID()}`;
	const played = createFakeVendor({
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
	const alone: PayoutDeps = { ...common, db, clock, vendors: new Map([[name, played.vendor]]) };
	const deps = site.writesTogether ? { ...alone, gathered: gatherWrites(alone, GATHERED_MAX) } : alone;
	const notified = new Set<string>();

	function worker(): PayoutDeps {
		if (!random.chance(CRASHABLE)) return deps;
		const when = random.pick(['before', 'after'] as const);
		const crashable = createCrashableProcess(site.appPool, played.vendor, 1 + random.below(25), when);
		return { ...alone, db: crashable.db, vendors: new Map<string, Vendor>([[name, crashable.vendor]]) };
	}

	async function work(): Promise<number> {
		await played.runDue();
		for (const body of callbacks.splice(0)) {
			await vendorWebhook({ ...worker(), wakePayouts() {} }, name, body).catch(unlessDead);
		}
		const due = await listDue(deps, 100);
		await Promise.all(due.map((row) => workOff(worker(), row).catch(unlessDead)));
		return due.length;
	}

	async function openWithdrawals(): Promise<ObservedWithdrawal[]> {
		return (await site.ordersOf(uids)).filter((order) => !isOver(order));
	}

	async function handle(uid: string, action: keyof typeof actions | 'settle'): Promise<void> {
		const order = (await openWithdrawals()).find((open) => open.uid === uid);
		if (!order) return;
		const { orderId } = order;
		const about = { orderId, reason: 'history' };
		const done = action === 'settle' ? settle(orderId) : actions[action](worker(), about, adminContext(settledBy[0]));
		await done.catch((error) => {
			if (error instanceof CallError && refusals.has(error.code)) return;
			unlessDead(error);
		});
	}

	async function settle(orderId: string): Promise<void> {
		const staff = bindStaffCalls(worker(), { adminProposeSettlement, adminDecideSettlement });
		const outcome = (played.timesPaid().get(orderId) ?? 0) > 0 ? 'paid' : 'refunded';
		const about = { orderId, reason: 'history' };
		const waiting = (await selectSettlementsOf(db, orderId)).find(({ state }) => state === 'waiting');
		if (waiting) {
			const approve = waiting.outcome === outcome;
			await staff('adminDecideSettlement', { ...about, id: waiting.id, approve }, adminContext(settledBy[1]));
			return;
		}
		const what = outcome === 'paid' ? ({ outcome, proof: `sale of ${orderId}` } as const) : ({ outcome } as const);
		await staff('adminProposeSettlement', { ...about, ...what, requestId: randomUUID() }, adminContext(settledBy[0]));
	}

	async function nextAtMs(): Promise<number> {
		const vendorAtMs = (await played.runDue()) ?? Number.MAX_SAFE_INTEGER;
		return Math.min(vendorAtMs, (await site.nextCheckAtMs(name)) ?? Number.MAX_SAFE_INTEGER);
	}

	async function workUntilNothingIsDue(): Promise<void> {
		for (let round = 0; (await work()) > 0; round += 1) {
			if (round > ROUNDS_MAX) throw new Error(`orders stay due for ever: ${JSON.stringify(await openWithdrawals())}`);
		}
	}

	async function wait(ms: number): Promise<void> {
		const endMs = clock.nowMs + ms;
		const stepMs = Math.max(1_000, ms / LOOKS_MAX);
		while (clock.nowMs < endMs) {
			await workUntilNothingIsDue();
			clock.nowMs = Math.min(endMs, Math.max(clock.nowMs + stepMs, await nextAtMs()));
		}
	}

	async function review(): Promise<void> {
		for (const uid of uids) await handle(uid, random.pick(['refund', 'send-again', 'settle', 'settle']));
	}

	return {
		platform: played.platform,
		submit: (uid: string, amount: number, requestId: string) => submitTo(played, deps, { uid, amount, requestId }),
		work,
		handle,

		wait,

		async finish(): Promise<void> {
			for (let round = 0; round < ROUNDS_MAX; round += 1) {
				if ((await openWithdrawals()).length === 0) return;
				if (round % 3 === 2) await review();
				await wait(60_000);
			}
			throw new Error(`orders stay open for ever: ${JSON.stringify(await openWithdrawals())}`);
		},

		async newlySettled(): Promise<SettledWithdrawal[]> {
			const settled = (await site.ordersOf(uids))
				.filter((order) => isOver(order) && !notified.has(order.orderId))
				.map(({ uid, orderId: order, state }) => ({ uid, order, to: state as SettledWithdrawal['to'] }));
			for (const { order } of settled) notified.add(order);
			return settled;
		},

		timesPaid: (order: string) => played.timesPaid().get(order) ?? 0,
		close: () => played.close(),
	};
}

function unlessDead(error: unknown): void {
	if (!(error instanceof Crash)) throw error;
}
