import { sql } from 'kysely';
import { HOUR_MS } from '../../../contract/durations.ts';
import { INFO, openOnePayout } from '../../../test/payouts/one-payout.ts';
import { openPayouts } from '../../../test/payouts/payouts.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { addAdmins, adminContext, approving } from '../../../test/support/stubs.ts';
import { adminGetWithdrawal } from './find-withdrawals.ts';
import { cancelWithdrawal, markWithdrawalPaid, refundWithdrawal, resendWithdrawal } from './review-withdrawal.ts';

const database = openTestDatabase();
const payouts = openPayouts(database);
const { clock, fakeOrder, spoil, workerDeps } = payouts;
const AMOUNT = 25;
const one = openOnePayout(database, payouts, AMOUNT);

const admin = adminContext();
beforeAll(() => addAdmins(database.app, admin));
const about = () => ({ orderId: one.orderId, reason: 'looked into it' });
const refund = (deps = workerDeps()) => refundWithdrawal(deps, about(), admin);
const markPaid = (deps = workerDeps()) => markWithdrawalPaid(deps, about(), admin);
const resend = (deps = workerDeps()) => resendWithdrawal(deps, about(), admin);
const cancel = (deps = workerDeps()) => cancelWithdrawal(deps, about(), admin);
const objection = (kind: string) => ({ code: 'failed-precondition', details: { objection: kind } });
async function audited(): Promise<string[]> {
	const { rows } = await sql<{ action: string; details: object }>`
		select action, details from audit_entries where uid = ${one.actor.uid} order by id
	`.execute(database.owner);
	const { orderId, reason } = about();
	for (const { details } of rows) {
		const before = { state: expect.any(String) };
		expect(details).toMatchObject({ orderId, before, after: expect.any(Object), reason });
	}
	return rows.map(({ action }) => action);
}

async function neverTaken(): Promise<void> {
	await one.sendInto('timeout-before');
	await one.workAfter(25 * HOUR_MS);
	expect(await one.stateOf()).toMatchObject({ state: 'needs-review', attempts: 1, refusal: 'dedupe-window-over' });
}

async function unfunded(): Promise<void> {
	await payouts.control('PATCH', '/control/vendor', { failNext: { reason: 'insufficient_customer_balance' } });
	await one.workUntilClosed(workerDeps(), 1);
	expect(await one.stateOf()).toMatchObject({ state: 'needs-review', refusal: 'vendor-balance-too-low' });
}

describe('an order that the vendor never had', () => {
	beforeEach(neverTaken);

	test('an order that the vendor never had is refunded once and audited', async () => {
		await refund();
		expect(await one.stateOf()).toMatchObject({ state: 'failed', refusal: 'never-taken' });
		await one.expectRefundedOnce();
		expect(await audited()).toEqual(['refund-withdrawal']);
		await expect(refund()).rejects.toThrow('is already closed');
		expect(await one.balance()).toBe(100);
	});

	test('an admin cannot decide their own order, which is then refunded with the approval of a second admin', async () => {
		const own = adminContext(one.actor.uid);
		await sql`update users set role = 'Admin' where uid = ${one.actor.uid}`.execute(database.owner);
		for (const act of [refundWithdrawal, markWithdrawalPaid, resendWithdrawal, cancelWithdrawal]) {
			const refused = { code: 'permission-denied', details: { reason: 'not-to-yourself' } };
			await expect(act(workerDeps(), about(), own)).rejects.toMatchObject(refused);
		}
		expect(await one.stateOf()).toMatchObject({ state: 'needs-review' });
		expect(await audited()).toEqual([]);
		await refundWithdrawal(workerDeps(), about(), approving(admin));
		await one.expectRefundedOnce();
	});

	test('an order that the vendor never had is refunded once if two admins refund it concurrently', async () => {
		const both = await Promise.allSettled([refund(), refund()]);
		expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
		await one.expectRefundedOnce();
	});
});

test('an order that the vendor has or had is not refunded if the vendor no longer knows it', async () => {
	await one.work();
	await one.workAfter(60_000, one.withoutOrder());
	expect(await one.stateOf()).toMatchObject({ state: 'needs-review', refusal: 'vendor-lost-the-order' });
	clock.advance(2 * HOUR_MS);
	await expect(refund(one.withoutOrder())).rejects.toMatchObject(objection('vendor-had-it'));
	await expect(resend(one.withoutOrder())).rejects.toMatchObject(objection('vendor-had-it'));
	await one.workUntilPaid();
});

test('an order that the vendor has or had is not refunded if the vendor showed it only during the review', async () => {
	await neverTaken();
	const open = one.withAnswer(200, '{"status":"Pending","robuxAmount":24}', { path: INFO });
	await expect(refund(open)).rejects.toMatchObject(objection('vendor-has-it'));
	await expect(refund()).rejects.toMatchObject(objection('vendor-had-it'));
});

test('an order that the vendor has or had can be marked as paid if the vendor says so, even if the amount differs', async () => {
	await one.work();
	clock.advance(60_000);
	const differs = () => one.withAnswer(200, '{"status":"Completed","robuxAmount":24}', { path: INFO });
	await one.work(differs());
	await expect(refund(differs())).rejects.toMatchObject(objection('vendor-has-it'));
	await markPaid(differs());
	expect(await audited()).toEqual(['mark-paid-withdrawal']);
	await one.expectPaidOnce();
});

describe('an order that failed because our account was empty', () => {
	beforeEach(unfunded);

	test('an order that failed on our empty account is retried by the vendor and paid once', async () => {
		await resend();
		expect(await one.stateOf()).toMatchObject({ state: 'unknown', attempts: 2 });
		await one.workUntilPaid();
		expect(await fakeOrder(one.orderId)).toMatchObject({ resends: 1, createCalls: 1 });
		expect(await audited()).toEqual(['resend-withdrawal']);
	});

	test('an order is not refunded while the retry may be in flight, even if the vendor repeats the old error', async () => {
		await spoil('vendor', 'timeout-after', '/orders/gamepass/resend');
		await resend();
		clock.advance(5_000);
		const stale = '{"status":"Error","error":{"reason":"gamepass_not_found"}}';
		await one.work(one.withAnswer(200, stale, { path: INFO }));
		expect(await one.stateOf()).toMatchObject({ state: 'unknown' });
		await one.workUntilPaid();
	});
});

test('a cancellation before the order is sent refunds it at once', async () => {
	await cancel();
	expect(await one.stateOf()).toMatchObject({ state: 'failed', attempts: 0, refusal: 'called-off' });
	await one.workUntilClosed(workerDeps(), 1);
	await one.expectRefundedOnce();
	expect(await audited()).toEqual(['cancel-withdrawal']);
});

test('a cancellation after the order is sent goes to the vendor, whose status ends the order', async () => {
	await payouts.control('PATCH', '/control/vendor', { settleMs: null });
	await one.work();
	await cancel();
	expect(await one.stateOf()).toMatchObject({ state: 'failed', refusal: 'cancelled' });
	await one.expectRefundedOnce();
	await expect(cancel()).rejects.toThrow('is already closed');
});

test('a cancellation requested too late moves no money', async () => {
	await one.work();
	await expect.poll(async () => (await fakeOrder(one.orderId))?.status).toBe('Completed');
	await expect(cancel()).rejects.toThrow("won't cancel");
	await one.workUntilPaid();
});

test('a cancellation with a lost answer moves no money by itself', async () => {
	await payouts.control('PATCH', '/control/vendor', { settleMs: null });
	await one.work();
	await spoil('vendor', 'timeout-after', '/orders/cancel');
	await expect(cancel()).rejects.toMatchObject({ code: 'unavailable' });
	expect(await one.balance()).toBe(75);
	await one.workUntilClosed();
	await one.expectRefundedOnce();
});

test('the evidence lists every step, and counts repeated events in one line', async () => {
	await payouts.control('PATCH', '/control/vendor', { settleMs: null });
	await one.work();
	for (let looks = 0; looks < 4; looks += 1) await one.workAfter(400_000);
	await payouts.control('POST', `/control/vendor/orders/${one.orderId}/settle`, {});
	await one.workUntilClosed();
	const { events, transfers, deeds } = await adminGetWithdrawal({ db: database.app }, { orderId: one.orderId }, admin);
	const counted = events.map(({ kind, times }) => `${kind} ${times}`);
	expect(counted).toEqual(['attempt 1', 'answer 1', 'answer 4', 'answer 1']);
	expect(JSON.stringify(events)).not.toContain('sandbox_player');
	const moved = transfers.map(({ kind, amount }) => `${kind} ${amount}`);
	expect(moved).toEqual([`withdrawal-hold ${AMOUNT}`, `withdrawal-paid ${AMOUNT}`]);
	expect(deeds).toEqual([]);
});
