import { sql } from 'kysely';
import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/database.ts';

/** The job that goes through the whole log. Deletions that come while it waits share one run. */
export const ERASE_CALLBACKS_TASK = 'erase-callbacks';
/** The same for what came lately. */
export const ERASE_LATE_CALLBACKS_TASK = 'erase-late-callbacks';

/** Twice the time between two runs, so that one that was missed is made up for. */
const LATE_MS = 2 * 3_600_000;
const IDS_AT_ONCE = 20_000;

type Deps = { db: Database; clock: Clock };

/**
 * Erases the text and the address of postbacks about people who have deleted their account: what the partner wrote about
 * them, offers and their own addresses among it. That a postback came, when, and what became of it stays.
 *
 * The log has no index by user, which every credit would have to pay for. So it is gone through by id, a piece at a time,
 * beside everything else; running it twice, or on two nodes, does no harm.
 *
 * @param sinceMs the oldest postback to look at.
 */
export async function erasePostbacks({ db }: { db: Database }, sinceMs = 0): Promise<void> {
	const { rows } = await sql<{ first: number | null; last: number | null }>`
		select min(id) as first, max(id) as last from callbacks where at >= ${new Date(sinceMs)}
	`.execute(db);
	const { first, last } = rows[0] ?? {};
	if (!first || !last) return;
	for (let from = first; from <= last; from += IDS_AT_ONCE) await eraseRange(db, from, from + IDS_AT_ONCE);
}

/** Partners go on sending: repeats, reversals of months ago. A job calls it every hour. */
export async function eraseLateCallbacks({ db, clock }: Deps): Promise<void> {
	await erasePostbacks({ db }, clock.now() - LATE_MS);
}

/** What was refused before it was read names its user in the text alone. */
async function eraseRange(db: Database, from: number, before: number): Promise<void> {
	await sql`
		update callbacks c set ip = '', request = ''
		where c.id >= ${from} and c.id < ${before} and c.request <> '' and (
			exists (select from users u where u.uid = c.uid and u.deleted_at is not null)
			or c.uid is null and exists (
				select from regexp_matches(lower(c.request), '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g') as named (texts)
				join users u on u.uid = named.texts[1]::uuid and u.deleted_at is not null
			)
		)
	`.execute(db);
}
