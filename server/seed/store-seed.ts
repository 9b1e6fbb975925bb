import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../lib/db/database.ts';

/** Each statement is complete in itself: whenever it ends, the books hold. */

const DAY = '1 day';
/** Users signed up over this many days, and earned over the second half of them. */
const DAYS = 180;
const EARNING_DAYS = DAYS / 2;
const WALLS = 10;
const EMAIL_DOMAIN = '@seed.invalid';

/** The user of a number, with an id of version 4 like everybody's: the contract takes no other. */
export function uidOf(n: RawBuilder<unknown>): RawBuilder<unknown> {
	return sql`overlay(overlay(md5('seed/' || ${n}) placing '4' from 13) placing '8' from 17)::uuid`;
}

/** Whether somebody was made before their ids were of that kind. */
export async function hasOldUsers(owner: Database): Promise<boolean> {
	const { rows } = await sql`select from users where uid = md5('seed/1')::uuid`.execute(owner);
	return rows.length > 0;
}

export async function countUsersOf(owner: Database): Promise<{ seeded: number; real: number }> {
	const { rows } = await sql<{ seeded: number; real: number }>`
		select count(*) filter (where email like ${`%${EMAIL_DOMAIN}`})::int as seeded,
			count(*) filter (where email not like ${`%${EMAIL_DOMAIN}`} and u.role is null)::int as real
		from auth_user a join users u on u.uid = a.id
	`.execute(owner);
	return rows[0] ?? { seeded: 0, real: 0 };
}

/** Users number `first` to `last` of `total`, oldest first; seven of ten have a game account. */
export async function insertUsers(owner: Database, first: number, last: number, total: number): Promise<void> {
	await sql`
		with made as materialized (
			select n, ${uidOf(sql`n`)} as uid,
				now() - ${DAYS} * interval '${sql.raw(DAY)}' * (1 - n::float / ${total}) as created_at,
				case when random() < 0.7 then 'seed_' || substr(md5('name/' || n), 1, 5) || '_' || n end as name,
				random() as here
			from generate_series(${first}::bigint, ${last}::bigint) n
		), people as (
			insert into auth_user (id, name, email, email_verified, birth_year, age_known, created_at, updated_at)
			select uid, 'Person ' || n, 'person-' || n || ${EMAIL_DOMAIN}, true, 1980 + n % 25, true, created_at, created_at
			from made
		), records as (
			insert into users (uid, roblox_username, platform_user_id, last_access, created_at)
			select uid, name, case when name is not null then 9000000000 + n end,
				case when here < 0.95 then now() - (now() - created_at) * here * here end, created_at
			from made
		), linked as (
			insert into linked_game_accounts (platform_user_id, uid, roblox_username, linked_at)
			select 9000000000 + n, uid, name, created_at from made where name is not null
		)
		insert into wallets (uid) select uid from made
	`.execute(owner);
}

/** Credits number `first` to `last` of `total`, in order of time; one of fifty was taken back. */
export async function insertCredits(
	owner: Database,
	first: number,
	last: number,
	{ total, users, run }: { total: number; users: number; run: string },
): Promise<void> {
	await sql`
		with made as materialized (
			select n, ${uidOf(sql`1 + floor(power(random(), 1.5) * ${users} * (1 + n::float / ${total}) / 2)`)} as uid,
				now() - ${EARNING_DAYS} * interval '${sql.raw(DAY)}' * (1 - n::float / ${total}) - interval '2 minutes' as at,
				'seed-' || 1 + floor(random() * random() * ${WALLS}) as wall,
				100 + floor(random() * random() * 20000)::bigint as amount, random() < 0.02 as is_reversed
			from generate_series(${first}::bigint, ${last}::bigint) n
		), sides as (
			select uid, at, amount, amount * 110 as micros, 'credit' as kind, 'partner:' || wall as debit, 'wallet' as credit,
				'offer/' || wall || '/' || ${run} || n || '/credit' as reference, wall, n
			from made
			union all
			select uid, at + interval '1 minute', amount, amount * -110, 'reversal', 'wallet', 'partner:' || wall,
				'offer/' || wall || '/' || ${run} || n || '/reversal', wall, n
			from made where is_reversed
		), booked as (
			insert into transfers (uid, at, amount, payout_micros, kind, debit, credit, reference, offer_id, offer_name)
			select uid, at, amount, micros, kind, debit, credit, reference, (n % 500)::text, 'Reach level ' || n % 500
			from sides order by at
		), paid_in as (
			update wallets w set balance = balance + s.amount, earned = earned + s.amount
			from (
				select uid, sum(case kind when 'credit' then amount else -amount end) as amount from sides group by uid
			) s where w.uid = s.uid
			returning w.balance, s.amount as change
		), totalled as (
			insert into wallet_totals (balance, pending, below_zero)
			select coalesce(sum(change), 0), 0, coalesce(sum(greatest(-balance, 0) - greatest(change - balance, 0)), 0) from paid_in
		), earnings as (
			insert into earnings_buckets (wall, starts_at, payout_micros)
			select wall, date_bin('15 minutes', at, 'epoch'), sum(micros) from sides group by 1, 2
		)
		insert into account_buckets (account, starts_at, debited, credited)
		select 'partner:' || wall, date_bin('15 minutes', at, 'epoch'),
			coalesce(sum(amount) filter (where kind = 'credit'), 0), coalesce(sum(amount) filter (where kind = 'reversal'), 0)
		from sides group by 1, 2
	`.execute(owner);
}

/** For each user with 10 R$ or more, up to half of it; one of fifty was refunded. @returns how many, at most `limit`. */
export async function insertWithdrawals(owner: Database, first: number, last: number, limit: number): Promise<number> {
	const { rows } = await sql<{ count: number }>`
		with made as materialized (
			select w.uid, gen_random_uuid() as id, u.roblox_username as name, random() < 0.02 as is_refunded,
				least(greatest(5, floor(random() * w.balance / 200)), 1500)::bigint * 100 as amount,
				now() - (now() - u.created_at) * (0.02 + 0.9 * random()) as at
			from generate_series(${first}::bigint, ${last}::bigint) n
			join wallets w on w.uid = ${uidOf(sql`n`)} join users u on u.uid = w.uid
			where w.balance >= 1000 limit ${limit}
		), orders as (
			insert into withdrawals (uid, id, order_id, state, amount, price, roblox_username, vendor, is_pre_order, attempts,
				created_at, updated_at, version, reconciled_at)
			select uid, id, 'seed-' || id, case when is_refunded then 'failed' else 'completed' end, amount,
				(amount + 35) / 70, name, 'manual', false, 1, at, at + interval '1 hour',
				(select coalesce(max(version), 0) + 1 from withdrawals v where v.uid = made.uid), at + interval '1 hour'
			from made
		), sides as (
			select uid, at, amount, 'withdrawal-hold' as kind, 'wallet' as debit, 'payouts:held' as credit,
				'withdrawal/' || id || '/hold' as reference from made
			union all
			select uid, at + interval '1 hour', amount, case when is_refunded then 'withdrawal-refund' else 'withdrawal-paid' end,
				'payouts:held', case when is_refunded then 'wallet' else 'payouts:paid' end,
				'withdrawal/' || id || case when is_refunded then '/refund' else '/paid' end
			from made
		), booked as (
			insert into transfers (uid, at, amount, kind, debit, credit, reference)
			select uid, at, amount, kind, debit, credit, reference from sides order by at
		), paid_out as (
			update wallets w set balance = balance - m.amount, withdrawn = withdrawn + m.amount
			from made m where w.uid = m.uid and not m.is_refunded
			returning m.amount
		), totalled as (
			insert into wallet_totals (balance, pending, below_zero) select coalesce(-sum(amount), 0), 0, 0 from paid_out
		), totals as (
			insert into account_buckets (account, starts_at, debited, credited)
			select account, date_bin('15 minutes', at, 'epoch'), sum(debited), sum(credited) from (
				select debit as account, at, amount as debited, 0 as credited from sides
				union all
				select credit, at, 0, amount from sides
			) s where account <> 'wallet' group by 1, 2
		)
		select count(*)::int as count from made
	`.execute(owner);
	return rows[0]?.count ?? 0;
}

/** Brings what is derived up to date: the order of the users list, visits, and marks that have passed what was added. */
export async function deriveFromSeed(owner: Database): Promise<void> {
	await owner.transaction().execute(async (tx) => {
		await sql`set local statement_timeout = 0`.execute(tx);
		await sql`
			update users set earned_rank = w.earned, balance_rank = nullif(w.balance, 0) from wallets w
			where w.uid = users.uid and (earned_rank <> w.earned or balance_rank is distinct from nullif(w.balance, 0))
		`.execute(tx);
		await sql`
			insert into visits (starts_at, away_for)
			select date_bin('15 minutes', last_access, 'epoch'), array_fill(count(*)::int, array[120])
			from users where last_access is not null group by 1
			on conflict (starts_at) do update set away_for = excluded.away_for
		`.execute(tx);
		await sql`delete from earnings_days`.execute(tx);
		await sql`delete from account_days`.execute(tx);
		await sql`update figure_marks set until = 'epoch', value = 0 where name in ('users', 'earnings')`.execute(tx);
	});
}

/** What the planner and the visibility map know, as after a night of the database's own housekeeping. */
export async function tidyUp(owner: Database): Promise<void> {
	for (const table of [
		'users',
		'auth_user',
		'linked_game_accounts',
		'wallets',
		'transfers',
		'withdrawals',
		'earnings_buckets',
		'account_buckets',
	]) {
		await sql`vacuum (analyze) ${sql.table(table)}`.execute(owner);
	}
}
