import { sql } from 'kysely';
import type { RobuxCents } from '../../../contract/money.ts';
import type { FindPostbacksRequest } from '../../../contract/offerwalls/callbacks.ts';
import { type Stretch, within } from '../../lib/db/cursor.ts';
import { type Database, inTransaction, rowOf, rowsOf, type Tx } from '../../lib/db/database.ts';
import type { StoredPostback, WholePostback } from './stored/stored-postback.ts';

const at = (ms: number) => new Date(ms).toISOString();

export type PostbackFilter = Omit<FindPostbacksRequest, 'cursor' | 'limit'>;

export type FoundPostback = StoredPostback & {
	at: Date;
	why: string | null;
	user_name: string | null;
	bookedKind: string | null;
	bookedAmount: RobuxCents | null;
	bookedAt: Date | null;
};

type Search = { filter: PostbackFilter; stretch: Stretch; limit: number };

export function selectPostbacks(db: Database | Tx, { filter, stretch, limit }: Search, rowsMax: number) {
	const { aboveId, belowId } = stretch;
	const latest = sql`(select * from callbacks where id < ${belowId} and id > ${aboveId} order by id desc limit ${rowsMax})`;
	return select(db, filter, latest, limit);
}

export function selectPostbacksOf(db: Database, uid: string, { filter, stretch, limit }: Search) {
	const { aboveId, belowId } = stretch;
	return inTransaction(db, async (tx) => {
		// Forces a bitmap scan: the planner underestimates the coarse index by user.
		await sql`set local enable_seqscan = off`.execute(tx);
		await sql`set local enable_indexscan = off`.execute(tx);
		const ofUser = sql`(select * from callbacks where uid = ${uid} and id < ${belowId} and id > ${aboveId} offset 0)`;
		return select(tx, filter, ofUser, limit);
	});
}

function select(db: Database | Tx, filter: PostbackFilter, looked: ReturnType<typeof sql>, limit: number) {
	return rowsOf<FoundPostback>(db)`
		select c.id, c.at, c.wall, c.outcome, c.why, c.ip, c.request, c.uid, c.sealed is not null as "isSealed",
			coalesce(u.roblox_username, a.email) as user_name, t.kind as "bookedKind", t.amount as "bookedAmount",
			t.at as "bookedAt"
		from (
			select * from ${looked} looked where ${conditionsOf(filter)} order by id desc limit ${limit}
		) c left join transfers t on t.uid = c.uid and t.id = c.transfer_id
			left join users u on u.uid = c.uid left join auth_user a on a.id = c.uid
		order by c.id desc
	`;
}

function conditionsOf({ wall, outcome, uid, transactionId, text, since, until }: PostbackFilter) {
	const conditions = [within(sql`at`, { from: since, until })];
	if (wall !== undefined) conditions.push(sql`wall = ${wall}`);
	if (outcome !== undefined) conditions.push(sql`outcome = ${outcome}`);
	if (uid !== undefined) conditions.push(sql`uid = ${uid}`);
	if (text !== undefined) conditions.push(sql`strpos(lower(request), lower(${text})) > 0`);
	if (transactionId !== undefined) {
		const escaped = encodeURIComponent(transactionId);
		conditions.push(sql`(strpos(request, ${transactionId}) > 0 or strpos(request, ${escaped}) > 0)`);
	}
	return sql.join(conditions, sql` and `);
}

export function selectDown(db: Database, { aboveId, belowId }: Stretch, position: number) {
	return rowOf<{ id: number; at: Date }>(db)`
		select id, at from callbacks where id < ${belowId} and id > ${aboveId} order by id desc offset ${position - 1} limit 1
	`;
}

export async function selectPostback(db: Database, id: number): Promise<WholePostback | undefined> {
	return rowOf<WholePostback>(db)`
		select id, wall, outcome, ip, request, uid, sealed, sealed is not null as "isSealed" from callbacks where id = ${id}
	`;
}

export type Unkept = { wall: string; outcome: string; times: number; lastAtMs: number };

export async function addUnkept(db: Database, counted: readonly Unkept[]): Promise<void> {
	const rows = counted.map(({ wall, outcome, times, lastAtMs }) => ({ wall, outcome, times, last_at: at(lastAtMs) }));
	await sql`
		insert into unkept_callbacks as kept (wall, outcome, hour, last_at, times)
		select wall, outcome, date_trunc('hour', last_at, 'UTC'), last_at, times
		from jsonb_to_recordset(${JSON.stringify(rows)}) as r (wall text, outcome text, last_at timestamptz, times bigint)
		order by wall, outcome
		on conflict (hour, wall, outcome) do update set
			times = kept.times + excluded.times, last_at = greatest(kept.last_at, excluded.last_at)
	`.execute(db);
}

/** Needs the owner's privileges. */
export async function deleteUnverified(owner: Database, outcomes: readonly string[], beforeMs: number, limit: number) {
	const named = sql.join(outcomes.map((outcome) => sql.lit(outcome)));
	const row = await rowOf<{ count: number }>(owner)`
		with old as (
			delete from callbacks where id in (
				select id from (
					select id, at from callbacks where outcome in (${named}) order by id limit ${limit}
				) oldest where at < ${at(beforeMs)}
			) returning id
		)
		select count(*)::int as count from old
	`;
	return row?.count ?? 0;
}

export async function deleteUnkept(owner: Database, beforeMs: number): Promise<void> {
	await sql`delete from unkept_callbacks where hour < ${at(beforeMs)}`.execute(owner);
}

/** Needs the owner's privileges. */
export async function deletePostbacks(owner: Database, fromId: number, beforeMs: number, limit: number) {
	const row = await rowOf<{ count: number; lastId: number | null }>(owner)`
		with old as (
			delete from callbacks where id in (
				select id from (select id, at from callbacks where id >= ${fromId} order by id limit ${limit}) oldest
				where at < ${at(beforeMs)}
			) returning id
		)
		select count(*)::int as count, max(id) as "lastId" from old
	`;
	const { count = 0, lastId = null } = row ?? {};
	return count > 0 && lastId !== null ? lastId + 1 : undefined;
}
