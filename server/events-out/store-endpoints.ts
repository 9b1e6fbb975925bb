import { sql } from 'kysely';
import type { EventType } from '../../contract/connect/event-types.ts';
import type { EventEndpoint } from '../../contract/connect/events.ts';
import { retentionMs } from '../../contract/site/retention.ts';
import { type Database, type DbDeps, hasRow, rowOf, rowsOf, type Tx } from '../lib/db/database.ts';

export type EndpointRow = {
	id: string;
	url: string;
	secret: string;
	oldSecret: string | null;
	failingSince: Date | null;
};

const columns = sql`
	id, url, secret, case when old_secret_until > now() then old_secret end as "oldSecret", failing_since as "failingSince"`;

export function selectWorking(db: Database, id?: string): Promise<EndpointRow[]> {
	return rowsOf<EndpointRow>(db)`
		select ${columns} from event_endpoints
		where enabled and paused_at is null and id = coalesce(${id ?? null}::uuid, id)
	`;
}

export function selectPaused(db: Database): Promise<{ id: string; url: string; problem: string }[]> {
	return rowsOf<{ id: string; url: string; problem: string }>(db)`
		select id, url, coalesce(problem, '') as problem from event_endpoints where enabled and paused_at is not null
	`;
}

export function selectEndpoints(db: Database, uid: string): Promise<EventEndpoint[]> {
	const ms = (at: string) => sql`floor(extract(epoch from ${sql.ref(at)}) * 1000)::float8`;
	return rowsOf<EventEndpoint>(db)`
		select e.id, e.url, e.events, e.enabled, ${ms('e.created_at')} as created_at,
			${ms('e.failing_since')} as failing_since, e.problem, s.proposal,
			case when not e.enabled then 'off' when e.paused_at is not null then 'paused' else 'on' end as state,
			(select count(*)::int from event_deliveries d where d.endpoint_id = e.id and d.waiting) as waiting,
			(
				select coalesce(jsonb_agg(jsonb_build_object('id', event_id, 'type', type, 'at', ${ms('at')}, 'attempts', attempts,
					'outcome', outcome, 'last_at', ${ms('last_at')}, 'state',
					case when waiting then 'waiting' when delivered_at is null then 'failed' else 'delivered' end) order by id desc), '[]')
				from (select * from event_deliveries d where d.endpoint_id = e.id order by d.id desc limit 20) latest
			) as deliveries
		from event_endpoints e left join untaken_secrets s on s.id = e.id and s.asked_by = ${uid}
		order by e.created_at, e.id
	`;
}

type Saved = { id: string; url: string; events: readonly EventType[]; enabled: boolean; secret: string; at: Date };

export async function upsertEndpoint(tx: Tx, { id, url, events, enabled, secret, at }: Saved): Promise<void> {
	await sql`
		insert into event_endpoints as e (id, url, events, enabled, secret, created_at)
		values (${id}, ${url}, ${events}::text[], ${enabled}, ${secret}, ${at})
		on conflict (id) do update set url = excluded.url, events = excluded.events, enabled = excluded.enabled,
			secret = excluded.secret, old_secret = e.secret, old_secret_until = ${at}::timestamptz + interval '1 day',
			failing_since = null, paused_at = null, problem = null
	`.execute(tx);
}

export function selectSettings(db: Database | Tx, id: string) {
	return rowOf<Pick<Saved, 'url' | 'events' | 'enabled'>>(
		db,
	)`select url, events, enabled from event_endpoints where id = ${id}`;
}

export function deleteEndpoint(tx: Tx, id: string): Promise<boolean> {
	return hasRow(tx)`delete from event_endpoints where id = ${id} returning id`;
}

export async function noteFailing(db: Database, { id, at, problem }: { id: string; at: Date; problem: string }) {
	await sql`
		update event_endpoints set failing_since = coalesce(failing_since, ${at}), problem = ${problem},
			paused_at = case when failing_since <= ${at}::timestamptz - interval '1 day' then coalesce(paused_at, ${at}) end
		where id = ${id}
	`.execute(db);
}

export async function noteWorking(db: Database, id: string): Promise<void> {
	await sql`update event_endpoints set failing_since = null, problem = null where id = ${id}`.execute(db);
}

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
export async function noteOutcome(db: Database, { delivery, isDelivered, outcome, at, nextAt }: Outcome) {
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

export async function purgeDeliveries({ db, clock }: DbDeps): Promise<void> {
	const before = new Date(clock.now() - retentionMs('deliveries'));
	const purge = () => hasRow(db)`
		with old as (select id from event_deliveries where at < ${before} limit 5000)
		delete from event_deliveries where id in (select id from old) returning id
	`;
	while (await purge());
}
