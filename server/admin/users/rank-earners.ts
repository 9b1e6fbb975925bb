import { sql } from 'kysely';
import { type Database, type DbDeps, rowOf, rowsOf } from '../../lib/db/database.ts';

const LATE_WRITES_MS = 20_000;

const USERS_AT_ONCE = 500;

export type RankDeps = DbDeps & { giveWay?: () => Promise<void> };

/** Updates the ranks in the background, because credits would have to update an index each time. */
export async function rankUsers({ db, clock, giveWay }: RankDeps): Promise<void> {
	const until = new Date(clock.now() - LATE_WRITES_MS);
	const mark = await rowOf<{ from: Date }>(db)`
		select until as from from figure_marks where name = 'earners' and until < ${until}
	`;
	if (!mark) return;
	const earners = await rowsOf<{ uid: string }>(db)`select distinct uid from transfers where at >= ${mark.from}`;
	for (let done = 0; done < earners.length; done += USERS_AT_ONCE) {
		await giveWay?.();
		const uids = earners.slice(done, done + USERS_AT_ONCE).map(({ uid }) => uid);
		await updateRanks(db, uids);
	}
	await sql`update figure_marks set until = ${until} where name = 'earners' and until < ${until}`.execute(db);
}

export async function rankEverybody({ db }: { db: Database }): Promise<void> {
	for (let last: string | undefined; ; ) {
		const wallets = await rowsOf<{ uid: string }>(db)`
			select uid from wallets where ${last ? sql`uid > ${last}` : sql`true`} order by uid limit ${USERS_AT_ONCE}
		`;
		last = wallets.at(-1)?.uid;
		if (last === undefined) return;
		await updateRanks(
			db,
			wallets.map(({ uid }) => uid),
		);
	}
}

async function updateRanks(db: Database, uids: readonly string[]): Promise<void> {
	const moved = await rowsOf<{ uid: string; earned: number; balance: number | null }>(db)`
		select uid, w.earned, nullif(w.balance, 0) as balance from wallets w join users u using (uid)
		where uid = any (${uids}::uuid[])
			and (u.earned_rank <> w.earned or u.balance_rank is distinct from nullif(w.balance, 0))
	`;
	if (moved.length === 0) return;
	// Locks users in the order of visit writes, to prevent deadlocks.
	await sql`
		with moved as materialized (
			select u.uid, m.earned, m.balance from users u join unnest(
				${moved.map(({ uid }) => uid)}::uuid[], ${moved.map(({ earned }) => earned)}::bigint[],
				${moved.map(({ balance }) => balance)}::bigint[]
			) as m (uid, earned, balance) using (uid)
			order by u.uid for no key update of u
		)
		update users set earned_rank = moved.earned, balance_rank = moved.balance from moved where users.uid = moved.uid
	`.execute(db);
}
