import { sql } from 'kysely';
import type { CallResult } from '../../../contract/calls.ts';
import { type Database, type InDates, ofUsers, rowsOf, type Tx } from '../../lib/db/database.ts';
import { prepared, texts, timestamps, uuids } from '../../lib/db/prepared.ts';
import type { WithdrawalKey } from '../store.ts';
import type { CreateAnswer, InfoAnswer } from '../vendors/vendor.ts';

/** `late`: the answer came after another worker leased the order. */
export type EventKind = 'attempt' | 'answer' | 'late' | 'abandoned' | 'callback' | 'deed' | 'screening';

export type NewEvent = { kind: EventKind; details: object };

export type StoredEvent = InDates<CallResult<'adminGetWithdrawal'>['events'][number], 'at' | 'last_at'>;

const insert = prepared(
	'insert_payout_events',
	`with given as (
		select g.*, l.id as again
		from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[]) as g (uid, withdrawal_id, kind, details, at)
		left join lateral (
			select id, kind, details from payout_events e
			where e.uid = g.uid and ${ofUsers('e.uid')} and e.withdrawal_id = g.withdrawal_id order by id desc limit 1
		) l on l.kind = g.kind and l.details = g.details::jsonb
	), counted as (
		update payout_events e set times = e.times + 1, last_at = g.at
		from given g where e.uid = g.uid and ${ofUsers('e.uid')} and e.withdrawal_id = g.withdrawal_id and e.id = g.again
	)
	insert into payout_events (uid, withdrawal_id, at, kind, details, last_at)
	select uid, withdrawal_id, at, kind, details::jsonb, at from given where again is null`,
);

/** Details must not name users. */
export async function insertEvents(db: Database | Tx, events: readonly (NewEvent & { of: WithdrawalKey; at: Date })[]) {
	if (events.length === 0) return;
	await insert(
		db,
		uuids(events.map(({ of }) => of.uid)),
		uuids(events.map(({ of }) => of.id)),
		texts(events.map(({ kind }) => kind)),
		texts(events.map(({ details }) => JSON.stringify(details))),
		timestamps(events.map(({ at }) => at.getTime())),
	);
}

export function insertEvent(db: Database | Tx, of: WithdrawalKey, event: NewEvent, at: Date): Promise<void> {
	return insertEvents(db, [{ ...event, of, at }]);
}

/** Removes the user's name, because events outlive the account. */
export function withoutName(answer: CreateAnswer | InfoAnswer): object {
	if (answer.kind !== 'found') return answer;
	const { recipient: _, ...order } = answer.order;
	return { ...answer, order };
}

export async function selectEvents(db: Database | Tx, { uid, id }: WithdrawalKey, limit: number) {
	const rows = await rowsOf<StoredEvent>(db)`
		select kind, details, at, times, last_at from payout_events
		where uid = ${uid} and withdrawal_id = ${id} order by id desc limit ${limit}
	`;
	return rows.toReversed();
}

export async function eraseEvents(tx: Tx, uid: string): Promise<void> {
	await sql`update payout_events set details = '{}' where uid = ${uid}`.execute(tx);
}
