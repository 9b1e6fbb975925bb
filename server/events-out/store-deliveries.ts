import { sql } from 'kysely';
import type { EventType } from '../../contract/connect/event-types.ts';
import { retentionMs } from '../../contract/site/retention.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database, Tx } from '../lib/db/database.ts';
import { hasRow, rowOf, rowsOf } from '../lib/db/rows.ts';

export type Delivery = { id: number; eventId: string; type: EventType; data: object; at: Date; attempts: number };

/** Claims the oldest waiting event of each user, so that a user's events stay in order. */
export function claimDeliveries(
	db: Database,
	{ endpoint, now, leaseUntil, limit }: { endpoint: string; now: Date; leaseUntil: Date; limit: number },
): Promise<Delivery[]> {
	return rowsOf<Delivery>(db)`
		update event_deliveries set next_at = ${leaseUntil}, attempts = attempts + 1, last_at = ${now}
		where id in (
			select id from event_deliveries d
			where endpoint_id = ${endpoint} and waiting and next_at <= ${now} and not exists (
				select from event_deliveries earlier
				where earlier.endpoint_id = d.endpoint_id and earlier.uid = d.uid and earlier.waiting and earlier.id < d.id
			)
			order by id limit ${limit} for update skip locked
		)
		returning id, event_id as "eventId", type, data, at, attempts
	`;
}

type Outcome = {
	delivery: Pick<Delivery, 'id' | 'attempts'>;
	isDelivered: boolean;
	outcome: string;
	at: Date;
	nextAt: Date;
};

/** Ignores a worker whose lease expired. */
export async function noteOutcome(
	db: Database,
	{ delivery, isDelivered, outcome, at, nextAt }: Outcome,
): Promise<void> {
	await sql`
		update event_deliveries set outcome = ${outcome}, next_at = ${nextAt},
			waiting = not ${isDelivered}::boolean and retry_until > ${at}, delivered_at = case when ${isDelivered} then ${at}::timestamptz end
		where id = ${delivery.id} and attempts = ${delivery.attempts} and waiting
	`.execute(db);
}

export async function requeue(tx: Tx, { id, from, now }: { id: string; from: Date; now: Date }): Promise<number> {
	const row = await rowOf<{ queued: number }>(tx)`
		with queued as (
			update event_deliveries set waiting = true, next_at = ${now}, attempts = 0, delivered_at = null,
				retry_until = ${now}::timestamptz + interval '3 days'
			where endpoint_id = ${id} and at >= ${from} returning id
		)
		select count(*)::int as queued from queued
	`;
	return row?.queued ?? 0;
}

export async function purgeDeliveries({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
	const before = new Date(clock.now() - retentionMs('deliveries'));
	const purge = () => hasRow(db)`
		with old as (select id from event_deliveries where at < ${before} limit 5000)
		delete from event_deliveries where id in (select id from old) returning id
	`;
	while (await purge());
}
