import type { z } from 'zod';
import type { EventType } from '../../contract/connect/event-types.ts';
import type { eventData } from '../../contract/connect/events.ts';
import type { Log } from './clock-and-log.ts';
import { type Database, rowsOf, type Tx } from './db/database.ts';
import { prepared, texts, timestamps, uuids } from './db/prepared.ts';
import type { Engine } from './db/spread/engine.ts';
import { followChanges, type LiveHub, serialized } from './live-hub.ts';

type Event<Type extends EventType> = {
	type: Type;
	uid?: string;
	atMs: number;
	data: Omit<z.output<(typeof eventData)[Type]>, 'version' | 'uid'>;
};
export type NewEvent = { [Type in EventType]: Event<Type> }[EventType];

export const ENDPOINTS_CHANGED = 'event-endpoints';
const LOOK_AGAIN_MS = 5_000;
const SITE = '00000000-0000-0000-0000-000000000000';

/** Without an entry, as in commands, the database selects the endpoints. */
const wantedBy = new WeakMap<Engine, ReadonlySet<string>>();

const insert = prepared(
	'insert_event_deliveries',
	`insert into event_deliveries (endpoint_id, uid, type, data, at, next_at, retry_until)
	select e.id, n.uid, n.type, n.data::jsonb, n.at, n.at, greatest(n.at, now()) + interval '3 days'
	from unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[]) with ordinality as n (uid, type, data, at, place)
	join event_endpoints e on e.enabled and n.type = any(e.events)
	order by n.place`,
);

export function wantsEvents({ engine }: Tx): boolean {
	return wantedBy.get(engine)?.size !== 0;
}

/** Call it in the transaction of the cause. */
export async function addEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
	const wanted = wantedBy.get(tx.engine);
	const queued = wanted ? events.filter(({ type }) => wanted.has(type)) : events;
	if (queued.length === 0) return;
	const dataOf = ({ uid, data }: NewEvent) => JSON.stringify({ version: 1, ...(uid && { uid }), ...data });
	await insert(
		tx,
		uuids(queued.map(({ uid = SITE }) => uid)),
		texts(queued.map(({ type }) => type)),
		texts(queued.map(dataOf)),
		timestamps(queued.map(({ atMs }) => atMs)),
	);
}

export type EndpointWatch = { refresh(): Promise<void>; close(): void };

type Deps = { db: Database; choresDb: Database; live: Pick<LiveHub, 'subscribe'>; log: Log };

/** Saves bookings a statement while no endpoint exists. */
export function watchEndpoints({ db, choresDb, live, log }: Deps): EndpointWatch {
	const refresh = serialized(async () => {
		const rows = await rowsOf<{ type: string }>(db)`
			select distinct unnest(events) as type from event_endpoints where enabled
		`;
		const wanted = new Set(rows.map(({ type }) => type));
		for (const { engine } of [db, choresDb]) wantedBy.set(engine, wanted);
	});
	const every = { everyMs: LOOK_AGAIN_MS, what: 'event endpoints' };
	const { look, close } = followChanges({ live, log, name: ENDPOINTS_CHANGED, ...every, refresh });
	look();
	return { refresh, close };
}
