import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { openPayouts } from '../../../test/payouts/payouts.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { addAdmins, adminContext, approving } from '../../../test/support/stubs.ts';
import { SecondPersonNeeded } from '../../accounts/second-person.ts';
import { createManual } from '../vendors/manual.ts';
import { getWithdrawal } from './find-withdrawals.ts';
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

async function queued() {
	const actor = await payouts.newUser(100);
	const { order_id } = await payouts.submit(actor, {}, { ...payouts.requestDeps(), currentVendor: 'manual' });
	await payouts.work(actor.uid, workers());
	return { uid: actor.uid, orderId: order_id as string };
}

const audited = async (orderId: string) => {
	const { rows } = await sql`
		select action, actor, details from audit_entries where details ->> 'orderId' = ${orderId} order by id
	`.execute(database.owner);
	return rows;
};

const statusOf = async (uid: string) => (await payouts.history(uid))[0];

test('an order waits on the work list with all that a buyer needs', async () => {
	const { uid, orderId } = await queued();
	const listed = (await listManualPayouts(deps)).find((payout) => payout.orderId === orderId);
	expect(listed).toMatchObject({ state: 'waiting', robloxUsername: 'sandbox_player', net: 50, price: 71 });
	expect(await statusOf(uid)).toMatchObject({ status: 'Processing' });
});

test('taken, bought and marked as paid, it completes at the next look and not before', async () => {
	const { uid, orderId } = await queued();
	await takeManualPayout(deps, ada, { orderId });
	await takeManualPayout(deps, ada, { orderId });
	await payouts.workUntilClosed(uid, workers(), 1);
	expect(await statusOf(uid)).toMatchObject({ status: 'Processing' });
	await markManualPayoutPaid(deps, ada, { orderId, purchaseReference: `purchase ${orderId}` });
	await payouts.work(uid, workers());
	expect(await statusOf(uid)).toMatchObject({ status: 'Completed', is_refunded: false });
	expect(await payouts.balance(uid)).toBe(50);
});

test('refused, the amount goes back once', async () => {
	const { uid, orderId } = await queued();
	await takeManualPayout(deps, ada, { orderId });
	await refuseManualPayout(deps, ada, { orderId, reason: 'The pass is not for sale.' });
	await payouts.work(uid, workers());
	expect(await statusOf(uid)).toMatchObject({ status: 'Failed', is_refunded: true });
	expect(await payouts.balance(uid)).toBe(100);
	await expect(markManualPayoutPaid(deps, ada, { orderId, purchaseReference: 'late' })).rejects.toThrow('ended');
});

test('nobody takes, pays or ends their own order', async () => {
	const { uid, orderId } = await queued();
	await sql`update users set role = 'Admin' where uid = ${uid}`.execute(database.owner);
	const own = adminContext(uid);
	const refused = { code: 'permission-denied', details: { reason: 'not-to-yourself' } };
	await expect(takeManualPayout(deps, own, { orderId })).rejects.toMatchObject(refused);
	await takeManualPayout(deps, ada, { orderId });
	const takeOver = takeOverManualPayout(deps, own, { orderId, from: ada.actor.uid, reason: 'I do it.' });
	await expect(takeOver).rejects.toMatchObject(refused);
	expect(await audited(orderId)).toMatchObject([{ actor: ada.actor.uid }]);
	expect((await listManualPayouts(deps)).find((each) => each.orderId === orderId)?.takenBy).toBe(ada.actor.uid);
});

test('of two admins at once one has it, and only that one ends it', async () => {
	const { orderId } = await queued();
	const takes = await Promise.allSettled([
		takeManualPayout(deps, ada, { orderId }),
		takeManualPayout(deps, ben, { orderId }),
	]);
	expect(takes.map((take) => take.status).toSorted()).toEqual(['fulfilled', 'rejected']);
	const [owner, other] = takes[0].status === 'fulfilled' ? [ada, ben] : [ben, ada];
	await expect(markManualPayoutPaid(deps, other, { orderId, purchaseReference: 'x' })).rejects.toThrow('Another admin');
	await giveBackManualPayout(deps, owner, { orderId });
	await expect(markManualPayoutPaid(deps, owner, { orderId, purchaseReference: 'x' })).rejects.toThrow('Take this');
	await takeManualPayout(deps, other, { orderId });
	await refuseManualPayout(deps, other, { orderId, reason: 'test' });
});

test('taken over, only the one who has it now ends it, and the one before is told to speak up', async () => {
	const { uid, orderId } = await queued();
	const takeOver = (by: typeof ada, from: typeof ada) =>
		takeOverManualPayout(deps, by, { orderId, from: from.actor.uid, reason: 'Ill since Monday.' });
	await expect(takeOver(ben, ada)).rejects.toThrow('not with that admin any more');
	await takeManualPayout(deps, ada, { orderId });
	await expect(takeOver(ada, ada)).rejects.toThrow('yours already');
	const both = await Promise.allSettled([takeOver(ben, ada), takeOver(eve, ada)]);
	expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
	const owner = both[0].status === 'fulfilled' ? ben : eve;
	await expect(markManualPayoutPaid(deps, ada, { orderId, purchaseReference: `a ${orderId}` })).rejects.toMatchObject({
		code: 'aborted',
		message: expect.stringContaining('If you have bought its pass, tell them at once'),
	});
	await expect(refuseManualPayout(deps, ada, { orderId, reason: 'test' })).rejects.toThrow('Another admin');
	await expect(giveBackManualPayout(deps, ada, { orderId })).rejects.toThrow('Another admin');
	const listed = (await listManualPayouts(deps)).find((payout) => payout.orderId === orderId);
	expect(listed).toMatchObject({ state: 'taken', takenBy: owner.actor.uid });
	await markManualPayoutPaid(deps, owner, { orderId, purchaseReference: `b ${orderId}` });
	await payouts.work(uid, workers());
	expect(await payouts.balance(uid)).toBe(50);
	await expect(takeOver(ada, owner)).rejects.toThrow('ended');
	expect(await audited(orderId)).toMatchObject([
		{ action: 'manual-payout-take', actor: ada.actor.uid },
		{
			action: 'manual-payout-take-over',
			actor: owner.actor.uid,
			details: {
				orderId,
				before: { takenBy: ada.actor.uid },
				after: { takenBy: owner.actor.uid },
				reason: 'Ill since Monday.',
			},
		},
		{ action: 'manual-payout-purchase-refused', actor: ada.actor.uid, details: { purchaseReference: `a ${orderId}` } },
		{ action: 'manual-payout-mark-paid', actor: owner.actor.uid },
	]);
});

test('one purchase pays one order', async () => {
	const [first, second] = [await queued(), await queued()];
	for (const { orderId } of [first, second]) await takeManualPayout(deps, ada, { orderId });
	await markManualPayoutPaid(deps, ada, { orderId: first.orderId, purchaseReference: 'purchase 1' });
	const again = markManualPayoutPaid(deps, ada, { orderId: second.orderId, purchaseReference: 'purchase 1' });
	await expect(again).rejects.toMatchObject({ code: 'already-exists' });
});

test('a purchase that is refused stays with its order, for whoever ends it', async () => {
	const { orderId } = await queued();
	await takeManualPayout(deps, ben, { orderId });
	const late = markManualPayoutPaid(deps, ada, { orderId, purchaseReference: 'bought before' });
	await expect(late).rejects.toThrow('Another admin');
	const { events } = await getWithdrawal(deps, orderId, ada.actor.uid);
	expect(events.at(-1)).toMatchObject({
		kind: 'deed',
		details: { deed: 'mark-paid', by: ada.actor.uid, purchaseReference: 'bought before' },
	});
	await refuseManualPayout(deps, ben, { orderId, reason: 'test' });
});

test('paid and refused at the same moment, it ends one way', async () => {
	const { uid, orderId } = await queued();
	await takeManualPayout(deps, ada, { orderId });
	const both = await Promise.allSettled([
		markManualPayoutPaid(deps, ada, { orderId, purchaseReference: `either ${orderId}` }),
		refuseManualPayout(deps, ada, { orderId, reason: 'test' }),
	]);
	expect(both.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
	await payouts.work(uid, workers());
	expect((await statusOf(uid))?.status).toBe(both[0].status === 'fulfilled' ? 'Completed' : 'Failed');
});

test('each action is on record, with who did it', async () => {
	const { orderId } = await queued();
	await takeManualPayout(deps, ada, { orderId });
	await markManualPayoutPaid(deps, ada, { orderId, purchaseReference: `record ${orderId}` });
	expect(await audited(orderId)).toMatchObject([
		{ action: 'manual-payout-take', actor: ada.actor.uid },
		{ action: 'manual-payout-mark-paid', actor: ada.actor.uid },
	]);
	const { events } = await getWithdrawal(deps, orderId, ada.actor.uid);
	expect(events.filter(({ kind }) => kind === 'deed').map(({ details }) => details)).toEqual([
		{ deed: 'take', by: ada.actor.uid },
		{ deed: 'mark-paid', by: ada.actor.uid },
	]);
});

test('an order that is not on the list is not found', async () => {
	await expect(takeManualPayout(deps, ada, { orderId: 'W-NOWHERE' })).rejects.toMatchObject({ code: 'not-found' });
});

test('the order of a colleague is paid or refused by whoever took it, and takes a second person', async () => {
	const { uid, orderId } = await queued();
	await sql`update users set role = 'Admin' where uid = ${uid}`.execute(database.owner);
	await takeManualPayout(deps, ada, { orderId });
	const purchase = { orderId, purchaseReference: `purchase ${orderId}` };
	await expect(markManualPayoutPaid(deps, ada, purchase)).rejects.toBeInstanceOf(SecondPersonNeeded);
	await expect(refuseManualPayout(deps, ada, { orderId, reason: 'x' })).rejects.toBeInstanceOf(SecondPersonNeeded);
	await payouts.work(uid, workers());
	expect(await statusOf(uid)).toMatchObject({ status: 'Processing' });
	await markManualPayoutPaid(deps, approving(ben, ada.actor.uid), purchase);
	await payouts.workUntilClosed(uid, workers(), 3);
	expect(await statusOf(uid)).toMatchObject({ status: 'Completed' });
});
