import { sql } from 'kysely';
import { retentionMs } from '../../contract/site/retention.ts';
import type { Clock, Log } from './clock-and-log.ts';
import { type Database, type DbDeps, outcomeIfUnavailable, rowOf, rowsOf, type Tx } from './db/database.ts';
import { networkOf } from './http/callers.ts';

export type EventSource = 'sign-in' | 'use' | 'refusal' | 'vendor' | 'platform' | 'job' | 'mail';

/** An event shown to admins. It must contain no secret and no email address. */
export type LoggedEvent = {
	source: EventSource;
	what: string;
	outcome: string;
	uid?: string | undefined;
	orderId?: string | undefined;
	ip?: string | undefined;
	device?: string | undefined;
	note?: string | undefined;
	tookMs?: number | undefined;
};

export type EventLog = ReturnType<typeof createEventLog>;

type NotedEvent = LoggedEvent & { at: Date };

const FLUSH_EVERY_MS = 1_000;
const COUNTS_EVERY_MS = 60_000;
const WAITING_MAX = 5_000;
const ROWS_AT_ONCE = 1_000;
const TEXT_LENGTH_MAX = 300;

/** A crash may lose the last second. Each kind has a share; further events are only counted. */
export function createEventLog({ db, clock, log }: DbDeps & { log: Log }) {
	const shares = createEventShares();
	let pending: NotedEvent[] = [];
	let counted = new Map<string, LoggedEvent & { times: number }>();
	let countedUntilMs = clock.now();

	function count({ source, what, outcome, uid }: LoggedEvent): void {
		// Anonymous callers choose the path, so counting by path would be unbounded.
		const event = { source, what: source === 'refusal' && uid === undefined ? ANYWHERE : what, outcome };
		const key = Object.values(event).join(' ');
		counted.set(key, { ...event, times: (counted.get(key)?.times ?? 0) + 1 });
	}

	function takeCounts(): NotedEvent[] {
		const at = new Date(clock.now());
		const counts = [...counted.values()];
		counted = new Map();
		countedUntilMs = at.getTime();
		return counts.map(({ times, ...event }) => ({ ...event, at, note: `${times} ×` }));
	}

	async function flush(withCounts: boolean): Promise<void> {
		const isMinuteOver = Math.abs(clock.now() - countedUntilMs) >= COUNTS_EVERY_MS;
		const events = [...pending, ...(withCounts || isMinuteOver ? takeCounts() : [])];
		pending = [];
		shares.renew();
		for (let from = 0; from < events.length; from += ROWS_AT_ONCE) {
			const rows = events.slice(from, from + ROWS_AT_ONCE);
			await insertEvents(db, rows).catch((error) => {
				if (outcomeIfUnavailable(error) !== 'nothing-done') throw error;
				pending = [...events.slice(from), ...pending].slice(0, WAITING_MAX);
				throw error;
			});
		}
	}

	let flushing = Promise.resolve();
	function flushSafely(withCounts = false): Promise<void> {
		const work = () => flush(withCounts);
		flushing = flushing.then(work).catch((error) => log.warn({ err: error }, "couldn't store some events"));
		return flushing;
	}
	const timer = setInterval(flushSafely, FLUSH_EVERY_MS);
	timer.unref();

	return {
		note(event: LoggedEvent) {
			if (!shares.take(event) || pending.length >= WAITING_MAX) count(event);
			else pending.push({ ...event, at: new Date(clock.now()) });
		},
		flush: () => flushSafely(true),
		async close() {
			clearInterval(timer);
			await flushSafely(true);
		},
	};
}

const ANYWHERE = '*';

async function insertEvents(db: Database, events: readonly NotedEvent[]): Promise<void> {
	const rows = events.map(({ at, source, what, outcome, uid, orderId, ip, device, note, tookMs }) => {
		const short = (text: string | undefined) => text?.slice(0, TEXT_LENGTH_MAX) ?? null;
		// Without a user, no account deletion would ever erase the full address.
		const storedIp = uid === undefined ? (networkOf(ip ?? null) ?? undefined) : ip;
		const took = tookMs === undefined ? null : Math.round(tookMs);
		return sql`(${at}, ${source}, ${short(what)}, ${short(outcome)}, ${uid ?? null}, ${short(orderId)}, ${short(storedIp)},
			${short(device)}, ${short(note)}, ${took}::integer)`;
	});
	await sql`
		insert into log_entries (at, source, what, outcome, uid, order_id, ip, device, note, took_ms)
		select v.at::timestamptz, v.source, v.what, v.outcome, v.uid::uuid, v.order_id, v.ip, v.device, v.note, v.took_ms
		from (values ${sql.join(rows)}) as v (at, source, what, outcome, uid, order_id, ip, device, note, took_ms)
	`.execute(db);
}

export type ErasableEvent = {
	at: Date;
	source: string;
	what: string;
	outcome: string;
	ip: string | null;
	device: string | null;
};

export async function listEventsOf(tx: Tx, uid: string, limit: number): Promise<ErasableEvent[]> {
	return await rowsOf<ErasableEvent>(tx)`
		select at, source, what, outcome, ip, device from log_entries where uid = ${uid} order by id desc limit ${limit}
	`;
}

export async function eraseEventsOf(tx: Tx, uid: string): Promise<void> {
	await sql`update log_entries set ip = null, device = null, note = null where uid = ${uid}`.execute(tx);
}

/** Erases the note of each event, because vendor messages may name the user. */
export async function eraseEventsOfWithdrawals(tx: Tx, orderIds: readonly string[]): Promise<void> {
	await sql`update log_entries set note = null where order_id = any(${orderIds}::text[])`.execute(tx);
}

export async function purgeEvents({ owner, clock }: { owner: Database; clock: Clock }): Promise<void> {
	const before = new Date(clock.now() - retentionMs('events'));
	for (;;) {
		const row = await rowOf<{ deleted: number }>(owner)`
			with old as (
				delete from log_entries where id in (
					select id from (select id, at from log_entries order by id limit ${PURGED_AT_ONCE}) oldest where at < ${before}
				) returning id
			)
			select count(*)::int as deleted from old
		`;
		if ((row?.deleted ?? 0) < PURGED_AT_ONCE) return;
	}
}

const PURGED_AT_ONCE = 5_000;

const OF_A_WAY_IN = 20;
const USES = 200;
const REFUSALS = 50;
const REFUSALS_OF_ONE = 5;

function createEventShares() {
	const taken = new Map<string, number>();
	return {
		take(event: LoggedEvent) {
			const shares = sharesOf(event);
			if (!shares?.every(([key, max]) => (taken.get(key) ?? 0) < max)) return false;
			for (const [key] of shares) taken.set(key, (taken.get(key) ?? 0) + 1);
			return true;
		},
		renew: () => taken.clear(),
	};
}

function sharesOf({ source, what, outcome, uid }: LoggedEvent): [string, number][] | undefined {
	if (source === 'refusal') {
		if (uid === undefined) return undefined;
		return [
			[source, REFUSALS],
			[`${source} ${uid}`, REFUSALS_OF_ONE],
		];
	}
	if (source === 'use') return [[`${source} ${what}`, USES]];
	if (source === 'sign-in' && uid === undefined) return [[`${what} ${outcome === 'done'}`, OF_A_WAY_IN]];
	return [];
}
