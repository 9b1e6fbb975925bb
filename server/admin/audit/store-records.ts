import { sql } from 'kysely';
import type { ActionsRequest, LogEntry, LogRequest } from '../../../contract/admin/records.ts';
import { type Stretch, wayOf, within } from '../../lib/db/cursor.ts';
import { cellsOf, type Database, type InDates, rowsOf } from '../../lib/db/database.ts';

export type ActionRow = {
	id: number;
	at: Date;
	actor: string;
	actorName: string | null;
	action: string;
	uid: string | null;
	userName: string | null;
	reasonCode: string | null;
	details: Record<string, unknown>;
};

type Part = { stretch: Stretch; isRising: boolean };
type ActionFilter = Omit<ActionsRequest, 'cursor' | 'order'> & Part;

export async function selectActions(
	db: Database,
	{ actor, action, uid, stretch, isRising, limit, ...range }: ActionFilter,
): Promise<ActionRow[]> {
	const { way } = wayOf(isRising);
	const conditions = [sql`id > ${stretch.aboveId} and id < ${stretch.belowId}`, within(sql`at`, range)];
	if (actor !== undefined) conditions.push(sql`actor = ${actor}`);
	if (action !== undefined) conditions.push(sql`action = ${action}`);
	if (uid !== undefined) conditions.push(sql`uid = ${uid}`);
	return rowsOf<ActionRow>(db)`
		select e.id, e.at, e.actor, coalesce(by.email, by_record.roblox_username, key.name) as "actorName", e.action, e.uid,
			coalesce(whom.roblox_username, account.email) as "userName", e.reason_code as "reasonCode", e.details
		from (
			select * from audit_entries where ${sql.join(conditions, sql` and `)} order by id ${way} limit ${limit}
		) e
		left join auth_user by on by.id = case when e.actor ~ '^[0-9a-f]{8}-' then e.actor::uuid end
		left join machine_keys key on key.id = case when e.actor ~ '^[0-9a-f]{8}-' then e.actor::uuid end
		left join users by_record on by_record.uid = by.id
		left join users whom on whom.uid = e.uid
		left join auth_user account on account.id = e.uid
		order by e.id ${way}
	`;
}

export async function selectActionKinds(db: Database): Promise<string[]> {
	return cellsOf<string>(db)`
		with recursive kinds as (
			(select action from audit_records order by action limit 1)
			union all
			select (select action from audit_records e where e.action > kinds.action order by action limit 1)
			from kinds where kinds.action is not null
		)
		select action from kinds where action is not null
	`;
}

export type LogRow = Omit<InDates<LogEntry, 'at'>, 'id' | 'user' | 'network'> & {
	id: number;
	uid: string | null;
	userName: string | null;
	ip: string | null;
};

type LogFilter = Omit<LogRequest, 'cursor' | 'after' | 'order'> & Part;

/** With `failed`, searches only the first 50,000 entries that match the other filters. */
export async function selectLog(db: Database, filter: LogFilter): Promise<LogRow[]> {
	const { source, uid, orderId, failed, stretch, isRising, limit, ...range } = filter;
	const { way } = wayOf(isRising);
	const found = [sql`id > ${stretch.aboveId} and id < ${stretch.belowId}`, within(sql`at`, range)];
	if (source !== undefined) found.push(sql`source = ${source}`);
	if (uid !== undefined) {
		found.push(sql`(uid = ${uid} or order_id = any(array(select order_id from withdrawals where uid = ${uid})))`);
	}
	if (orderId !== undefined) found.push(sql`order_id = ${orderId}`);
	const picked = [sql`true`];
	if (failed) picked.push(sql`outcome <> 'done'`);
	return rowsOf<LogRow>(db)`
		select e.id, e.at, e.source, e.what, e.outcome, coalesce(e.uid, o.uid) as uid,
			coalesce(u.roblox_username, a.email) as "userName", e.order_id, e.ip, e.device, e.note, e.took_ms
		from (
			select * from (
				select * from log_entries where ${sql.join(found, sql` and `)} order by id ${way} limit ${LOOKED_THROUGH}
			) looked where ${sql.join(picked, sql` and `)} order by id ${way} limit ${limit}
		) e
		left join withdrawals o on o.order_id = e.order_id
		left join users u on u.uid = coalesce(e.uid, o.uid)
		left join auth_user a on a.id = coalesce(e.uid, o.uid)
		order by e.id ${way}
	`;
}

const LOOKED_THROUGH = 50_000;
