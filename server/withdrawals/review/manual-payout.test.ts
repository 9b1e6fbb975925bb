import { sql } from 'kysely';
import { openPayouts } from '../../../test/payouts/payouts.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { addAdmins, adminContext, approving } from '../../../test/support/stubs.ts';
import { SecondPersonNeeded } from '../../accounts/second-person.ts';
import { rowsOf } from '../../lib/db/database.ts';
import { createManual } from '../vendors/manual.ts';
import { adminGetWithdrawal } from './find-withdrawals.ts';
import {
	giveBackManualPayout,
	listManualPayouts,
	markManualPayoutPaid,
	refuseManualPayout,
	takeManualPayout,
	takeOverManualPayout,
} from './manual-payout.ts';

const database = openTestDatabase();
const payouts = openPayouts(database);
const { clock } = payouts;
const deps = { db: database.app, clock, wakePayouts() {} };
const workers = () => payouts.workerDeps({ vendors: new Map([['manual', createManual(deps)]]) });
const [ada, ben, eve] = [adminContext(), adminContext(), adminContext()];
beforeAll(() => addAdmins(database.app, ada, ben, eve));

const pay = (orderId: string, purchaseReference: string, by: typeof ada) =>
	markManualPayoutPaid(deps, { orderId, purchaseReference }, by);
const take = (orderId: string, by: typeof ada) => takeManualPayout(deps, { orderId }, by);
const refuse = (orderId: string, by: typeof ada, reason = 'test') => refuseManualPayout(deps, { orderId, reason }, by);
const row = async (orderId: string) => (await listManualPayouts(deps)).find((one) => one.order_id === orderId);

async function queued() {
	const actor = await payouts.newUser(100);
	const { order_id } = await payouts.submit(actor, {}, { ...payouts.requestDeps(), currentVendor: { name: 'manual' } });
	await payouts.work(actor.uid, workers());
	return { uid: actor.uid, orderId: order_id };
}

const audited = (orderId: string) => rowsOf(database.owner)`
	select action, actor, details from audit_entries where details ->> 'orderId' = ${orderId} order by id
`;

const statusOf = async (uid: string) => (await payouts.history(uid))[0];

test('an order waits on the work list, and completes at the next check after it was marked as paid', async () => {
	const { uid, orderId } = await queued();
	expect(await row(orderId)).toMatchObject({ state: 'waiting', roblox_username: 'sandbox_player', net: 50, price: 71 });
	await take(orderId, ada);
	await take(orderId, ada);
	await payouts.workUntilClosed(uid, workers(), 1);
	expect(await statusOf(uid)).toMatchObject({ status: 'Processing' });
	await pay(orderId, `purchase ${orderId}`, ada);
	await payouts.work(uid, workers());
	expect(await statusOf(uid)).toMatchObject({ status: 'Completed', is_refunded: false });
	expect(await payouts.balance(uid)).toBe(50);
});

test('a refused order is refunded once', async () => {
	const { uid, orderId } = await queued();
	await take(orderId, ada);
	await refuse(orderId, ada, 'The pass is not for sale.');
	await payouts.work(uid, workers());
	expect(await statusOf(uid)).toMatchObject({ status: 'Failed', is_refunded: true });
	expect(await payouts.balance(uid)).toBe(100);
	await expect(pay(orderId, 'late', ada)).rejects.toThrow('is already closed');
});

test('admins cannot take or take over their own order, and refusing it needs a second admin', async () => {
	const { uid, orderId } = await queued();
	await sql`update users set role = 'Admin' where uid = ${uid}`.execute(database.owner);
	const own = adminContext(uid);
	const refused = { code: 'permission-denied', details: { reason: 'not-to-yourself' } };
	await expect(take(orderId, own)).rejects.toMatchObject(refused);
	await take(orderId, ada);
	const takeOver = takeOverManualPayout(deps, { orderId, from: ada.actor.uid, reason: 'I do it.' }, own);
	await expect(takeOver).rejects.toMatchObject(refused);
	await expect(refuse(orderId, ada)).rejects.toBeInstanceOf(SecondPersonNeeded);
	expect(await audited(orderId)).toMatchObject([{ actor: ada.actor.uid }]);
	expect((await row(orderId))?.taken_by).toBe(ada.actor.uid);
});

test('one of two concurrent admins gets an order, and only that one can end it', async () => {
	const { orderId } = await queued();
	const takes = await Promise.allSettled([take(orderId, ada), take(orderId, ben)]);
	expect(takes.map((take) => take.status).toSorted()).toEqual(['fulfilled', 'rejected']);
	const [owner, other] = takes[0].status === 'fulfilled' ? [ada, ben] : [ben, ada];
	await expect(pay(orderId, 'x', other)).rejects.toThrow('Another admin');
	await giveBackManualPayout(deps, { orderId }, owner);
	await expect(pay(orderId, 'x', owner)).rejects.toThrow('Take this');
	await take(orderId, other);
	await refuse(orderId, other);
});

test('after a takeover only the new assignee can end the order, and the former one is asked to report a purchase', async () => {
	const { uid, orderId } = await queued();
	const takeOver = (by: typeof ada, from: typeof ada) =>
		takeOverManualPayout(deps, { orderId, from: from.actor.uid, reason: 'Ill.' }, by);
	await expect(takeOver(ben, ada)).rejects.toThrow('That admin no longer has this order');
	await take(orderId, ada);
	await expect(takeOver(ada, ada)).rejects.toThrow('You already have this order');
	const both = await Promise.allSettled([takeOver(ben, ada), takeOver(eve, ada)]);
	expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
	const owner = both[0].status === 'fulfilled' ? ben : eve;
	await expect(pay(orderId, `a ${orderId}`, ada)).rejects.toMatchObject({
		code: 'aborted',
		message: expect.stringContaining('If you bought the pass, tell them now'),
	});
	await expect(refuse(orderId, ada)).rejects.toThrow('Another admin');
	await expect(giveBackManualPayout(deps, { orderId }, ada)).rejects.toThrow('Another admin');
	expect(await row(orderId)).toMatchObject({ state: 'taken', taken_by: owner.actor.uid });
	await pay(orderId, `b ${orderId}`, owner);
	await payouts.work(uid, workers());
	expect(await payouts.balance(uid)).toBe(50);
	await expect(takeOver(ada, owner)).rejects.toThrow('is already closed');
	expect(await audited(orderId)).toMatchObject([
		{ action: 'manual-payout-take', actor: ada.actor.uid },
		{
			action: 'manual-payout-take-over',
			actor: owner.actor.uid,
			details: { orderId, before: { takenBy: ada.actor.uid }, after: { takenBy: owner.actor.uid }, reason: 'Ill.' },
		},
		{ action: 'manual-payout-purchase-refused', actor: ada.actor.uid, details: { purchaseReference: `a ${orderId}` } },
		{ action: 'manual-payout-mark-paid', actor: owner.actor.uid },
	]);
	const { events } = await adminGetWithdrawal(deps, { orderId }, ada);
	expect(events.filter(({ kind }) => kind === 'deed').map(({ details }) => details)).toMatchObject([
		{ deed: 'take', by: ada.actor.uid },
		{ deed: 'take-over', by: owner.actor.uid },
		{ deed: 'mark-paid', by: ada.actor.uid, purchaseReference: `a ${orderId}` },
		{ deed: 'mark-paid', by: owner.actor.uid },
	]);
});

test('one purchase pays one order', async () => {
	const [first, second] = [await queued(), await queued()];
	for (const { orderId } of [first, second]) await take(orderId, ada);
	await pay(first.orderId, 'purchase 1', ada);
	const again = pay(second.orderId, 'purchase 1', ada);
	await expect(again).rejects.toMatchObject({ code: 'already-exists' });
});

test('an order that is paid and refused concurrently ends one way', async () => {
	const { uid, orderId } = await queued();
	await take(orderId, ada);
	const both = await Promise.allSettled([pay(orderId, `either ${orderId}`, ada), refuse(orderId, ada)]);
	expect(both.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
	await payouts.work(uid, workers());
	expect((await statusOf(uid))?.status).toBe(both[0].status === 'fulfilled' ? 'Completed' : 'Failed');
});

test.each([
	["paying a colleague's order", (uid: string) => sql`update users set role = 'Admin' where uid = ${uid}`],
	['paying above the limit for corrections', () => sql`update adjustment_settings set approval_above = 4999`],
])('%s needs a second admin', async (_, require) => {
	const { uid, orderId } = await queued();
	await take(orderId, ada);
	await require(uid).execute(database.owner);
	const purchase = { orderId, purchaseReference: `purchase ${orderId}` };
	await expect(markManualPayoutPaid(deps, purchase, ada)).rejects.toBeInstanceOf(SecondPersonNeeded);
	await payouts.work(uid, workers());
	expect(await statusOf(uid)).toMatchObject({ status: 'Processing' });
	await markManualPayoutPaid(deps, purchase, approving(ben, ada.actor.uid));
	await payouts.workUntilClosed(uid, workers(), 3);
	expect(await statusOf(uid)).toMatchObject({ status: 'Completed' });
	await sql`update adjustment_settings set approval_above = 100000`.execute(database.owner);
});
