import { sql } from 'kysely';
import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/database.ts';
import { rowsOf } from '../../lib/db/rows.ts';

/** Longer than a credit waits for its commit. What is later still is found once a day. */
const LATE_WRITES_MS = 20_000;

/** Some hundredths of a second of the database. */
const USERS_AT_ONCE = 500;

export type RankDeps = { db: Database; clock: Clock; giveWay?: () => Promise<void> };

/**
 * Apart from the credit, because then each would write to an index. A job calls it every minute.
 * @param giveWay to people, before each few of them.
 */
export async function rankUsers({ db, clock, giveWay }: RankDeps): Promise<void> {
	const until = new Date(clock.now() - LATE_WRITES_MS);
	const [mark] = await rowsOf<{ from: Date }>(db)`
		select until as from from figure_marks where name = 'earners' and until < ${until}
	`;
	if (!mark) return;
	const seen = await rowsOf<{ uid: string }>(db)`select distinct uid from transfers where at >= ${mark.from}`;
	for (let done = 0; done < seen.length; done += USERS_AT_ONCE) {
		await giveWay?.();
		const uids = seen.slice(done, done + USERS_AT_ONCE).map(({ uid }) => uid);
		await updateRanks(db, sql`uid = any (${uids}::uuid[])`);
	}
	await sql`update figure_marks set until = ${until} where name = 'earners' and until < ${until}`.execute(db);
}

export async function rankEverybody({ db }: { db: Database }): Promise<void> {
	await updateRanks(db, sql`true`);
}

async function updateRanks(db: Database, whom: ReturnType<typeof sql>): Promise<void> {
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
	`.execute(db);
}
