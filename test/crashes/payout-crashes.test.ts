import type { OrderErrorReason } from '../../sandbox/vendor/order.ts';
import { findWallet } from '../../server/ledger/wallet.ts';
import { cellOf } from '../../server/lib/db/database.ts';
import { listDue, workOff } from '../../server/withdrawals/payouts/payouts.ts';
import { type PayoutDeps, payoutTimes } from '../../server/withdrawals/payouts/record-outcome.ts';
import { refundWithdrawal, resendWithdrawal } from '../../server/withdrawals/review/review-withdrawal.ts';
import { clearFailures } from '../../server/withdrawals/safety/store-safety.ts';
import type { Vendor } from '../../server/withdrawals/vendors/vendor.ts';
import { vendorWebhook } from '../../server/withdrawals/vendors/vendor-webhook.ts';
import { createFakeVendor, type VendorFault, vendorFaults } from '../payouts/fake-vendor.ts';
import { richUser, screenNothing, submitTo, workerOf } from '../payouts/fake-withdrawals.ts';
import { openTestDatabase } from '../support/database.ts';
import { addAdmins, adminContext } from '../support/stubs.ts';
import { Crash, createCrashableProcess } from './crashable-process.ts';

const isLong = process.env.LOOTPASS_PAYOUTS !== undefined;
const STRIDE = isLong ? 1 : 3;
const { app, appPool, owner } = openTestDatabase({ poolSize: 12 });
const admin = adminContext();
beforeAll(async () => {
	await addAdmins(app, admin);
	await screenNothing(app);
});
const times = payoutTimes({ timeoutMs: 15_000, reconcileMinMs: 5_000, reconcileMaxMs: 300_000 });
const AMOUNT = 25;
const STEP_MS = 12_000;
const STEPS_MAX = 100;
const DEATHS_MIN = 30 / STRIDE;

const CREATE = '/orders/gamepass';
const INFO = '/orders/info';
const RESEND = '/orders/gamepass/resend';

type PostbackFault = 'forged' | 'duplicate' | 'lost' | 'out-of-order';
type Scenario = {
	fault?: VendorFault;
	at?: string;
	callback?: PostbackFault;
	ends?: 'paid' | 'refused' | OrderErrorReason;
	adminAction?: typeof resendWithdrawal;
};

const SAME_AS_A_TIMEOUT = new Set<VendorFault>(['reset-before', 'reset-after', 'slow-drip']);
const faults = vendorFaults.filter((fault) => !SAME_AS_A_TIMEOUT.has(fault));

const opened: { close(): Promise<unknown> }[] = [];
afterAll(() => Promise.all(opened.map((vendor) => vendor.close())));

async function stage(name: string, { fault, at = CREATE, callback, ends = 'paid' }: Scenario) {
	const clock = { nowMs: Date.UTC(2027, 0, 1), now: () => clock.nowMs };
	let isFaulty = true;
	const callbacks: Record<string, unknown>[] = [];
	const error = ends === 'paid' || ends === 'refused' ? undefined : ends;
	const hasFailed = new Set<string>();
	const played = createFakeVendor({
		clock,
		name,
		lateMs: times.settleMs - 1_000,
		faultOf({ path }) {
			if (!fault || !isFaulty || path !== at) return undefined;
			isFaulty = false;
			return fault;
		},
		endOf(orderId) {
			const isSecond = hasFailed.has(orderId);
			hasFailed.add(orderId);
			return { afterMs: 10_000, error: isSecond ? undefined : error };
		},
		async onLateAnswer() {
			clock.nowMs += times.leaseMs + 1_000;
			for (const row of await listDue(deps, 10)) await workOff(deps, row);
		},
		onCallback(body) {
			if (callback === 'lost') return;
			if (callback === 'forged') callbacks.push({ ...body, status: 'Error', sign: 'guess' });
			callbacks.push(body);
			if (callback === 'duplicate') callbacks.push(body);
			if (callback === 'out-of-order') setTimeout(() => callbacks.push(body));
		},
	});
	opened.push(played);
	const deps: PayoutDeps = workerOf(played.vendor, { db: app, clock, times });
	const renew = async () => {
		isFaulty = true;
		await clearFailures(app, name);
	};
	return { clock, played, callbacks, deps, renew, uid: await richUser(played, deps) };
}
type Stage = Awaited<ReturnType<typeof stage>>;

async function stateOf(orderId: string): Promise<string> {
	return (await cellOf<string>(owner)`select state from withdrawals where order_id = ${orderId}`) ?? 'none';
}

async function live(on: Stage, deps: PayoutDeps, orderId: string, adminAction?: Scenario['adminAction']) {
	const { clock, played, callbacks } = on;
	for (let steps = 0; steps < STEPS_MAX; steps += 1) {
		await played.runDue();
		for (const body of callbacks.splice(0)) {
			await vendorWebhook({ ...deps, wakePayouts() {} }, played.vendor.name, body);
		}
		for (const row of await listDue(on.deps, 10)) await workOff(deps, row);
		const state = await stateOf(orderId);
		if (state === 'completed' || state === 'failed') return;
		if (state === 'needs-review' && adminAction) {
			await adminAction(deps, { orderId, reason: 'test' }, admin).catch((refusal) => {
				if (refusal.code !== 'failed-precondition' && refusal.code !== 'aborted') throw refusal;
			});
		}
		clock.nowMs += STEP_MS;
	}
}

async function dieAndRecover(on: Stage, scenario: Scenario, diesAt: number, when: 'before' | 'after') {
	const { deps, played, uid, clock } = on;
	await on.renew();
	played.setForSale(true);
	const before = (await findWallet(app, uid))?.balance ?? 0;
	const orderId = await submitTo(played, deps, { uid, amount: AMOUNT });
	played.setForSale(scenario.ends !== 'refused');
	const crashable = createCrashableProcess(appPool, played.vendor, diesAt, when);
	const vendors = new Map<string, Vendor>([[played.vendor.name, crashable.vendor]]);
	await live(on, { ...deps, db: crashable.db, vendors }, orderId, scenario.adminAction).catch((error) => {
		if (!(error instanceof Crash)) throw error;
	});
	clock.nowMs += times.settleMs;
	await live(on, deps, orderId, scenario.adminAction);

	const state = await stateOf(orderId);
	const paid = played.timesPaid().get(orderId) ?? 0;
	const balance = (await findWallet(app, uid))?.balance ?? 0;
	const ended = { state, paid, cost: (before - balance) / 100 };
	const expected = [
		{ state: 'completed', paid: 1, cost: AMOUNT },
		{ state: 'failed', paid: 0, cost: 0 },
	];
	expect(expected, `dies ${when} step ${diesAt}: ${JSON.stringify(ended)}`).toContainEqual(ended);
	return { survived: !crashable.isDead(), state };
}

let begun = 0;

async function playOut(name: string, scenario: Scenario, states: string[]): Promise<void> {
	let first = begun++;
	const on = await stage(name, scenario);
	let deaths = 0;
	for (const when of ['before', 'after'] as const) {
		for (let diesAt = 1 + (first++ % STRIDE), survived = false; !survived; diesAt += STRIDE) {
			const end = await dieAndRecover(on, scenario, diesAt, when);
			expect(states, `dies ${when} step ${diesAt}`).toContain(end.state);
			survived = end.survived;
			deaths += survived ? 0 : 1;
		}
	}
	expect(deaths).toBeGreaterThan(DEATHS_MIN);
}

const both = ['completed', 'failed'];

function played<One>(all: readonly [One, ...One[]], short = 1): readonly One[] {
	return isLong ? all : all.slice(0, short);
}

describe.concurrent('a process that crashes at any step', () => {
	test.each(
		played<VendorFault | 'no fault'>(
			['no fault', 'timeout-after', ...faults.filter((fault) => fault !== 'timeout-after')],
			2,
		),
	)('with %s when the order is created at the vendor: the order is paid once', (fault) =>
		playOut(`create ${fault}`, fault === 'no fault' ? {} : { fault }, ['completed']),
	);

	test.each(played(['garbage', 'timeout-before', 'late-answer', '429'] as const))(
		'with %s on the status query: the order is paid once',
		(fault) => playOut(`info ${fault}`, { fault, at: INFO }, ['completed']),
	);

	test.each(played(['forged', 'duplicate', 'lost', 'out-of-order'] as const, 2))(
		'a callback that is %s: the order is paid once',
		(callback) => playOut(`callback ${callback}`, { callback }, ['completed']),
	);

	test.each(played(['late-answer', 'timeout-after', 'acts-late', 'duplicate'] as const))(
		'%s with a failing order: it is refunded once',
		(fault) => playOut(`fails ${fault}`, { fault, ends: 'gamepass_not_found' }, ['failed']),
	);

	test.each(played(['conflict', 'no fault', 'timeout-before', 'acts-late'] as const))(
		'vendor fault %s: a refused order is refunded once',
		(fault) => playOut(`refused ${fault}`, { ...(fault !== 'no fault' && { fault }), ends: 'refused' }, ['failed']),
	);

	test.each(played(['duplicate', 'no fault', 'timeout-after', 'acts-late', 'late-answer'] as const))(
		'%s during a resend by an admin: the order is paid at most once',
		(fault) =>
			playOut(
				`resend ${fault}`,
				{
					...(fault !== 'no fault' && { fault, at: RESEND }),
					ends: 'insufficient_customer_balance',
					adminAction: resendWithdrawal,
				},
				both,
			),
	);

	test('an admin refunds what the vendor ended: refunded once', () =>
		playOut('refund', { ends: 'insufficient_customer_balance', adminAction: refundWithdrawal }, ['failed']));
});
