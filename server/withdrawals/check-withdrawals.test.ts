import { sql } from 'kysely';
import { openPayouts } from '../../test/payouts/payouts.ts';
import { openTestDatabase } from '../../test/support/database.ts';
import { findProblems } from '../ledger/check-ledger.ts';
import { inTransaction } from '../lib/db/database.ts';
import { withdrawalRules } from './check-withdrawals.ts';

const database = openTestDatabase({ afterEachTest: async () => {} });
const payouts = openPayouts(database);
const { owner } = database;

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
