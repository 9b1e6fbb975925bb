import { sql } from 'kysely';
import type { Database } from '../lib/db/database.ts';
import { uidOf } from './store-seed.ts';

const OFFERS_MAX = 150;
/** Of each offer's clicks seven lead to a credit of its first step, some minutes to some hours later. */
const CLICKS = 10;
const COMPLETED = 7;

/**
 * People go to offers that the catalogue has, and most are credited: what its cards say of time and share comes of that. One
 * complete statement, as those beside. Does nothing where no feed has answered yet.
 */
export async function insertCompletions(
	owner: Database,
	{ users, run }: { users: number; run: string },
): Promise<void> {
	if (users < CLICKS) return;
	await sql`
		with offered as (
			select row_number() over (order by md5(id)) as n, id, wall, key, document ->> 'title' as title,
				(document #>> '{steps,0,rewardCents}')::bigint as amount, (document #>> '{steps,0,payoutMicros}')::bigint as micros
			from offers where gone_at is null and (document #>> '{steps,0,rewardCents}')::bigint > 0 order by 1 limit ${OFFERS_MAX}
		), made as materialized (
			select o.*, p, ${uidOf(sql`1 + (o.n * ${CLICKS} + p) % ${users}`)} as uid,
				now() - interval '2 days' - random() * interval '20 days' as at,
				(5 + floor(power(1.7, o.n % 11) * (0.5 + random())))::int * interval '1 minute' as took
			from offered o, generate_series(1, ${CLICKS}) p
		), clicked as (
			insert into clicks (uid, id, at, wall, offer_id, offer_key, title, country, device)
			select uid, gen_random_uuid(), at, wall, id, key, title, null, 'Chrome on Android' from made
		), credits as (
			select uid, least(at + took, now() - interval '2 minutes') as at, amount, micros, wall, key, title,
				'offer/' || wall || '/' || ${run} || n || '-' || p || '/credit' as reference
			from made where p <= ${COMPLETED}
		), booked as (
			insert into transfers (uid, at, amount, payout_micros, kind, debit, credit, reference, offer_id, offer_name)
			select uid, at, amount, micros, 'credit', 'partner:' || wall, 'wallet', reference, key, title from credits order by at
		), paid_in as (
			update wallets w set balance = balance + c.amount, earned = earned + c.amount
			from (select uid, sum(amount) as amount from credits group by uid) c where w.uid = c.uid
		), totals as (
			insert into wallet_totals (balance, pending, below_zero) select coalesce(sum(amount), 0), 0, 0 from credits
		), earnings as (
			insert into earnings_buckets (wall, starts_at, payout_micros)
			select wall, date_bin('15 minutes', at, 'epoch'), sum(micros) from credits group by 1, 2
		)
		insert into account_buckets (account, starts_at, debited, credited)
		select 'partner:' || wall, date_bin('15 minutes', at, 'epoch'), sum(amount), 0 from credits group by 1, 2
	`.execute(owner);
}
