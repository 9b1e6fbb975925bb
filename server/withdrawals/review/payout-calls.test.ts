import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Page } from '../../../contract/paging.ts';
import type { AdminPayoutSettings } from '../../../contract/withdrawals/payout-controls.ts';
import type { AdminWithdrawalRow } from '../../../contract/withdrawals/staff-withdrawals.ts';
import { insertOrders } from '../../../test/payouts/fake-withdrawals.ts';
import { openAdmin, openAdminSite, type Person } from '../../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import type { Vendor } from '../../withdrawals/vendors/vendor.ts';

const database = openTestDatabase({ afterEachTest: async () => {} });
let hints = 0;
const info = async () => ({ kind: 'no-such-order' });
const forgetful = { name: 'rbxcrate', dedupeWindowMs: 0, remembersMs: 0, info } as unknown as Vendor;
const site = openAdminSite(database, {
	replace: () => ({
		vendors: new Map([['rbxcrate', forgetful]]),
		getVendorFunds: async () => [],
		wakePayouts() {
			hints += 1;
		},
	}),
});
const admin = openAdmin(site);

describe('the queue of withdrawals', () => {
	const page = async (request: object) =>
		(await site.callAs('adminGetWithdrawals', request, admin)) as Page<AdminWithdrawalRow>;

	async function readAll(request: object) {
		const sizes: number[] = [];
		const items: AdminWithdrawalRow[] = [];
		for (let cursor: string | null | undefined; cursor !== null; ) {
			const read = await page({ ...request, ...(cursor && { cursor }) });
			sizes.push(read.items.length);
			items.push(...read.items);
			cursor = read.nextCursor;
		}
		return { sizes, orders: items.map(({ order_id }) => order_id), items };
	}

	beforeAll(async () => {
		const orders = {
			order_id: sql`'W-' || n - 1`,
			state: sql`('{failed,requested,needs-review,completed}'::text[])[n % 4 + 1]`,
			vendor: sql`case when n % 5 = 1 then 'manual' else 'rbxcrate' end`,
			next_ask_at: sql`case when n % 4 in (1, 2) then now() end`,
			created_at: sql`to_timestamp(1000 + (n - 1) / 3)`,
		};
		await insertOrders(database.owner, orders, 100);
	});

	test('the queue of withdrawals is read in pages, newest first, each order once', async () => {
		const { sizes, orders, items } = await readAll({ limit: 7 });
		expect(sizes).toEqual([...Array<number>(14).fill(7), 2]);
		expect(new Set(orders).size).toBe(100);
		const times = items.map(({ created_at }) => created_at);
		expect(times).toEqual(times.toSorted((one, other) => other - one));
	});

	test('the queue of withdrawals is filtered by request time, with from inclusive and until exclusive', async () => {
		const orders = async (range: object) => (await readAll({ limit: 5, ...range })).orders.toSorted();
		expect(await orders({ from: 1_010_000, until: 1_012_000 })).toEqual([30, 31, 32, 33, 34, 35].map((n) => `W-${n}`));
		expect(await orders({ until: 1_001_000 })).toEqual(['W-0', 'W-1', 'W-2']);
		expect(await orders({ from: 1_033_000, state: 'failed' })).toEqual(['W-99']);
		expect(await orders({ from: 1_012_000, until: 1_010_000 })).toEqual([]);
		expect(await page({ from: -1 })).toMatchObject({ status: 'INVALID_ARGUMENT' });
	});

	test('the queue of withdrawals is filtered by state, open orders, vendor and user', async () => {
		const [review] = (await readAll({ limit: 10, state: 'needs-review' })).items;
		expect(review).toMatchObject({ state: 'needs-review', status: 'Processing', amount: 5, price: 7 });
		const { items } = await readAll({ limit: 9, isOpen: true });
		expect(items).toHaveLength(50);
		expect(new Set(items.map(({ state }) => state))).toEqual(new Set(['requested', 'needs-review']));
		expect((await readAll({ limit: 9, isOpen: true, vendor: 'manual' })).orders).toHaveLength(10);
		expect((await readAll({ uid: review?.uid ?? '' })).orders).toEqual([review?.order_id]);
	});

	test('continues at its position when newer orders arrive', async () => {
		const first = await page({ limit: 10, state: 'failed' });
		await sql`update withdrawals set created_at = to_timestamp(5000) where order_id = 'W-3'`.execute(database.owner);
		const rest = await readAll({ limit: 10, state: 'failed', cursor: first.nextCursor });
		const seen = [...first.items.map(({ order_id }) => order_id), ...rest.orders];
		expect(new Set(seen).size).toBe(seen.length);
		expect(seen).not.toContain('W-3');
	});

	test('rejects a cursor of another list', async () => {
		expect(await page({ cursor: 'bm90aGluZw' })).toMatchObject({ status: 'INVALID_ARGUMENT' });
	});
});

const change = (what: object) => site.callAs('adminChangePayoutSettings', what, admin);

test('the payout settings change only in the given fields, are audited with actor and reason, and wake the workers', async () => {
	const before = (await site.callAs('adminGetPayoutSettings', {}, admin)) as AdminPayoutSettings;
	const hintsBefore = hints;
	const caps = { hour_cap: 1_000.5, stock_alert: 200 };
	expect(await change({ ...caps, reason: 'A quiet month.' })).toEqual({ ...before, ...caps });
	const after = { ...before, is_on: false, hour_cap: null, stock_alert: 200 };
	expect(await change({ hour_cap: null, is_on: false, reason: 'The vendor is in doubt.' })).toEqual(after);
	expect(hints - hintsBefore).toBe(2);
	const { rows } = await sql`
		select actor, details->>'reason' as reason, details->'before'->>'hourCap' as cap from audit_entries
		where action = 'change-payout-settings' order by at, id
	`.execute(database.owner);
	expect(rows).toEqual([
		{ actor: admin.uid, reason: 'A quiet month.', cap: null },
		{ actor: admin.uid, reason: 'The vendor is in doubt.', cap: '100050' },
	]);
});

test.each([
	['a missing reason', { is_on: true }],
	['a negative cap', { hour_cap: -1, reason: 'x' }],
	['an unknown setting', { speed: 1, reason: 'x' }],
	['a fractional alert limit', { stock_alert: 0.5, reason: 'x' }],
])('a change of the payout settings with %s is rejected and changes nothing', async (_, what) => {
	const before = await site.callAs('adminGetPayoutSettings', {}, admin);
	expect(await change(what)).toMatchObject({ status: 'INVALID_ARGUMENT' });
	expect(await site.callAs('adminGetPayoutSettings', {}, admin)).toEqual(before);
});

describe('the settlement of an order without a vendor status', () => {
	const order = { orderId: 'W-1', reason: 'Their support cannot find it.' };
	const proposal = { ...order, outcome: 'refunded', requestId: randomUUID() };
	const countFor = async (who: Person) =>
		((await site.callAs('adminGetWaitingWork', null, who)) as { settlements: number }).settlements;

	test('counts as waiting work of the other admin, who may refuse it', async () => {
		const other = await site.admin();
		await sql`insert into wallets (uid) select uid from withdrawals where order_id = 'W-1'`.execute(database.owner);
		const { requestId: id } = proposal;
		const own = { id, order_id: 'W-1', proposed_by: admin.uid, decided_by: null, is_own: true };
		expect(await site.callAs('adminProposeSettlement', proposal, admin)).toMatchObject(own);
		expect([await countFor(admin), await countFor(other)]).toEqual([0, 1]);
		expect(await site.callAs('adminGetSettlements', null, other)).toMatchObject([
			{ id, is_own: false, proposer_name: expect.stringContaining('@') },
		]);
		const refusal = { orderId: 'W-1', id, approve: false, reason: 'Ask them once more.' };
		expect(await site.callAs('adminDecideSettlement', refusal, other)).toMatchObject({ decided_by: other.uid });
		expect(await countFor(other)).toBe(0);
	});

	test.each([
		['without a reason', { ...proposal, reason: 'x'.repeat(19) }],
		['as paid without a proof', { ...proposal, outcome: 'paid' }],
		['as refunded with a proof', { ...proposal, proof: 'sale 7' }],
		['with an unknown outcome', { ...proposal, outcome: 'lost' }],
	])('a settlement cannot be proposed %s', async (_, request) => {
		expect(await site.callAs('adminProposeSettlement', request, admin)).toMatchObject({ status: 'INVALID_ARGUMENT' });
	});
});
