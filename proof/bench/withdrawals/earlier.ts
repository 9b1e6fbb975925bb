import { sql } from 'kysely';
import type { Database } from '../../../server/lib/db/database.ts';

const AMOUNT_CENTS = 50_00;
const PRICE = 71;
const OF_EACH = 10;
const DAYS = 100;
const CHUNK = 200_000;
const UID = '00000000-0000-4000-a000-';
const WALL = 'earlier';
export const EARLIER_FROM = `${UID}000000000000`;

/** Fills the tables first, because plans must not be made for empty ones. */
export async function fillEarlier(owner: Database, count: number): Promise<void> {
	await sql`set statement_timeout = 0`.execute(owner);
	for (let first = 1; first <= count; first += CHUNK) {
		const last = Math.min(first + CHUNK - 1, count);
		const numbered = sql`
			(
				select n, (${UID} || lpad((n / ${OF_EACH})::text, 12, '0'))::uuid as uid, md5('earlier/' || n)::uuid as id,
					date_trunc('second', now()) - make_interval(days => ${DAYS}) + n * (interval '1 day' * ${DAYS - 1} / ${count}::int) as at
				from generate_series(${first}::int, ${last}::int) n
			) w`;
		await sql`
			insert into withdrawals (uid, id, order_id, request_id, state, amount, price, roblox_username, platform_user_id,
				place_id, universe_id, pass_id, vendor, is_pre_order, attempts, first_sent_at, last_sent_at, is_acknowledged, asks,
				fence, vendor_status, created_at, updated_at, version, reconciled_at)
			select uid, id, 'W-' || upper(left(md5(n::text), 16)), md5('request/' || n)::uuid, 'completed', ${AMOUNT_CENTS},
				${PRICE}, 'earlier_' || n / ${OF_EACH}, 1000000 + n / ${OF_EACH}, n, n, n, 'rbxcrate', true, 1, at, at, true, 1, 2,
				'Completed', at, at, 1 + n % ${OF_EACH}, at
			from ${numbered}
		`.execute(owner);
		await sql`
			insert into transfers (uid, at, amount, kind, debit, credit, reference)
			select uid, at, ${AMOUNT_CENTS}, kind, debit, credit, reference
			from ${numbered}, lateral (values
				('credit', ${`partner:${WALL}`}, 'wallet', ${`offer/${WALL}/`} || n || '/credit'),
				('withdrawal-hold', 'wallet', 'payouts:held', 'withdrawal/' || id || '/hold'),
				('withdrawal-paid', 'payouts:held', 'payouts:paid', 'withdrawal/' || id || '/paid')
			) as t (kind, debit, credit, reference)
		`.execute(owner);
	}
	await sql`
		insert into wallets (uid, earned, withdrawn)
		select uid, sum(amount), sum(amount) from withdrawals where roblox_username like 'earlier%' group by uid
	`.execute(owner);
	await sql`
		insert into account_buckets (account, starts_at, debited, credited)
		select account, date_bin('15 minutes', at, 'epoch'), coalesce(sum(amount) filter (where account = debit), 0),
			coalesce(sum(amount) filter (where account = credit), 0)
		from transfers, lateral (values (debit), (credit)) as a (account)
		where account <> 'wallet' and uid >= ${EARLIER_FROM}::uuid group by 1, 2
	`.execute(owner);
	await sql`insert into booked_accounts select distinct account from account_buckets on conflict do nothing`.execute(
		owner,
	);
}
