import { sql } from 'kysely';
import { openPayouts } from '../../../test/payouts/payouts.ts';
import { found as foundOrder } from '../../../test/payouts/vendor-orders.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { addAdmins, adminContext, silentLog } from '../../../test/support/stubs.ts';
import { listPayoutReviews, resolvePayoutReview, reviewUnknownOrder } from '../review/payout-review.ts';
import { createManual } from '../vendors/manual.ts';
import type { InfoAnswer, Vendor, VendorOrder } from '../vendors/vendor.ts';
import { type CompareDeps, compareWithVendors } from './compare-with-vendors.ts';
import { createGetVendorFunds } from './get-vendor-funds.ts';
import { seedCaps } from './payout-settings.ts';
import { openCircuit, selectPayoutSettings } from './store-safety.ts';

const database = openTestDatabase();
const payouts = openPayouts(database);
const { clock } = payouts;
const db = database.app;

function deps(answer?: InfoAnswer): CompareDeps {
	const vendor: Vendor = { ...payouts.vendor(), ...(answer && { info: async () => answer }) };
	return { db, clock, log: silentLog, vendors: new Map([['rbxcrate', vendor]]) };
}

async function closed(outcome: 'completed' | 'failed'): Promise<string> {
	const actor = await payouts.newUser(100);
	const { order_id: orderId } = await payouts.submit(actor);
	if (outcome === 'failed')
		await payouts.control('PATCH', '/control/vendor', { failNext: { reason: 'unknown_error' } });
	await payouts.workUntilClosed(actor.uid);
	clock.advance(2 * 3_600_000);
	return orderId;
}

const found = (changed: Partial<VendorOrder>) =>
	foundOrder({ outcome: 'completed', recipient: 'Sandbox_Player', ...changed });
const reviewsOf = async (orderId: string) =>
	(await listPayoutReviews({ db })).filter((review) => review.order_id === orderId).map(({ kind }) => kind);

test('orders on which both sides agree are compared once and create no item', async () => {
	const orderIds = [await closed('completed'), await closed('failed')];
	expect(await compareWithVendors(deps())).toEqual({ compared: 2, differences: 0 });
	expect(await compareWithVendors(deps())).toEqual({ compared: 0, differences: 0 });
	expect(await Promise.all(orderIds.map(reviewsOf))).toEqual([[], []]);
});

test.each([
	['completed', { kind: 'no-such-order' }, 'paid-but-not'],
	['completed', found({ outcome: 'failed', status: 'Error' }), 'paid-but-not'],
	['completed', found({ outcome: 'open', status: 'Pending' }), 'paid-but-not'],
	['completed', found({ robuxAmount: 5_000 }), 'differs'],
	['completed', found({ recipient: 'other_player' }), 'differs'],
	['failed', found({}), 'refunded-but-paid'],
	['failed', found({ outcome: 'open', status: 'Queued' }), 'refunded-but-paid'],
] as const)(
	'an order %s here and %o at the vendor creates one review item and moves no money',
	async (outcome, answer, kind) => {
		const orderId = await closed(outcome);
		expect(await compareWithVendors(deps(answer))).toEqual({ compared: 1, differences: 1 });
		expect(await reviewsOf(orderId)).toEqual([kind]);
		await compareWithVendors(deps(answer));
		expect(await reviewsOf(orderId)).toEqual([kind]);
	},
);

test('an order with an unclear answer is compared again the next day', async () => {
	await closed('completed');
	expect(await compareWithVendors(deps({ kind: 'unclear', problem: 'away' }))).toEqual({ compared: 0, differences: 0 });
	expect(await compareWithVendors(deps())).toEqual({ compared: 1, differences: 0 });
});

test('orders closed within the last hour are not compared yet', async () => {
	await closed('completed');
	clock.advance(-2 * 3_600_000);
	expect((await compareWithVendors(deps())).compared).toBe(0);
	clock.advance(2 * 3_600_000);
	expect((await compareWithVendors(deps())).compared).toBe(1);
});

test('an order that only the vendor knows creates one item', async () => {
	const unknown = { vendor: 'rbxcrate', orderId: 'W-NEVER-MADE' };
	expect(await reviewUnknownOrder({ db, clock }, unknown)).toBe(true);
	expect(await reviewUnknownOrder({ db, clock }, unknown)).toBe(false);
	expect(await reviewsOf('W-NEVER-MADE')).toEqual(['not-ours']);
});

test('a resolved item leaves the list, and its note is audited', async () => {
	await reviewUnknownOrder({ db, clock }, { vendor: 'rbxcrate', orderId: 'W-SETTLED' });
	const review = (await listPayoutReviews({ db })).find(({ order_id }) => order_id === 'W-SETTLED');
	const admin = adminContext();
	await addAdmins(database.app, admin);
	const settle = () =>
		resolvePayoutReview({ db, clock }, { id: review?.id ?? 0, note: 'a test order of theirs' }, admin);
	await settle();
	await expect(settle()).rejects.toMatchObject({ code: 'not-found' });
	expect(await reviewsOf('W-SETTLED')).toEqual([]);
	const { rows } = await sql`
		select actor, details ->> 'reason' as note from audit_entries where action = 'resolve-payout-review'
	`.execute(database.owner);
	expect(rows).toEqual([{ actor: admin.actor.uid, note: 'a test order of theirs' }]);
});

test('vendor funds are cached for ten seconds, and an unavailable vendor shows no old figures', async () => {
	const vendor = payouts.vendor();
	const vendors = new Map([vendor, createManual({ db, clock })].map((each) => [each.name, each]));
	const getFunds = createGetVendorFunds({ db, clock, vendors, currentVendor: vendor });
	const figures = { balance_usd: 500, stock: { direct: 25_000, network: 180_000 } };
	const levels = [{ usd_per_thousand: 5, max_instant_order: 25_000, total: 180_000 }];
	const manual = { vendor: 'manual', is_current: false, balance_usd: null };
	expect(await getFunds()).toMatchObject([
		{ vendor: 'rbxcrate', is_current: true, ...figures, levels, circuit: null },
		{ ...manual, balance_state: 'not-offered', stock_state: 'not-offered' },
	]);
	const requestsBefore = await payouts.requestsTo('vendor');
	await payouts.control('POST', '/control/faults', { part: 'vendor', kind: '500' });
	const until = new Date(clock.now() + 60_000);
	await openCircuit(db, 'rbxcrate', until, 'empty');
	const circuit = { reason: 'empty', open_until: until.getTime() };
	expect((await getFunds())[0]).toMatchObject({ balance_usd: 500, circuit });
	expect(await payouts.requestsTo('vendor')).toBe(requestsBefore);
	clock.advance(10_000);
	expect((await getFunds())[0]).toMatchObject({ balance_state: 'away', balance_usd: null, stock: null, levels: null });
	expect(await payouts.requestsTo('vendor')).toBe(requestsBefore + 3);
});

const seed = (isPersonCapSet = false) => seedCaps(deps(), { isPersonCapSet });
const caps = async () => {
	const { hourCap, dayCap, personDayCap } = await selectPayoutSettings(db);
	return [hourCap, dayCap, personDayCap];
};

beforeEach(async () => {
	await sql`delete from seeds`.execute(database.owner);
	await payouts.changeSettings({ hour_cap: null, day_cap: null, person_day_cap: null });
});

test('concurrent starts seed the caps of a new site once, and removed caps stay removed', async () => {
	await Promise.all([seed(), seed(), seed()]);
	expect(await caps()).toEqual([1_000_000, 5_000_000, 300_000]);
	await payouts.changeSettings({ hour_cap: null, person_day_cap: null });
	await seed();
	expect(await caps()).toEqual([null, 5_000_000, null]);
});

test('existing caps stay, and a user cap is seeded only if the settings have none', async () => {
	await payouts.changeSettings({ hour_cap: 50 });
	await seed(true);
	expect(await caps()).toEqual([5_000, 5_000_000, null]);
	await seed();
	expect(await caps()).toEqual([5_000, 5_000_000, 300_000]);
});

test("the seeded cap limits a user's withdrawals", async () => {
	await seed();
	await payouts.changeSettings({ hour_cap: null, day_cap: null, person_day_cap: 80 });
	const actor = await payouts.newUser(200);
	await payouts.submit(actor);
	await payouts.workUntilClosed(actor.uid);
	await expect(payouts.submit(actor)).rejects.toMatchObject({ code: 'resource-exhausted' });
});
