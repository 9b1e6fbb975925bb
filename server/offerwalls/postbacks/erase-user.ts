import { sql } from 'kysely';
import { cellsOf, type Database, type DbDeps, rowOf, type Tx } from '../../lib/db/database.ts';
import { enqueue } from '../../lib/jobs/jobs.ts';

export const ERASE_POSTBACKS_TASK = 'erase-callbacks';
export const ERASE_LATE_POSTBACKS_TASK = 'erase-late-callbacks';

/** Time before a run that is searched again, long enough to cover a missed run. */
const LATE_MS = 2 * 3_600_000;
const IDS_AT_ONCE = 20_000;

/** Queues a job, because the erasure scans the whole log. */
export const orderErasure = (tx: Tx): Promise<void> => enqueue(tx, ERASE_POSTBACKS_TASK, {}, ERASE_POSTBACKS_TASK);

/** Keeps time and outcome of each postback. Scans by id, because the log has no index by user. Idempotent. */
export async function erasePostbacks({ db }: { db: Database }, sinceMs = 0): Promise<void> {
	const row = await rowOf<{ first: number | null; last: number | null }>(db)`
		select min(id) as first, max(id) as last from callbacks where at >= ${new Date(sinceMs)}
	`;
	const { first, last } = row ?? {};
	if (!first || !last) return;
	for (let from = first; from <= last; from += IDS_AT_ONCE) await eraseRange(db, from, from + IDS_AT_ONCE);
}

/** Erases repeats and reversals that partners send after the deletion. */
export async function eraseLatePostbacks({ db, clock }: DbDeps): Promise<void> {
	await erasePostbacks({ db }, clock.now() - LATE_MS);
}

/** A refused postback may name its user only in its request text. */
async function eraseRange(db: Database, from: number, before: number): Promise<void> {
	const inRange = sql`id >= ${from} and id < ${before} and request <> ''`;
	const uids = await cellsOf<string>(db)`
		with named as materialized (
			select uid::text from callbacks where ${inRange} and uid is not null
			union
			select (regexp_matches(replace(lower(request), '%2d', '-'), '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g'))[1]
			from callbacks where ${inRange} and uid is null
		)
		select uid from users where deleted_at is not null and uid in (select uid::uuid from named)
	`;
	if (uids.length === 0) return;
	await sql`
		update callbacks set ip = '', request = '', sealed = null
		where ${inRange} and (uid = any (${uids}::uuid[]) or uid is null and replace(lower(request), '%2d', '-') like any (${uids.map((uid) => `%${uid}%`)}::text[]))
	`.execute(db);
}
