import { sql } from 'kysely';
import { isSpread, openTestDatabase } from '../../../test/support/database.ts';
import { inTransaction } from '../../lib/db/database.ts';
import { selectDue } from './store-payouts.ts';

const { app, owner } = openTestDatabase({ afterEachTest: async () => {} });

test('orders that must wait for their vendor are not read, however many there are', async () => {
	await sql`
		insert into withdrawals (uid, id, order_id, state, amount, price, roblox_username, platform_user_id, place_id,
			universe_id, pass_id, vendor, is_pre_order, next_ask_at, created_at, updated_at, version)
		select gen_random_uuid(), gen_random_uuid(), 'W-' || n, case when n <= 3 then 'unknown' else 'requested' end, 500, 7,
			'player', 1, 1, 1, 1, 'rbxcrate', true, now() - interval '1 hour', now(), now(), 1
		from generate_series(1, 3000) n
	`.execute(owner);
	await sql`analyze withdrawals`.execute(owner);
	const query = { now: new Date(), vendors: ['rbxcrate'], limit: 16 };
	const read = await inTransaction(app, async (tx) => {
		expect(await selectDue(tx, { ...query, sendable: [] })).toHaveLength(3);
		const { rows } = await sql<{ read: number }>`
			select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as read
			from pg_stat_xact_user_tables where relname = 'withdrawals'
		`.execute(tx);
		return rows[0]?.read;
	});
	expect(read).toBe(isSpread ? 0 : 3);
	expect(await selectDue(app, { ...query, sendable: ['rbxcrate'] })).toHaveLength(16);
});
