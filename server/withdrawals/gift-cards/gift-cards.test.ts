import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { CallResult } from '../../../contract/calls.ts';
import { asRobuxCents } from '../../../contract/money.ts';
import { screenNothing, workerOf } from '../../../test/payouts/fake-withdrawals.ts';
import { openAdminSite, type Person } from '../../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { postTransfer } from '../../ledger/post-transfer.ts';
import { inTransaction } from '../../lib/db/database.ts';
import { checkReceipt } from '../../public-proof/receipts/check-receipt.ts';
import { listDue, workOff } from '../payouts/payouts.ts';
import { payoutTimes } from '../payouts/record-outcome.ts';
import { createManual } from '../vendors/manual.ts';

const database = openTestDatabase();
const site = openAdminSite(database);
const { owner, app } = database;
const CODE = 'ABCD-EFGH-2345';

async function earner(): Promise<Person> {
	const user = await site.signUp();
	await site.callAs('createUser', null, user);
	const reference = `offer/w/${user.uid}/credit`;
	const credit = { kind: 'credit', wall: 'w', amount: asRobuxCents(10_000), atMs: Date.now(), reference } as const;
	await inTransaction(app, (tx) => postTransfer(tx, { ...credit, uid: user.uid }));
	return user;
}

const reasonOf = async (name: string, user: Person) =>
	((await site.callAs(name, null, user)) as { details?: { reason: string } }).details?.reason;

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
	const times = payoutTimes({ timeoutMs: 1_000, reconcileMinMs: 1_000, reconcileMaxMs: 1_000 });
	const deps = workerOf(createManual({ db: app, clock }), { db: app, clock, times });
	for (let round = 0; round < 2; round += 1) {
		for (const row of await listDue(deps, 10)) await workOff(deps, row);
		clock.nowMs += 10_000;
	}

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
