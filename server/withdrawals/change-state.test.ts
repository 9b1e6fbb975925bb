import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { asRobuxCents } from '../../contract/money.ts';
import { insertOrders } from '../../test/payouts/fake-withdrawals.ts';
import { openPayouts } from '../../test/payouts/payouts.ts';
import { isSpread, openTestDatabase } from '../../test/support/database.ts';
import { findProblems } from '../ledger/check-ledger.ts';
import { cellOf, inTransaction, sqlState } from '../lib/db/database.ts';
import { changeStates } from './change-state.ts';
import { withdrawalRules } from './check-withdrawals.ts';
import { selectDue } from './payouts/store-payouts.ts';
import { insertWithdrawal, type NewWithdrawal, type WithdrawalKey } from './store.ts';
import { canFollow, isClosed, type WithdrawalState } from './withdrawal.ts';

const database = openTestDatabase({ afterEachTest: async () => {} });
const { app, owner } = database;

test('orders that must wait for their vendor are not read, however many there are', async () => {
	const unsent = { state: sql`case when n <= 3 then 'unknown' else 'requested' end`, order_id: sql`'W-' || n` };
	await insertOrders(owner, { ...unsent, next_ask_at: sql`now() - interval '1 hour'` }, 3_000);
	await sql`analyze withdrawals`.execute(owner);
	const query = { now: new Date(), vendors: ['rbxcrate'], limit: 16 };
	const read = await inTransaction(app, async (tx) => {
		expect(await selectDue(tx, { ...query, sendable: [] })).toHaveLength(3);
		return cellOf<number>(tx)`
			select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as read
			from pg_stat_xact_user_tables where relname = 'withdrawals'
		`;
	});
	expect(read).toBe(isSpread ? 0 : 3);
	expect(await selectDue(app, { ...query, sendable: ['rbxcrate'] })).toHaveLength(16);
	await sql`truncate withdrawals`.execute(owner);
});

describe('the check of the books', () => {
	const payouts = openPayouts(database);
	const check = () => inTransaction(owner, (tx) => findProblems(tx, withdrawalRules));

	test.each([
		['an order closed without its transfer', sql`update withdrawals set state = 'completed'`],
		[
			'a refund of an order in an open state',
			sql`update withdrawals set state = 'requested', next_ask_at = now() where state = 'failed'`,
		],
		['an order whose amount differs from its hold', sql`update withdrawals set amount = amount + 1`],
		['a hold without an order', sql`delete from withdrawals`],
		[
			'a settlement that its order does not match',
			sql`
				insert into payout_settlements (id, order_id, uid, outcome, state, proposed_by, proposed_at, decided_by, decided_at)
				select gen_random_uuid(), order_id, uid, 'refunded', 'settled', gen_random_uuid(), now(), gen_random_uuid(), now()
				from withdrawals where state = 'requested'`,
		],
		['an order without a hold', sql`delete from transfers where kind = 'withdrawal-hold'`],
	])('%s is reported as a problem', async (_name, breakBooks) => {
		const actor = await payouts.newUser(100);
		await payouts.control('PATCH', '/control/vendor', { failNext: { reason: 'unknown_error' } });
		await payouts.submit(actor);
		await payouts.workUntilClosed(actor.uid);
		await payouts.submit(await payouts.newUser(100));
		expect(await check()).toEqual([]);
		await breakBooks.execute(owner);
		expect(await check()).not.toEqual([]);
		await sql`truncate withdrawals, transfers, proposals`.execute(owner);
	});
});

const STATES = ['requested', 'screening', 'sending', 'unknown', 'needs-review', 'completed', 'failed'] as const;
const PAIRS = STATES.flatMap((from) => STATES.map((to) => [from, to] as const));
const REFUSED = '42501';
const event = { kind: 'answer', details: { question: 'test' } } as const;

async function insertOrder(state: WithdrawalState) {
	const [key] = (await insertOrders(owner, { state })) as [WithdrawalKey];
	await sql`insert into wallets (uid, balance, earned) values (${key.uid}, 0, 500)`.execute(owner);
	return key;
}

async function read({ uid, id }: { uid: string; id: string }) {
	const { rows } = await sql`
		select state, version, fence,
			(select count(*) from payout_events e where e.uid = w.uid and e.withdrawal_id = w.id)::int as events,
			(select coalesce(json_agg(kind), '[]') from transfers t where t.uid = w.uid) as transfers
		from withdrawals w where uid = ${uid} and id = ${id}
	`.execute(owner);
	return rows[0];
}

test.each(PAIRS)(
	'a state change from %s to %s is applied if the table of transitions allows it, and rejected otherwise',
	async (from, to) => {
		const of = await insertOrder(from);
		const before = await read(of);
		const at = new Date();
		const change = { of, from, to, at, nextCheckAt: isClosed(to) ? null : at, event };
		const changed = inTransaction(app, (tx) => changeStates(tx, [change]));
		if (!canFollow(from, to)) {
			await expect(changed).rejects.toThrow(`${to} cannot follow ${from}`);
			expect(await read(of)).toEqual(before);
			return;
		}
		expect(await changed).toMatchObject([{ id: of.id, state: to }]);
		const moved = { completed: ['withdrawal-paid'], failed: ['withdrawal-refund'] }[to as string] ?? [];
		expect(await read(of)).toEqual({ state: to, version: 2, fence: 1, events: 1, transfers: moved });
	},
);

test('a state change from screening to sending is rejected by the database', async () => {
	const { uid, id } = await insertOrder('screening');
	const change = [{ uid, id, from_state: 'screening', to_state: 'sending', at: new Date(), next_ask_at: new Date() }];
	const sent = sql`select from change_withdrawals(${JSON.stringify(change)}::jsonb)`.execute(app);
	await expect(sent).rejects.toThrow('sending cannot follow screening');
});

test('a state change from a state that the order does not have changes nothing', async () => {
	const of = await insertOrder('unknown');
	const at = new Date();
	const change = { of, from: 'needs-review', to: 'failed', at, nextCheckAt: null, event } as const;
	expect(await inTransaction(app, (tx) => changeStates(tx, [change]))).toEqual([undefined]);
	expect(await read(of)).toMatchObject({ state: 'unknown', version: 1, events: 0, transfers: [] });
});

test('a state change of an order needs the current fence during a lease, and none without a running lease', async () => {
	const of = await insertOrder('unknown');
	const at = new Date();
	const leaseUntil = new Date(at.getTime() + 1_000);
	const send = { of, from: 'unknown', to: 'sending', at, nextCheckAt: leaseUntil, leaseUntil, event } as const;
	const expire = { of, from: 'sending', to: 'unknown', at, nextCheckAt: at, event } as const;
	const change = async (one: Parameters<typeof changeStates>[1][0]) =>
		(await inTransaction(app, (tx) => changeStates(tx, [one])))[0]?.fence;
	expect(await change(send)).toBe(1);
	expect(await change(expire)).toBe(undefined);
	expect(await change({ ...expire, of: { ...of, fence: 0 } })).toBe(undefined);
	expect(await change({ ...expire, of: { ...of, fence: 1 } })).toBe(2);
	expect(await change(send)).toBe(3);
	expect(await change({ ...expire, at: leaseUntil })).toBe(4);
});

test.skipIf(isSpread).each([
	['setting the state of an order', sql`update withdrawals set state = 'completed'`],
	['inserting an order', sql`insert into withdrawals (state) values ('completed')`],
	['deleting an order', sql`delete from withdrawals`],
	['setting the number of attempts', sql`update withdrawals set attempts = 0`],
	['setting the vendor acknowledgement', sql`update withdrawals set is_acknowledged = false`],
])('the application role may not run a statement %s', async (_, statement) => {
	await insertOrder('requested');
	await expect(statement.execute(app)).rejects.toMatchObject({ code: REFUSED });
});

const UNIQUE_VIOLATION = '23505';

function insert(facts: Pick<NewWithdrawal, 'uid' | 'requestId'>): Promise<string | undefined> {
	const row = {
		...{ ...facts, id: randomUUID(), orderId: `W-${randomUUID()}`, amount: asRobuxCents(500), price: 8 },
		...{ method: 'game-pass' as const, robloxUsername: 'p', platformUserId: 1, placeId: 1, universeId: 1, passId: 1 },
		...{ vendor: 'rbxcrate', isPreOrder: true, createdAt: new Date() },
	};
	return inTransaction(app, (tx) => insertWithdrawal(tx, row)).then(() => undefined, sqlState);
}

const close = (uid: string) =>
	owner.pool.query("update withdrawals set state = 'completed', next_ask_at = null where uid = $1", [uid]);

test('the database refuses a second open order of a user, even without locks', async () => {
	const uid = randomUUID();
	expect(await insert({ uid, requestId: null })).toBe(undefined);
	expect(await insert({ uid, requestId: null })).toBe(UNIQUE_VIOLATION);
	await close(uid);
	expect(await insert({ uid, requestId: null })).toBe(undefined);
});

test('the database refuses a repeated request id of a user, even after the order closed', async () => {
	const [uid, requestId] = [randomUUID(), randomUUID()];
	expect(await insert({ uid, requestId })).toBe(undefined);
	await close(uid);
	expect(await insert({ uid, requestId })).toBe(UNIQUE_VIOLATION);
	expect(await insert({ uid: randomUUID(), requestId })).toBe(undefined);
});
