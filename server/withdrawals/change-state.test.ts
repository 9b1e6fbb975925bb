import { sql } from 'kysely';
import { isSpread, openTestDatabase } from '../../test/support/database.ts';
import { inTransaction } from '../lib/db/database.ts';
import { changeStates } from './change-state.ts';
import { canFollow, isClosed, type WithdrawalState } from './withdrawal.ts';

const { app, owner } = openTestDatabase({ afterEachTest: async () => {} });

const STATES = ['requested', 'screening', 'sending', 'unknown', 'needs-review', 'completed', 'failed'] as const;
const PAIRS = STATES.flatMap((from) => STATES.map((to) => [from, to] as const));
const REFUSED = '42501';
const event = { kind: 'answer', details: { question: 'test' } } as const;

async function insertOrder(state: WithdrawalState) {
	const { rows } = await sql<{ uid: string; id: string }>`
		insert into withdrawals (uid, id, order_id, state, amount, price, roblox_username, platform_user_id, place_id,
			universe_id, pass_id, vendor, is_pre_order, next_ask_at, created_at, updated_at, version)
		values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), ${state}, 500, 7, 'player', 1, 1, 1, 1, 'rbxcrate',
			true, now(), now(), now(), 1)
		returning uid, id
	`.execute(owner);
	const key = rows[0] as { uid: string; id: string };
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
