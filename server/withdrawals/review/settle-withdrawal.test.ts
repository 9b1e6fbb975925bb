import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import { callbackSignature } from '../../../sandbox/vendor/webhooks.ts';
import { Crash, createCrashableProcess } from '../../../test/crashes/crashable-process.ts';
import { INFO, openOnePayout } from '../../../test/payouts/one-payout.ts';
import { openPayouts, VENDOR_KEY } from '../../../test/payouts/payouts.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { bindStaffCalls } from '../../../test/support/staff-calls.ts';
import { addAdmins, adminContext } from '../../../test/support/stubs.ts';
import type { AdminContext } from '../../accounts/with-audit.ts';
import { rowsOf } from '../../lib/db/database.ts';
import type { PayoutDeps } from '../payouts/record-outcome.ts';
import { compareWithVendors } from '../safety/compare-with-vendors.ts';
import { vendorWebhook } from '../vendors/vendor-webhook.ts';
import { adminGetWithdrawal } from './find-withdrawals.ts';
import { listPayoutReviews } from './payout-review.ts';
import { markWithdrawalPaid, refundWithdrawal } from './review-withdrawal.ts';
import { adminDecideSettlement, adminGetSettlements, adminProposeSettlement } from './settle-withdrawal.ts';

const database = openTestDatabase({ poolSize: 20 });
const payouts = openPayouts(database);
const { clock, control, spoil, workerDeps } = payouts;
const one = openOnePayout(database, payouts);

const [ada, ben, ...others] = [adminContext(), adminContext(), adminContext(), adminContext(), adminContext()];
beforeAll(() => addAdmins(database.app, ada, ben, ...others));
const reason = 'Their support cannot find it, nor can we.';
const calls = (deps = one.withoutOrder()) =>
	bindStaffCalls(deps, { adminProposeSettlement, adminDecideSettlement, adminGetSettlements });
const agreed = 'So it looks to me too.';
const refund = { outcome: 'refunded' } as const;
const paid = (proof: string = randomUUID()) => ({ outcome: 'paid', proof }) as const;
const objection = (kind: string) => ({ code: 'failed-precondition', details: { objection: kind } });

async function loseOrder(): Promise<void> {
	await control('PATCH', '/control/vendor', { settleMs: null });
	await one.work();
	await one.workAfter(60_000, one.withoutOrder());
	expect(await one.stateOf()).toMatchObject({ state: 'needs-review', refusal: 'vendor-lost-the-order' });
	clock.advance(DAY_MS);
}

function propose(
	what: typeof refund | ReturnType<typeof paid> = refund,
	deps = one.withoutOrder(),
	by: AdminContext = ada,
	id = randomUUID(),
) {
	return calls(deps)('adminProposeSettlement', { orderId: one.orderId, reason, requestId: id, ...what }, by);
}

function decide(id: string, { approve = true, deps = one.withoutOrder(), by = ben as AdminContext } = {}) {
	const decision = { orderId: one.orderId, id, approve, reason: agreed };
	return calls(deps)('adminDecideSettlement', decision, by);
}

const seen = () => adminGetWithdrawal({ db: database.app }, { orderId: one.orderId }, ben);
const transfersOf = async () => (await seen()).transfers.map(({ kind }) => kind);
const proposals = async () => (await seen()).settlements.map(({ state }) => state);
const waiting = async () =>
	(await calls()('adminGetSettlements', undefined, ben)).filter(({ order_id }) => order_id === one.orderId);

const audited = () => rowsOf<{ actor: string; action: string; details: object }>(database.owner)`
	select actor, action, details from audit_entries where uid = ${one.actor.uid} order by id
`;

describe('an order that the vendor had and lost', () => {
	beforeEach(loseOrder);

	test('an order that the vendor had and lost is refunded once after a second admin approves, with a complete audit', async () => {
		for (const action of [refundWithdrawal, markWithdrawalPaid]) {
			const ended = action(one.withoutOrder(), { orderId: one.orderId, reason }, ada);
			await expect(ended).rejects.toMatchObject({ code: 'failed-precondition' });
		}
		const { id } = await propose();
		expect(await waiting()).toMatchObject([
			{ id, outcome: 'refunded', reason, proof: null, is_own: false, amount: 50, user_name: 'sandbox_player' },
		]);
		expect(await one.balance()).toBe(50);
		expect((await seen()).deeds).not.toContain('settle');

		expect(await decide(id)).toMatchObject({ state: 'settled', decided_by: ben.actor.uid });
		expect(await one.stateOf()).toMatchObject({ state: 'failed', refusal: 'settled' });
		await one.expectRefundedOnce();
		expect(await waiting()).toEqual([]);
		const what = { outcome: 'refunded', proof: null, amount: 50 };
		const inReview = { withdrawal: 'needs-review' };
		const waits = { ...what, ...inReview, settlement: 'waiting' };
		const proposed = { before: { ...inReview, settlement: 'none' }, after: waits };
		const approved = { before: waits, after: { ...what, withdrawal: 'failed', settlement: 'settled' } };
		const about = { orderId: one.orderId, ip: ada.ip, role: 'owner' };
		expect(await audited()).toEqual([
			{ actor: ada.actor.uid, action: 'propose-settlement', details: { ...about, ...proposed, reason } },
			{ actor: ben.actor.uid, action: 'approve-settlement', details: { ...about, ...approved, reason: agreed } },
		]);
	});

	test('an order that the vendor had and lost can be settled as paid once, and its proof cannot be used for another order', async () => {
		const proof = paid();
		const { id } = await propose(proof);
		await decide(id);
		expect(await one.stateOf()).toMatchObject({ state: 'completed' });
		expect(await transfersOf()).toEqual(['withdrawal-hold', 'withdrawal-paid']);
		expect(await one.balance()).toBe(50);
		expect((await payouts.history(one.actor.uid))[0]).toMatchObject({ status: 'Completed', is_refunded: false });

		await one.renew();
		await loseOrder();
		await expect(propose(proof)).rejects.toMatchObject({ code: 'already-exists' });
		await sql`
			insert into manual_payouts (order_id, state, net, price, purchase_reference, created_at, changed_at)
			values (${randomUUID()}, 'paid', 50, 71, 'bought-by-hand', now(), now())
		`.execute(database.owner);
		await expect(propose(paid('bought-by-hand'))).rejects.toMatchObject({ code: 'already-exists' });
	});

	test('one admin cannot settle an order, only withdraw the proposal and propose again', async () => {
		const { id } = await propose();
		await expect(decide(id, { by: ada })).rejects.toMatchObject({ code: 'permission-denied' });
		await expect(propose(paid())).rejects.toMatchObject({ code: 'already-exists' });
		expect(await decide(id, { by: ada, approve: false })).toMatchObject({ state: 'refused' });
		await expect(decide(id)).rejects.toMatchObject({ code: 'failed-precondition' });
		expect(await one.balance()).toBe(50);
		expect((await seen()).deeds).toContain('settle');
		await decide((await propose()).id);
		await one.expectRefundedOnce();
		expect(await proposals()).toEqual(expect.arrayContaining(['settled', 'refused']));
	});

	test('an order that the vendor had and lost cannot be settled by its owner or by a former admin', async () => {
		const [owner, stranger] = [adminContext(one.actor.uid), adminContext()];
		await expect(propose(refund, one.withoutOrder(), owner)).rejects.toMatchObject({ code: 'permission-denied' });
		const { id } = await propose();
		for (const attempt of [{ by: owner }, { by: owner, approve: false }, { by: stranger }]) {
			await expect(decide(id, attempt)).rejects.toMatchObject({ code: 'permission-denied' });
		}
		expect(await proposals()).toEqual(['waiting']);
		expect(await one.balance()).toBe(50);
		await decide(id, { approve: false });
	});

	test('an order that the vendor had and lost gets one proposal for a repeated request, and its request id cannot be reused', async () => {
		const id = randomUUID();
		const first = await propose(refund, one.withoutOrder(), ada, id);
		expect(await propose(refund, one.withoutOrder(), ada, id)).toEqual(first);
		await expect(propose(paid(), one.withoutOrder(), ada, id)).rejects.toMatchObject({ code: 'already-exists' });
		await expect(propose(refund, one.withoutOrder(), ben, id)).rejects.toMatchObject({ code: 'already-exists' });
		const settled = await decide(id);
		expect(await decide(id)).toEqual(settled);
		expect(await audited()).toHaveLength(2);
		await expect(decide(randomUUID())).rejects.toMatchObject({ code: 'not-found' });
	});

	test('an order that the vendor had and lost is settled once by concurrent approvals and a vendor callback', async () => {
		const { id } = await propose();
		await control('POST', `/control/vendor/orders/${one.orderId}/settle`, {});
		const approvals = [ben, ...others].map((by) => decide(id, { by }));
		const outcomes = await Promise.allSettled([...approvals, callBack(), one.work()]);
		expect(outcomes.slice(0, 4).filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
		await one.workUntilClosed();
		expect(await transfersOf()).toHaveLength(2);
	});

	test('an order that the vendor had lost cannot be settled once the vendor knows it again', async () => {
		const knowsIt = { ...objection('vendor-knows-it'), message: expect.stringContaining('Pending') };
		await expect(propose(refund, workerDeps())).rejects.toMatchObject(knowsIt);
		const { id } = await propose();
		await expect(decide(id, { deps: workerDeps() })).rejects.toMatchObject(knowsIt);
		expect(await one.stateOf()).toMatchObject({ state: 'needs-review' });
		expect(await proposals()).toEqual(['overtaken']);
		expect((await audited()).at(-1)).toMatchObject({
			action: 'approve-settlement',
			details: { after: { settlement: 'overtaken', vendor_status: 'Pending' } },
		});
		await expect(decide(id)).rejects.toMatchObject({ code: 'failed-precondition' });
		expect(await one.balance()).toBe(50);
	});

	test.each([
		['paid', {}, 'completed'],
		['failed', { error: 'unknown_error' }, 'failed'],
	] as const)("takes the vendor's outcome at once if the vendor has %s it after all", async (_, settle, state) => {
		const { id } = await propose();
		await control('POST', `/control/vendor/orders/${one.orderId}/settle`, settle);
		await expect(decide(id, { deps: workerDeps() })).rejects.toMatchObject(objection('vendor-knows-it'));
		expect(await one.stateOf()).toMatchObject({ state });
		expect(await transfersOf()).toHaveLength(2);
		expect(await proposals()).toEqual(['overtaken']);
	});

	test('an order that the vendor had and lost needs no settlement once a worker learned the outcome from the vendor', async () => {
		const { id } = await propose();
		await control('POST', `/control/vendor/orders/${one.orderId}/settle`, {});
		await one.workUntilClosed();
		expect(await waiting()).toEqual([]);
		expect(await proposals()).toEqual(['overtaken']);
		await expect(decide(id)).rejects.toMatchObject({ code: 'failed-precondition' });
		await expect(propose()).rejects.toThrow('is already closed');
	});

	test('an order that the vendor had and lost is not settled on an unclear answer until a month has passed', async () => {
		const { id } = await propose();
		await spoil('vendor', '500', INFO);
		await expect(decide(id, { deps: workerDeps() })).rejects.toMatchObject(objection('vendor-unclear'));
		expect(await proposals()).toEqual(['waiting']);
		clock.advance(30 * DAY_MS);
		await spoil('vendor', '500', INFO);
		await decide(id, { deps: workerDeps() });
		await one.expectRefundedOnce();
	});

	test('becomes a review item if the vendor pays it after all, and no money moves', async () => {
		await decide((await propose()).id);
		expect(await differences(one.withoutOrder())).toEqual([]);
		await control('POST', `/control/vendor/orders/${one.orderId}/settle`, {});
		await callBack();
		await one.work();
		expect(await differences()).toEqual(['refunded-but-paid']);
		expect(await transfersOf()).toEqual(['withdrawal-hold', 'withdrawal-refund']);
		expect(await one.balance()).toBe(100);
	});

	test('settled as paid becomes a review item only if the vendor contradicts', async () => {
		await decide((await propose(paid())).id);
		expect(await differences(one.withoutOrder())).toEqual([]);
		await control('POST', `/control/vendor/orders/${one.orderId}/settle`, { error: 'unknown_error' });
		await callBack();
		expect(await differences()).toEqual(['paid-but-not']);
		expect(await one.balance()).toBe(50);
	});
});

test('an order cannot be settled within a day of its last attempt or while the vendor is still queried', async () => {
	await expect(propose()).rejects.toMatchObject({ code: 'failed-precondition' });
	await control('PATCH', '/control/vendor', { settleMs: null });
	await one.work();
	await expect(propose()).rejects.toThrow('still checking');
	await one.workAfter(60_000, one.withoutOrder());
	await expect(propose()).rejects.toMatchObject(objection('settle-too-early'));
	await control('POST', `/control/vendor/orders/${one.orderId}/settle`, {});
	await one.workUntilClosed();
});

test('an approval that crashes at any point refunds the order once', async () => {
	let deaths = 0;
	for (const when of ['before', 'after'] as const) {
		for (let diesAt = 1, survived = false; !survived; diesAt += 1) {
			await loseOrder();
			const { id } = await propose();
			const deps = one.withoutOrder();
			const [vendor] = deps.vendors.values();
			if (!vendor) throw new Error('there is no vendor');
			const crashable = createCrashableProcess(database.appPool, vendor, diesAt, when);
			const dying = { ...deps, db: crashable.db, vendors: new Map([['rbxcrate', crashable.vendor]]) };
			await decide(id, { deps: dying }).catch((error) => {
				if (!(error instanceof Crash)) throw error;
			});
			survived = !crashable.isDead();
			deaths += survived ? 0 : 1;
			clock.advance(deps.times.leaseMs);
			expect((await decide(id)).state).toBe('settled');
			await one.expectRefundedOnce();
			await one.renew();
		}
	}
	expect(deaths).toBeGreaterThan(20);
	await one.workUntilClosed();
});

function callBack(deps: PayoutDeps = workerDeps()) {
	const body = { orderId: one.orderId, status: 'Completed' };
	const sign = callbackSignature(body, VENDOR_KEY);
	return vendorWebhook({ ...deps, wakePayouts() {} }, 'rbxcrate', { ...body, sign });
}

async function differences(deps: PayoutDeps = workerDeps()): Promise<string[]> {
	clock.advance(2 * HOUR_MS);
	await compareWithVendors(deps);
	const all = await listPayoutReviews({ db: database.app });
	return all.filter(({ order_id }) => order_id === one.orderId).map(({ kind }) => kind);
}
