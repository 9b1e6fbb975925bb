import { sql } from 'kysely';
import type { RobuxCents } from '../../../contract/money.ts';
import { type Database, hasRow, rowsOf, type Tx } from '../../lib/db/database.ts';

/** Without `week`, the user gets no more weekly mails. */
export async function setWeekly(db: Database, uid: string, week?: string): Promise<void> {
	const change = week
		? sql`insert into weekly_mails (uid, week) select id, ${week} from auth_user where id = ${uid} on conflict do nothing`
		: sql`delete from weekly_mails where uid = ${uid}`;
	await change.execute(db);
}

export const hasWeekly = (db: Database | Tx, uid: string): Promise<boolean> =>
	hasRow(db)`select 1 as one from weekly_mails where uid = ${uid}`;

export function mayGetWeekly(db: Database, uid: string): Promise<boolean> {
	return hasRow(db)`
		select 1 as one from weekly_mails w join auth_user a on a.id = w.uid join users u on u.uid = w.uid
		where w.uid = ${uid} and a.email_verified and u.banned_at is null and u.mail_refused_at is null
	`;
}

export const claimWeek = (tx: Tx, week: string, limit: number) => rowsOf<{ uid: string }>(tx)`
	update weekly_mails set week = ${week} where uid in (
		select uid from weekly_mails where week < ${week} order by week, uid limit ${limit} for update skip locked
	) returning uid
`;

type Line = {
	key: 'mail_weekly_rewards' | 'mail_weekly_paid' | 'mail_weekly_answered';
	count: number;
	amount: RobuxCents;
};

export const selectLines = (
	db: Database,
	{ uid, from, until }: { uid: string; from: Date; until: Date },
) => rowsOf<Line>(db)`
	select case kind when 'withdrawal-paid' then 'mail_weekly_paid' else 'mail_weekly_rewards' end as key,
		(count(*) filter (where kind not like 'boost%'))::int as count, sum(amount)::bigint as amount
	from transfers where uid = ${uid} and at >= ${from} and at < ${until}
		and kind in ('withdrawal-paid', 'credit', 'credit-release', 'boost', 'boost-release') group by 1
	union all
	select 'mail_weekly_answered', count(*)::int, 0 from notices
	where uid = ${uid} and created_at >= ${from} and created_at < ${until}
		and kind in ('claim-settled', 'claim-declined', 'thread-answered') having count(*) > 0
	order by key desc
`;
