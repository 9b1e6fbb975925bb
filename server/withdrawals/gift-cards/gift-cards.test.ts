import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { CallResult } from '../../../contract/calls.ts';
import { asRobuxCents } from '../../../contract/money.ts';
import { screenNothing, workerOf } from '../../../test/payouts/fake-withdrawals.ts';
import { openAdminSite, type Person } from '../../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { postTransfer } from '../../ledger/post-transfer.ts';
import { inTransaction } from '../../lib/db/database.ts';
import { checkReceipt } from '../../public-proof/receipts/get-receipt.ts';
import { listDue, workOff } from '../payouts/payouts.ts';
import { payoutTimes } from '../payouts/record-outcome.ts';
import { createManual } from '../vendors/manual.ts';

const database = openTestDatabase();
const site = openAdminSite(database);
const { owner, app } = database;
const times = payoutTimes({ timeoutMs: 1_000, reconcileMinMs: 1_000, reconcileMaxMs: 1_000 });
const CODE = 'ABCD-EFGH-2345';

async function earner(): Promise<Person> {
	const user = await site.signUp();
	await site.callAs('createUser', null, user);
	await inTransaction(app, (tx) => postTransfer(tx, creditOf(user.uid, 10_000)));
	return user;
}

function creditOf(uid: string, cents: number) {
	const reference = `offer/w/${randomUUID()}/credit`;
	return { kind: 'credit', uid, wall: 'w', amount: asRobuxCents(cents), atMs: Date.now(), reference } as const;
}

const reasonOf = async (name: string, user: Person) =>
	((await site.callAs(name, null, user)) as { details?: { reason: string } }).details?.reason;

async function workTwice(clock: { nowMs: number; now: () => number }): Promise<void> {
	const deps = workerOf(createManual({ db: app, clock }), { db: app, clock, times });
	for (let round = 0; round < 2; round += 1) {
		for (const row of await listDue(deps, 10)) await workOff(deps, row);
		clock.nowMs += 10_000;
	}
}

test('two admins turn gift cards on, and only the owner sees the code, after a recent sign-in', async () => {
	await screenNothing(app);
	const [ada, ben, user, other] = [await site.admin(), await site.admin(), await earner(), await earner()];
	const request = { method: 'gift-card', amount: 100 };
	expect(await site.callAs('requestPayout', request, user)).toMatchObject({ details: { reason: 'payout-method-off' } });
	const settings = { method: 'gift-card', is_on: true, usd_per_thousand: 4.5, amount_min: 50, reason: 'test' };
	const { proposal } = (await site.callAs('adminSetPayoutMethod', settings, ada)) as { proposal: string };
	expect(await site.callAs('getWithdrawLimits', null, user)).toMatchObject({ methods: [], codes: 0 });
	await site.callAs('adminDecideProposal', { id: proposal, decision: 'approve', reason: 'Good.' }, ben);
	expect(await site.callAs('adminAddPayoutCodes', { value: 0.45, codes: [CODE] }, ada)).toEqual({ added: 1 });

	const { result: order } = (await site.call('requestPayout', request, user.accessToken)).json();
	expect(order).toMatchObject({ status: 'Pending', amount: 100, price: 0.45 });
	const clock = { nowMs: Date.now(), now: () => clock.nowMs };
	await workTwice(clock);

	const paid = { withdrawal_id: order.id, order_id: order.order_id, value: 0.45, code: CODE };
	const [given] = (await site.callAs('getPayoutCodes', null, user)) as CallResult<'getPayoutCodes'>;
	expect(given).toMatchObject(paid);
	expect(await site.callAs('getPayoutCodes', null, other)).toEqual([]);
	const hash = createHash('sha256')
		.update(Buffer.from(given?.salt ?? '', 'hex'))
		.update(CODE)
		.digest('hex');
	expect(given?.hash).toBe(hash);
	const receipt = (await site.callAs('getReceipt', { id: order.id }, user)) as { code_hash: string };
	expect(receipt.code_hash).toBe(hash);
	expect(await checkReceipt(app, receipt)).toBe('holds');
	expect(await site.callAs('exportMyData', null, user)).toMatchObject({ payout_codes: [paid] });
	expect(await site.callAs('getWithdrawLimits', null, user)).toMatchObject({ codes: 1 });

	await sql`
		update auth_session set signed_in_at = now() - interval '11 minutes', created_at = now() - interval '11 minutes'
		where user_id in (${user.uid}, ${other.uid})
	`.execute(owner);
	for (const call of ['getPayoutCodes', 'exportMyData']) {
		expect(await reasonOf(call, user), call).toBe('requires-recent-login');
		expect(await reasonOf(call, other), call).toBe(undefined);
	}
	const elsewhere = [
		...[await site.callAs('getWithdrawHistory', {}, user), await site.callAs('getWithdrawal', { id: order.id }, user)],
		...[await site.callAs('getNotices', {}, user), await site.callAs('adminGetWithdrawals', {}, ada)],
		...[await site.callAs('adminGetWithdrawal', { orderId: order.order_id }, ada)],
		...[await site.callAs('adminGetPayoutMethods', null, ada), await site.callAs('adminGetProposals', {}, ada)],
		...[site.notes, site.warnings, receipt],
	];
	expect(JSON.stringify(elsewhere)).toContain(order.order_id);
	expect(JSON.stringify(elsewhere)).not.toContain(CODE);
});

test('a paused user gets a stored code only once withdrawals are resumed', async () => {
	await screenNothing(app);
	const [user, ada, clock] = [await earner(), await site.admin(), { nowMs: Date.now(), now: () => clock.nowMs }];
	await sql`update payout_methods set is_on = true, cents_per_thousand = 450, amount_min = 50`.execute(owner);
	await site.callAs('adminAddPayoutCodes', { value: 0.45, codes: [randomUUID()] }, ada);
	await site.callAs('requestPayout', { method: 'gift-card', amount: 100 }, user);
	const given = [];
	for (const call of ['adminPauseUser', 'adminResumeUser']) {
		expect(await site.callAs(call, { uid: user.uid, reason: 'We look.' }, ada)).toMatchObject({ changed: true });
		await workTwice(clock);
		given.push((await site.callAs('getPayoutCodes', null, user)) as CallResult<'getPayoutCodes'>);
	}
	expect(given).toEqual([[], [expect.objectContaining({ value: 0.45 })]]);
});
