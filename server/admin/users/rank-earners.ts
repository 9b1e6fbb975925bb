import { sql } from 'kysely';
import type { Clock } from '../../lib/clock.ts';
import { type Database, inTransaction, type Tx } from '../../lib/db/database.ts';

/** Longer than a credit waits for its commit. What is later still is found once a day. */
const LATE_WRITES_MS = 20_000;

/** Apart from the credit, because then each would write to an index. A job calls it every minute. */
export async function rankUsers({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
	const until = new Date(clock.now() - LATE_WRITES_MS);
	await inTransaction(db, async (tx) => {
		const { rows } = await sql<{ from: Date }>`
			select until as from from figure_marks where name = 'earners' and until < ${until} for update
		`.execute(tx);
		const [mark] = rows;
		if (!mark) return;
		await updateRanks(tx, sql`uid in (select uid from transfers where at >= ${mark.from})`);
		await sql`update figure_marks set until = ${until} where name = 'earners'`.execute(tx);
	});
}

export async function rankEverybody({ db }: { db: Database }): Promise<void> {
	await inTransaction(db, (tx) => updateRanks(tx, sql`true`));
}

async function updateRanks(tx: Tx, whom: ReturnType<typeof sql>): Promise<void> {
	// Locked in one order, as visits are written, so that the two wait for each other instead of deadlocking.
	await sql`
		with seen as materialized (
			select uid, earned, nullif(balance, 0) as balance from wallets where ${whom}
		)/*one*/, moved as materialized (
			select u.uid, seen.earned, seen.balance from users u join seen using (uid)
			where u.earned_rank <> seen.earned or u.balance_rank is distinct from seen.balance
			order by u.uid for no key update of u
		)
		update users set earned_rank = moved.earned, balance_rank = moved.balance from moved where users.uid = moved.uid
		/*many update users u set earned_rank = seen.earned, balance_rank = seen.balance from seen
		where u.uid = seen.uid and (u.earned_rank <> seen.earned or u.balance_rank is distinct from seen.balance)*/
	`.execute(tx);
}
