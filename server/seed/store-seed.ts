import { type RawBuilder, sql } from 'kysely';
import { type Database, inTransaction, rowOf, rowsOf, type Tx } from '../lib/db/database.ts';

/** Each function runs one transaction and leaves the ledger consistent. */

const DAY = '1 day';
const DAYS = 180;
const EARNING_DAYS = DAYS / 2;
const WALLS = 10;
const EMAIL_DOMAIN = '@seed.invalid';

/** Returns a version 4 uuid, which the contract requires. */
export function uidOf(n: RawBuilder<unknown>): RawBuilder<unknown> {
	return sql`overlay(overlay(md5('seed/' || ${n}) placing '4' from 13) placing '8' from 17)::uuid`;
}

export async function hasOldUsers(owner: Database): Promise<boolean> {
	const rows = await rowsOf(owner)`select from users where uid = md5('seed/1')::uuid`;
	return rows.length > 0;
}

export async function countUsersOf(owner: Database): Promise<{ seeded: number; real: number }> {
	const row = await rowOf<{ seeded: number; real: number }>(owner)`
		select count(*) filter (where email like ${`%${EMAIL_DOMAIN}`})::int as seeded,
			count(*) filter (where email not like ${`%${EMAIL_DOMAIN}`} and u.role is null)::int as real
		from auth_user a join users u on u.uid = a.id
	`;
	return row ?? { seeded: 0, real: 0 };
}

export async function insertUsers(owner: Database, first: number, last: number, total: number): Promise<void> {
	await inTransaction(owner, async (tx) => {
		await keepAs(
			tx,
			'made',
			sql`
				select n, ${uidOf(sql`n`)} as uid,
					now() - ${DAYS} * interval '${sql.raw(DAY)}' * (1 - n::float / ${total}) as created_at,
					case when random() < 0.7 then 'seed_' || substr(md5('name/' || n), 1, 5) || '_' || n end as name,
					random() as here
				from generate_series(${first}::bigint, ${last}::bigint) n`,
		);
		await sql`
			insert into auth_user (id, name, email, email_verified, birth_year, age_known, created_at, updated_at)
			select uid, 'Person ' || n, 'person-' || n || ${EMAIL_DOMAIN}, true, 1980 + n % 25, true, created_at, created_at
			from made
		`.execute(tx);
		await sql`
			insert into users (uid, roblox_username, platform_user_id, last_access, created_at)
			select uid, name, case when name is not null then 9000000000 + n end,
				case when here < 0.95 then now() - (now() - created_at) * here * here end, created_at
			from made
		`.execute(tx);
		await sql`
			insert into linked_game_accounts (platform_user_id, uid, roblox_username, linked_at)
			select 9000000000 + n, uid, name, created_at from made where name is not null
		`.execute(tx);
		await sql`insert into wallets (uid) select uid from made`.execute(tx);
	});
}

export async function insertCredits(
	owner: Database,
	first: number,
	last: number,
	{ total, users, run }: { total: number; users: number; run: string },
): Promise<void> {
	await inTransaction(owner, (tx) =>
		bookSides(
			tx,
			sql`
				with made as materialized (
					select n, ${uidOf(sql`1 + floor(power(random(), 1.5) * ${users} * (1 + n::float / ${total}) / 2)`)} as uid,
						now() - ${EARNING_DAYS} * interval '${sql.raw(DAY)}' * (1 - n::float / ${total}) - interval '2 minutes' as at,
						'seed-' || 1 + floor(random() * random() * ${WALLS}) as wall,
						100 + floor(random() * random() * 20000)::bigint as amount, random() < 0.02 as is_reversed
					from generate_series(${first}::bigint, ${last}::bigint) n
				)
				select uid, at, amount, amount * 110 as micros, 'credit' as kind, 'partner:' || wall as debit, 'wallet' as credit,
					'offer/' || wall || '/' || ${run}::text || n || '/credit' as reference, (n % 500)::text as offer_id,
					'Reach level ' || n % 500 as offer_name
				from made
				union all
				select uid, at + interval '1 minute', amount, amount * -110, 'reversal', 'wallet', 'partner:' || wall,
					'offer/' || wall || '/' || ${run}::text || n || '/reversal', (n % 500)::text, 'Reach level ' || n % 500
				from made where is_reversed`,
		),
	);
}

/** Every fiftieth withdrawal is refunded. @returns their number, at most `limit`. */
export async function insertWithdrawals(owner: Database, first: number, last: number, limit: number): Promise<number> {
	return inTransaction(owner, async (tx) => {
		await keepAs(
			tx,
			'made',
			sql`
				select w.uid, gen_random_uuid() as id, u.roblox_username as name, random() < 0.02 as is_refunded,
					least(greatest(5, floor(random() * w.balance / 200)), 1500)::bigint * 100 as amount,
					now() - (now() - u.created_at) * (0.02 + 0.9 * random()) as at,
					(select coalesce(max(version), 0) + 1 from withdrawals v where v.uid = w.uid) as version
				from generate_series(${first}::bigint, ${last}::bigint) n
				join wallets w on w.uid = ${uidOf(sql`n`)} join users u on u.uid = w.uid
				where w.balance >= 1000 limit ${limit}`,
		);
		await sql`
			insert into withdrawals (uid, id, order_id, state, amount, price, roblox_username, vendor, is_pre_order, attempts,
				created_at, updated_at, version, reconciled_at)
			select uid, id, 'seed-' || id, case when is_refunded then 'failed' else 'completed' end, amount,
				(amount + 35) / 70, name, 'manual', false, 1, at, at + interval '1 hour', version, at + interval '1 hour'
			from made
		`.execute(tx);
		await bookSides(
			tx,
			sql`
				select uid, at, amount, null::bigint as micros, 'withdrawal-hold' as kind, 'wallet' as debit,
					'payouts:held' as credit, 'withdrawal/' || id || '/hold' as reference, null::text as offer_id,
					null::text as offer_name
				from made
				union all
				select uid, at + interval '1 hour', amount, null,
					case when is_refunded then 'withdrawal-refund' else 'withdrawal-paid' end, 'payouts:held',
					case when is_refunded then 'wallet' else 'payouts:paid' end,
					'withdrawal/' || id || case when is_refunded then '/refund' else '/paid' end, null, null
				from made`,
		);
		const row = await rowOf<{ count: number }>(tx)`select count(*)::int as count from made`;
		return row?.count ?? 0;
	});
}

export async function deriveFromSeed(owner: Database): Promise<void> {
	await inTransaction(owner, async (tx) => {
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

const OFFERS_MAX = 150;
const CLICKS = 10;
const COMPLETED = 7;

export async function insertCompletions(owner: Database, { users, run }: { users: number; run: string }) {
	if (users < CLICKS) return;
	await inTransaction(owner, async (tx) => {
		await keepAs(
			tx,
			'made',
			sql`
				with offered as (
					select row_number() over (order by md5(id)) as n, id, wall, key, document ->> 'title' as title,
						(document #>> '{steps,0,rewardCents}')::bigint as amount,
						(document #>> '{steps,0,payoutMicros}')::bigint as micros
					from offers where gone_at is null and (document #>> '{steps,0,rewardCents}')::bigint > 0
					order by 1 limit ${OFFERS_MAX}
				)
				select o.*, p, ${uidOf(sql`1 + (o.n * ${CLICKS} + p) % ${users}`)} as uid,
					now() - interval '2 days' - random() * interval '20 days' as at,
					(5 + floor(power(1.7, o.n % 11) * (0.5 + random())))::int * interval '1 minute' as took
				from offered o, generate_series(1, ${CLICKS}) p`,
		);
		await sql`
			insert into clicks (uid, id, at, wall, offer_id, offer_key, title, country, device)
			select uid, gen_random_uuid(), at, wall, id, key, title, null, 'Chrome on Android' from made
		`.execute(tx);
		await bookSides(
			tx,
			sql`
				select uid, least(at + took, now() - interval '2 minutes') as at, amount, micros, 'credit' as kind,
					'partner:' || wall as debit, 'wallet' as credit,
					'offer/' || wall || '/' || ${run}::text || n || '-' || p || '/credit' as reference, key as offer_id,
					title as offer_name
				from made where p <= ${COMPLETED}`,
		);
	});
}

const BINNED = sql`date_bin('15 minutes', at, 'epoch')`;

async function keepAs(tx: Tx, name: string, made: RawBuilder<unknown>): Promise<void> {
	await sql`create temporary table ${sql.table(name)} on commit drop as ${made}`.execute(tx);
}

/** @param sides query with the columns uid, at, amount, micros, kind, debit, credit, reference, offer_id, offer_name. */
export async function bookSides(tx: Tx, sides: RawBuilder<unknown>): Promise<void> {
	const part = sql.raw(tx.engine.partOf('uid'));
	await keepAs(tx, 'sides', sides);
	await sql`
		insert into transfers (uid, at, amount, payout_micros, kind, debit, credit, reference, offer_id, offer_name)
		select uid, at, amount, micros, kind, debit, credit, reference, offer_id, offer_name from sides order by at
	`.execute(tx);
	await keepAs(
		tx,
		'changes',
		sql`
			select uid, sum(case 'wallet' when credit then amount when debit then -amount else 0 end)::bigint as balance,
				sum(case kind when 'credit' then amount when 'reversal' then -amount else 0 end)::bigint as earned,
				sum(case credit when 'payouts:paid' then amount else 0 end)::bigint as withdrawn
			from sides group by uid`,
	);
	await sql`
		update wallets w set balance = w.balance + c.balance, earned = w.earned + c.earned, withdrawn = w.withdrawn + c.withdrawn
		from changes c where w.uid = c.uid
	`.execute(tx);
	await sql`
		insert into wallet_totals (part, balance, pending, below_zero)
		select part, sum(change), 0, sum(greatest(-balance, 0) - greatest(change - balance, 0)) from (
			select ${part} as part, w.balance, c.balance as change from wallets w join changes c using (uid)
		) changed group by part
	`.execute(tx);
	await sql`
		insert into earnings_buckets (part, wall, starts_at, payout_micros)
		select ${part}, substr(case when debit like 'partner:%' then debit else credit end, 9), ${BINNED}, sum(micros)
		from sides where micros <> 0 group by 1, 2, 3
	`.execute(tx);
	await sql`
		insert into account_buckets (part, account, starts_at, debited, credited)
		select ${part}, account, ${BINNED}, sum(debited), sum(credited) from (
			select uid, debit as account, at, amount as debited, 0 as credited from sides
			union all
			select uid, credit, at, 0, amount from sides
		) s where account <> 'wallet' group by 1, 2, 3
	`.execute(tx);
	await sql`
		insert into booked_accounts (account)
		select debit from sides where debit <> 'wallet' union select credit from sides where credit <> 'wallet'
		on conflict do nothing
	`.execute(tx);
	await sql`drop table sides, changes`.execute(tx);
}
