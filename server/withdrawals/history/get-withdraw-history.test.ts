import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { insertOrders } from '../../../test/payouts/fake-withdrawals.ts';
import { openPayouts } from '../../../test/payouts/payouts.ts';
import { readPages } from '../../../test/sites/json-client.ts';
import { isSpread, openTestDatabase } from '../../../test/support/database.ts';
import { encodeCursor } from '../../lib/db/cursor.ts';
import { createFindStock, getStock } from '../request/get-withdraw-limits.ts';
import { getWithdrawal, getWithdrawHistory, listWithdrawalChanges } from './get-withdraw-history.ts';

const database = openTestDatabase({ afterEachTest: async () => {} });
const payouts = openPayouts(database);
const { app, owner } = database;

const addOrders = (uid: string, count: number, fromS = 1_700_000_000) =>
	insertOrders(
		owner,
		{
			...{ uid, order_id: sql`'W-' || n`, amount: sql`n * 100`, price: 10, version: sql`n`, next_ask_at: null },
			state: sql`case when n % 3 = 0 then 'failed' else 'completed' end`,
			created_at: sql`to_timestamp(${fromS}::int + n / 4)`,
		},
		count,
	);

const read = (uid: string, limit = 25, cursor?: string) =>
	getWithdrawHistory({ db: app }, { limit, cursor }, { actor: { uid } });

const changesOf = (uid: string, position?: string) => listWithdrawalChanges({ db: app }, uid, position);
const details = (uid: string, id = '') => getWithdrawal({ db: app }, { id }, { actor: { uid } });

// spec: 3.withdraw-item, 7.get-withdraw-history
test('the withdraw history pages through every order once, newest first, even if several share a millisecond', async () => {
	const uid = randomUUID();
	await addOrders(uid, 60);
	let pages = 0;
	const orders = await readPages(async (cursor) => {
		if (pages++ === 2) await addOrders(uid, 1, 1_800_000_000);
		return read(uid, 7, cursor);
	});
	const seen = orders.map(({ order_id }) => order_id ?? '');
	expect(seen).toHaveLength(60);
	expect(new Set(seen).size).toBe(60);
	expect(seen.at(-1)).toMatch(/^W-[123]$/);
});

test("the withdraw history shows only the user's own orders, even with another user's cursor", async () => {
	const [uid, other] = [randomUUID(), randomUUID()];
	await addOrders(uid, 2);
	await addOrders(other, 9);
	const { nextCursor } = await read(other, 1);
	expect((await read(uid, 25, nextCursor ?? '')).items).toHaveLength(2);
});

test.each(['1', 'bm9uc2Vuc2U', encodeCursor("1 ' or true"), encodeCursor(`1 ${'-'.repeat(36)}`)])(
	'the withdraw history rejects an invalid cursor: %s',
	async (cursor) => {
		await expect(read(randomUUID(), 25, cursor)).rejects.toMatchObject({ code: 'invalid-argument' });
	},
);

test.skipIf(isSpread)('the withdraw history reads a deep page from the index, like the first', async () => {
	const uid = randomUUID();
	await addOrders(uid, 20_000);
	await sql`analyze withdrawals`.execute(owner);
	const { rows } = await sql<{ 'QUERY PLAN': { Plan: { 'Shared Hit Blocks': number } }[] }>`
		explain (analyze, buffers, format json)
		select id from withdrawals where uid = ${uid} and (created_at, id) < (to_timestamp(1700000010), gen_random_uuid())
		order by created_at desc, id desc limit 26
	`.execute(owner);
	expect(JSON.stringify(rows)).toContain('"Index Name":"withdrawals_history"');
	expect(rows[0]?.['QUERY PLAN'][0]?.Plan['Shared Hit Blocks']).toBeLessThan(60);
});

test('changes since a position start at the current one, and list each changed order once', async () => {
	const actor = await payouts.newUser(100);
	const start = await changesOf(actor.uid);
	expect(start.items).toEqual([]);
	await payouts.submit(actor);
	const requested = await changesOf(actor.uid, start.position);
	expect(requested.items).toMatchObject([{ status: 'Pending' }]);
	expect(await changesOf(actor.uid, requested.position)).toEqual({ items: [], position: requested.position });
	await payouts.workUntilClosed(actor.uid);
	const completed = await changesOf(actor.uid, requested.position);
	expect(completed.items).toMatchObject([{ status: 'Completed' }]);
	expect((await changesOf(actor.uid, completed.position)).items).toEqual([]);
});

test('changes since a position contain an order that was created after the position', async () => {
	const actor = await payouts.newUser(100);
	await payouts.submit(actor);
	await payouts.workUntilClosed(actor.uid);
	const { position } = await changesOf(actor.uid);
	await payouts.submit(actor);
	await payouts.work(actor.uid);
	expect((await changesOf(actor.uid, position)).items).toMatchObject([{ status: 'Processing' }]);
});

test('changes start at the current position if the given one is invalid', async () => {
	expect(await changesOf(randomUUID(), "1' or true")).toEqual({ items: [], position: '0' });
});

const findStock = () =>
	createFindStock({ vendor: payouts.vendor(), clock: payouts.clock, log: payouts.workerDeps().log });

// spec: 3.stock
test('the stock is requested from the vendor once for all users and cached for seconds', async () => {
	const deps = { findStock: findStock() };
	const answers = await Promise.all(Array.from({ length: 10 }, () => getStock(deps)));
	expect(new Set(answers.map(({ direct, network }) => `${direct} ${network}`))).toEqual(new Set(['25000 180000']));
	expect(await payouts.requestsTo('vendor')).toBe(1);
	await payouts.control('PATCH', '/control/vendor', { robuxAvailable: 7 });
	payouts.clock.advance(6_000);
	expect(await getStock(deps)).toEqual({ direct: 7, network: 180_000 });
});

// spec: open.stock
test('the stock is unavailable while the vendor does not report it, and is not requested again at once', async () => {
	const deps = { findStock: findStock() };
	await payouts.spoil('vendor', 'garbage', '/orders/stock', 10);
	await expect(getStock(deps)).rejects.toMatchObject({ code: 'unavailable' });
	await expect(getStock(deps)).rejects.toMatchObject({ code: 'unavailable' });
	expect(await payouts.requestsTo('vendor')).toBe(1);
});

const kinds = ({ steps }: { steps: { kind: string }[] }) => steps.map(({ kind }) => kind);

test('one withdrawal lists its steps with their times', async () => {
	const actor = await payouts.newUser(80);
	const { id, order_id } = await payouts.submit(actor);
	const found = await details(actor.uid, id);
	expect(found).toMatchObject({ order_id, amount: 50, price: 71, roblox_username: 'sandbox_player' });
	expect(kinds(found)).toEqual(['requested']);
	await payouts.workUntilClosed(actor.uid);
	const { steps } = await details(actor.uid, id);
	expect(kinds({ steps })).toEqual(['requested', 'sent', 'paid']);
	const times = steps.map(({ at }) => at);
	expect(times).toEqual(times.toSorted((one, other) => one - other));
});

test('one withdrawal lists its refund if it failed', async () => {
	const uid = randomUUID();
	await addOrders(uid, 3);
	const { items } = await read(uid, 3);
	const failed = items.find(({ status }) => status === 'Failed');
	expect(kinds(await details(uid, failed?.id))).toEqual(['requested', 'refunded']);
});

test('one withdrawal is visible only to its owner', async () => {
	const actor = await payouts.newUser(80);
	const { id } = await payouts.submit(actor);
	await expect(details(randomUUID(), id)).rejects.toMatchObject({ code: 'not-found' });
});
