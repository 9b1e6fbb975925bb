import { sql } from 'kysely';
import type { Database, Tx } from '../lib/database.ts';
import type { WithdrawalKey } from './store.ts';

/** `late`: an answer that was not written, because somebody else held the order by then. */
export type EventKind = 'attempt' | 'answer' | 'late' | 'abandoned' | 'callback' | 'deed';

export type NewEvent = { kind: EventKind; details: object };

export type KeptEvent = NewEvent & { at: Date; times: number; lastAt: Date };

/** Keeps what happened to an order. The very same as last time is counted and not repeated. Details must name nobody. */
export async function insertEvent(
	db: Database | Tx,
	{ uid, id }: WithdrawalKey,
	{ kind, details }: NewEvent,
	now: Date,
): Promise<void> {
	const json = JSON.stringify(details);
	await sql`
		with latest as (
			select id, kind, details from payout_events
			where uid = ${uid} and withdrawal_id = ${id} order by id desc limit 1
		), again as (
			update payout_events e set times = e.times + 1, last_at = ${now}
			from latest where e.uid = ${uid} and e.withdrawal_id = ${id} and e.id = latest.id
				and latest.kind = ${kind} and latest.details = ${json}::jsonb
			returning e.id
		)
		insert into payout_events (uid, withdrawal_id, at, kind, details, last_at)
		select ${uid}, ${id}, ${now}, ${kind}, ${json}::jsonb, ${now} where not exists (select from again)
	`.execute(db);
}

/** The oldest first. */
export async function selectEvents(db: Database | Tx, { uid, id }: WithdrawalKey, limit: number): Promise<KeptEvent[]> {
	const { rows } = await sql<KeptEvent>`
		select kind, details, at, times, last_at as "lastAt" from payout_events
		where uid = ${uid} and withdrawal_id = ${id} order by id desc limit ${limit}
	`.execute(db);
	return rows.toReversed();
}

/** What was said may name the person; that something happened stays. */
export async function eraseEvents(tx: Tx, uid: string): Promise<void> {
	await sql`update payout_events set details = '{}' where uid = ${uid}`.execute(tx);
}
