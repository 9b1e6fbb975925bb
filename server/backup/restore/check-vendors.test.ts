import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { refusal } from '../../../contract/refusals.ts';
import { openPayouts, VENDOR_KEY } from '../../../test/payouts/payouts.ts';
import { testFolder } from '../../../test/support/contents-of.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { addAdmins, adminContext, approving } from '../../../test/support/stubs.ts';
import { cellOf, inTransaction, rowsOf } from '../../lib/db/database.ts';
import { queryVendorHere } from '../../offerwall-commands.ts';
import { toPayoutOrder } from '../../withdrawals/payouts/pay-withdrawal.ts';
import { listPayoutReviews } from '../../withdrawals/review/payout-review.ts';
import { cancelWithdrawal } from '../../withdrawals/review/review-withdrawal.ts';
import { selectByOrderId } from '../../withdrawals/review/store-queue.ts';
import { decideScreening } from '../../withdrawals/screening/change-screening.ts';
import type { WithdrawalRow } from '../../withdrawals/store.ts';
import { createRocheap } from '../../withdrawals/vendors/rocheap.ts';
import type { Vendor } from '../../withdrawals/vendors/vendor.ts';
import { checkVendorsAfterRestore } from './check-vendors.ts';
import { takeStock } from './restored-site.ts';

const file = join(testFolder(), 'orders');
const database = openTestDatabase();
const { app, owner } = database;
const payouts = openPayouts(database);
const { clock } = payouts;
const admin = adminContext();
const vendorsNotChecked = refusal('vendors-not-asked').message;

beforeAll(() => addAdmins(app, admin));
beforeEach(async () => {
	await sql`delete from restorations`.execute(owner);
	await payouts.changeSettings({ is_on: true });
});

const rocheap = (): Vendor =>
	createRocheap({
		url: `${payouts.sandboxUrl()}/rocheap/business/api`,
		apiKey: VENDOR_KEY,
		timeoutMs: payouts.vendorPatienceMs(),
	});
const workers = () =>
	payouts.workerDeps({ vendors: new Map([payouts.vendor(), rocheap()].map((each) => [each.name, each])) });
const checkDeps = () => ({ ...workers(), wakePayouts: vi.fn() });

async function unsent(vendor: string) {
	const actor = await payouts.newUser(100);
	const { order_id } = await payouts.submit(actor, {}, { ...payouts.requestDeps(), currentVendor: { name: vendor } });
	return { uid: actor.uid, orderId: order_id as string };
}

async function sendAsBefore(vendor: Vendor, orderId: string): Promise<void> {
	const order = toPayoutOrder((await selectByOrderId(app, orderId)) as WithdrawalRow);
	expect(await vendor.create(order)).toMatchObject({ kind: 'taken' });
}

async function hold(orderId: string): Promise<void> {
	await sql`
		select change_withdrawals(jsonb_build_array(jsonb_build_object('uid', uid, 'id', id, 'from_state', 'requested',
			'to_state', 'screening', 'at', now(), 'next_ask_at', now())))
		from withdrawals where order_id = ${orderId}
	`.execute(owner);
	await sql`
		insert into screenings (uid, withdrawal_id, rules, until, needs_person, started_at)
		select uid, id, '{amount}', now(), true, now() from withdrawals where order_id = ${orderId}
	`.execute(owner);
}

const wakeUp = () =>
	inTransaction(owner, (tx) => takeStock(tx, { backup: 'b', until: new Date(), gap: null, published: [] }));

async function stateOf(orderId: string) {
	return cellOf<string>(owner)`select state from withdrawals where order_id = ${orderId}`;
}

async function theirs(): Promise<Record<string, string | null>> {
	const { rows } = await sql<{ orders: { order_id: string; theirs: string | null }[] }>`
		select findings->'orders' as orders from restorations
	`.execute(owner);
	return Object.fromEntries((rows[0]?.orders ?? []).map((order) => [order.order_id, order.theirs]));
}

async function timesPaid(orderId: string): Promise<number> {
	const path = '/control/rocheap/orders';
	const { orders } = await payouts.control<{ orders: { customOrderId: string; timesPaid: number }[] }>('GET', path);
	return orders.filter((order) => order.customOrderId === orderId).reduce((sum, order) => sum + order.timesPaid, 0);
}

test('an order sent after the backup is looked up and not sent again, even if the vendor pays duplicates', async () => {
	const sent = [await unsent('rbxcrate'), await unsent('rocheap')] as const;
	const [never] = [await unsent('rocheap')];
	await sendAsBefore(payouts.vendor(), sent[0].orderId);
	await sendAsBefore(rocheap(), sent[1].orderId);
	await wakeUp();
	expect(await checkVendorsAfterRestore(checkDeps())).toBe(true);
	expect(await theirs()).toMatchObject({ [never.orderId]: 'unknown' });
	expect(await Promise.all(sent.map(({ orderId }) => stateOf(orderId)))).toEqual(['unknown', 'unknown']);
	expect(await stateOf(never.orderId)).toBe('requested');

	await payouts.changeSettings({ is_on: true });
	for (const { uid } of [...sent, never]) await payouts.workUntilClosed(uid, workers());
	for (const { orderId } of [...sent, never]) expect(await stateOf(orderId)).toBe('completed');
	expect(await payouts.fakeOrder(sent[0].orderId)).toMatchObject({ timesPaid: 1, createCalls: 1 });
	expect(await timesPaid(sent[1].orderId)).toBe(1);
	expect(await timesPaid(never.orderId)).toBe(1);
});

test('a withdrawal that the backup lists as held continues if the vendor already has it', async () => {
	const { uid, orderId } = await unsent('rbxcrate');
	await sendAsBefore(payouts.vendor(), orderId);
	await hold(orderId);
	await wakeUp();
	await checkVendorsAfterRestore(checkDeps());
	expect(await rowsOf(owner)`select outcome from screenings where uid = ${uid}`).toEqual([{ outcome: 'went-on' }]);
	await payouts.workUntilClosed(uid, workers());
	expect((await payouts.history(uid))[0]).toMatchObject({ status: 'Completed' });
});

test('payouts, cancellations and refunds stay blocked until the vendor has answered', async () => {
	const [held, waiting] = [await unsent('rbxcrate'), await unsent('rbxcrate')];
	await hold(held.orderId);
	await wakeUp();
	await payouts.spoil('vendor', '500', '/orders/info', 2);
	expect(await checkVendorsAfterRestore(checkDeps())).toBe(false);
	expect(await theirs()).toEqual({ [held.orderId]: null, [waiting.orderId]: null });
	const second = approving(admin);
	const about = { orderId: waiting.orderId, reason: 'they asked for it' };
	const tries = [
		() => payouts.changeSettings({ is_on: true }),
		() => cancelWithdrawal(workers(), about, second),
		() => decideScreening(checkDeps(), { order_id: held.orderId, decision: 'refund', reason: about.reason }, second),
	];
	for (const tried of tries) await expect(tried()).rejects.toThrow(vendorsNotChecked);

	expect(await checkVendorsAfterRestore(checkDeps())).toBe(true);
	await payouts.changeSettings({ is_on: true });
	await cancelWithdrawal(workers(), about, second);
	await decideScreening(checkDeps(), { order_id: held.orderId, decision: 'refund', reason: about.reason }, second);
});

test('an order known only to the vendor is found from its list of ids and moves no money', async () => {
	const ours = await unsent('rbxcrate');
	const stored = (await selectByOrderId(app, ours.orderId)) as WithdrawalRow;
	const later = toPayoutOrder({ ...stored, orderId: 'W-LATER', isPreOrder: false });
	expect(await payouts.vendor().create(later)).toMatchObject({ kind: 'taken' });
	const print = vi.spyOn(console, 'log').mockImplementation(() => {});
	try {
		await writeFile(file, `${ours.orderId}\r\nW-LATER\n\nW-UNKNOWN\nW-LATER\n`);
		const deps = { db: app, clock, currentVendor: payouts.vendor() };
		expect(await queryVendorHere(deps, [file])).toBe(0);
		expect(print.mock.calls.flat()).toEqual([
			expect.stringMatching(/^W-LATER: only rbxcrate has this order \((Pending|Completed)\)/),
			'3 orders: 1 known here, 1 only at rbxcrate, 1 unknown, 0 unclear.',
		]);
		const [item] = (await listPayoutReviews({ db: app })).filter(({ order_id }) => order_id === 'W-LATER');
		expect(item).toMatchObject({ kind: 'not-ours', details: { vendor: { order: { robuxAmount: 50 } } } });
		await payouts.spoil('vendor', '500', '/orders/info');
		expect(await queryVendorHere(deps, [file])).toBe(1);
		await writeFile(file, 'W-1, W-2');
		await expect(queryVendorHere(deps, [file])).rejects.toThrow('one order ID per line');
	} finally {
		print.mockRestore();
	}
	await payouts.workUntilClosed(ours.uid, workers());
});
