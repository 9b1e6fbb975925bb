import { sql } from 'kysely';
import type { Clock } from './clock.ts';
import type { Database, Tx } from './db/database.ts';
import { networkOf } from './http/network.ts';
import type { Log } from './log.ts';

export type EventSource = 'sign-in' | 'refusal' | 'vendor' | 'job' | 'mail';

/** An event for admins to look at. No secret and no address of a mailbox may be in it. */
export type LoggedEvent = {
	source: EventSource;
	what: string;
	/** `done`, or what was wrong, as a code. */
	outcome: string;
	uid?: string | undefined;
	orderId?: string | undefined;
	ip?: string | undefined;
	device?: string | undefined;
	note?: string | undefined;
	tookMs?: number | undefined;
};

export type EventLog = {
	note(event: LoggedEvent): void;
	flush(): Promise<void>;
	close(): Promise<void>;
};

const FLUSH_EVERY_MS = 1_000;
/** Against whoever tries every door a thousand times a second. What is beyond is counted. */
const NOTED_PER_FLUSH_MAX = 100;
const TEXT_LENGTH_MAX = 300;

/** Keeps events for admins, in batches beside the work. A crash may lose the last second. */
export function createEventLog({ db, clock, log }: { db: Database; clock: Clock; log: Log }): EventLog {
	let pending: (LoggedEvent & { at: Date })[] = [];
	let dropped = 0;

	async function flush(): Promise<void> {
		const events = pending;
		pending = [];
		if (dropped > 0) log.warn({ dropped }, 'more happened at once than the log of events takes');
		dropped = 0;
		if (events.length > 0) await insertEvents(db, events);
	}

	let flushing = Promise.resolve();
	function flushSafely(): Promise<void> {
		flushing = flushing.then(flush).catch((error) => log.warn({ err: error }, 'some events were not kept'));
		return flushing;
	}
	const timer = setInterval(flushSafely, FLUSH_EVERY_MS);
	timer.unref();

	return {
		note(event) {
			if (pending.length < NOTED_PER_FLUSH_MAX) pending.push({ ...event, at: new Date(clock.now()) });
			else dropped += 1;
		},
		flush: flushSafely,
		async close() {
			clearInterval(timer);
			await flushSafely();
		},
	};
}

async function insertEvents(db: Database, events: readonly (LoggedEvent & { at: Date })[]): Promise<void> {
	const rows = events.map(({ at, source, what, outcome, uid, orderId, ip, device, note, tookMs }) => {
		const short = (text: string | undefined) => text?.slice(0, TEXT_LENGTH_MAX) ?? null;
		// Of somebody who is not known there is nobody whose account could take the whole address along.
		const kept = uid === undefined ? (networkOf(ip ?? null) ?? undefined) : ip;
		const took = tookMs === undefined ? null : Math.round(tookMs);
		return sql`(${at}, ${source}, ${short(what)}, ${short(outcome)}, ${uid ?? null}, ${short(orderId)}, ${short(kept)},
			${short(device)}, ${short(note)}, ${took}::integer)`;
	});
	await sql`
		insert into log_entries (at, source, what, outcome, uid, order_id, ip, device, note, took_ms)
		select v.at::timestamptz, v.source, v.what, v.outcome, v.uid::uuid, v.order_id, v.ip, v.device, v.note, v.took_ms
		from (values ${sql.join(rows)}) as v (at, source, what, outcome, uid, order_id, ip, device, note, took_ms)
	`.execute(db);
}

export type KeptEvent = {
	at: Date;
	source: string;
	what: string;
	outcome: string;
	ip: string | null;
	device: string | null;
};

export async function listEventsOf(tx: Tx, uid: string, limit: number): Promise<KeptEvent[]> {
	const { rows } = await sql<KeptEvent>`
		select at, source, what, outcome, ip, device from log_entries where uid = ${uid} order by id desc limit ${limit}
	`.execute(tx);
	return rows;
}

export async function eraseEventsOf(tx: Tx, uid: string): Promise<void> {
	await sql`update log_entries set ip = null, device = null, note = null where uid = ${uid}`.execute(tx);
}

/** Erases what vendors said of these orders: it may name whose they are. */
export async function eraseEventsOfWithdrawals(tx: Tx, orderIds: readonly string[]): Promise<void> {
	await sql`update log_entries set note = null where order_id = any(${orderIds}::text[])`.execute(tx);
}

/** Deletes old events. Needs the owner's privileges. */
export async function purgeEvents({ owner, clock }: { owner: Database; clock: Clock }): Promise<void> {
	const before = new Date(clock.now() - KEPT_MS);
	for (;;) {
		const { rows } = await sql<{ deleted: number }>`
			with old as (
				delete from log_entries where id in (
					select id from (select id, at from log_entries order by id limit ${ROWS_AT_ONCE}) oldest where at < ${before}
				) returning id
			)
			select count(*)::int as deleted from old
		`.execute(owner);
		if ((rows[0]?.deleted ?? 0) < ROWS_AT_ONCE) return;
	}
}

const KEPT_MS = 90 * 24 * 3_600_000;
const ROWS_AT_ONCE = 5_000;
