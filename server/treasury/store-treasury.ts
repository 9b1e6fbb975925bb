import { sql } from 'kysely';
import { asUsdMicros, type RobuxCents, type UsdMicros } from '../../contract/money.ts';
import type { PaymentKind } from '../../contract/treasury.ts';
import { listBookedWalls, selectDaysEnd } from '../ledger/booked-accounts.ts';
import { cellOf, type Database, rowOf, rowsOf, type Tx } from '../lib/db/database.ts';

type PaymentRow = { id: number; kind: PaymentKind; micros: UsdMicros; reference: string | null; entered_at: Date };

type MonthOfWall = { wall: string; month: string };

export async function selectPayments(db: Database, { wall, month }: MonthOfWall, limit: number): Promise<PaymentRow[]> {
	return rowsOf<PaymentRow>(db)`
		select id, kind, micros, reference, entered_at from wall_payments
		where wall = ${wall} and month = ${`${month}-01`}::date order by id limit ${limit}
	`;
}

export type PaidInMonth = MonthOfWall & { invoiced: UsdMicros; paid: UsdMicros };

export async function selectPaidByMonth(db: Database): Promise<PaidInMonth[]> {
	return rowsOf<PaidInMonth>(db)`
		select wall, to_char(month, 'YYYY-MM') as month,
			coalesce(sum(micros) filter (where kind = 'invoiced'), 0)::bigint as invoiced,
			coalesce(sum(micros) filter (where kind = 'paid'), 0)::bigint as paid
		from wall_payments group by wall, wall_payments.month
	`;
}

type NewPayment = MonthOfWall & Omit<PaymentRow, 'id'> & { requestId: string };

export async function insertPayment(tx: Tx, payment: NewPayment): Promise<number | undefined> {
	const { requestId, wall, month, kind, micros, reference, entered_at } = payment;
	const row = await rowOf<{ id: number }>(tx)`
		insert into wall_payments (request_id, wall, month, kind, micros, reference, entered_at)
		values (${requestId}, ${wall}, ${`${month}-01`}::date, ${kind}, ${micros}, ${reference}, ${entered_at})
		on conflict (request_id) do nothing
		returning id
	`;
	return row?.id;
}

/** Sums of credits minus debits, in R$ cents. */
export type Books = {
	balance: RobuxCents;
	pending: RobuxCents;
	belowZero: RobuxCents;
	held: RobuxCents;
	promotions: RobuxCents;
	boosts: RobuxCents;
	paidOut: RobuxCents;
	firstPaidAt: Date | null;
	promised: RobuxCents;
};

export async function selectBooks(db: Database, { paidSince, now }: { paidSince: Date; now: Date }): Promise<Books> {
	return (await rowOf<Books>(db)`
		with mark as (select until from figure_marks where name = 'earnings'), wallets as (
			select coalesce(sum(balance), 0)::bigint as balance, coalesce(sum(pending), 0)::bigint as pending,
				coalesce(sum(below_zero), 0)::bigint as below_zero
			from wallet_totals
		), accounts as (
			select account, sum(moved)::bigint as moved from (
				select account, sum(credited - debited) as moved from account_days
				where account in ('payouts:held', 'house:promotions', 'house:boosts') group by 1
				union all
				select account, sum(credited - debited) from account_buckets
				where account in ('payouts:held', 'house:promotions', 'house:boosts') and starts_at >= (select until from mark)
				group by 1
			) parts group by 1
		)
		select w.balance, w.pending, w.below_zero as "belowZero",
			coalesce((select moved from accounts where account = 'payouts:held'), 0)::bigint as held,
			coalesce((select moved from accounts where account = 'house:promotions'), 0)::bigint as promotions,
			coalesce((select moved from accounts where account = 'house:boosts'), 0)::bigint as boosts,
			(
				select coalesce(sum(credited - debited), 0)::bigint from account_buckets
				where account = 'payouts:paid' and starts_at >= ${paidSince}
			) as "paidOut",
			(select min(starts_at) from account_buckets where account = 'payouts:paid') as "firstPaidAt",
			(
				select coalesce(sum(amount * (uses_max - uses)), 0)::bigint from promo_codes
				where closed_at is null and (ends_at is null or ends_at > ${now})
			) as promised
		from wallets w
	`) as Books;
}

type Running = { wall: string; percent: number; from: Date; until: Date };

export async function selectRunningBoosts(db: Database, now: Date): Promise<Running[]> {
	return rowsOf<Running>(db)`
		with latest as (
			select distinct on (wall) wall, id from wall_boosts where from_at <= ${now} order by wall, from_at desc, id desc
		)
		select b.wall, percent, from_at as from, until_at as until
		from wall_boosts b left join latest l using (wall)
		where until_at > ${now} and percent > 0 and (b.id = l.id or from_at > ${now}) order by b.wall, from_at
	`;
}

/** Within one day, with both ends on quarter-hours. */
export type Stretch = { wall: string; from: Date; until: Date };

export type EarnedInMonth = { wall: string; month: string; micros: UsdMicros };

export async function selectEarnedByMonth(db: Database): Promise<EarnedInMonth[]> {
	const walls = await listBookedWalls(db);
	const daysEnd = await selectDaysEnd(db);
	return rowsOf<EarnedInMonth>(db)`
		select wall, to_char(month, 'YYYY-MM') as month, sum(payout_micros)::bigint as micros from (
			select wall, date_trunc('month', day at time zone 'UTC') as month, payout_micros
			from earnings_days where day < ${daysEnd}
			union all
			select wall, date_trunc('month', starts_at at time zone 'UTC'), payout_micros
			from earnings_buckets where wall = any (${walls}::text[]) and starts_at >= ${daysEnd}
		) parts group by wall, month order by wall, month
	`;
}

export async function selectStretches(db: Database, stretches: readonly Stretch[]): Promise<UsdMicros[]> {
	if (stretches.length === 0) return [];
	const rows = await rowsOf<{ n: number; micros: UsdMicros }>(db)`
		select s.n::int as n, sum(b.payout_micros)::bigint as micros
		from unnest(${stretches.map(({ wall }) => wall)}::text[],
			${stretches.map(({ from }) => from.toISOString())}::timestamptz[],
			${stretches.map(({ until }) => until.toISOString())}::timestamptz[]) with ordinality
			as s (wall, from_at, until_at, n)
		join earnings_buckets b on b.wall = s.wall and b.starts_at >= s.from_at and b.starts_at < s.until_at
		group by s.n
	`;
	const micros = new Map(rows.map((row) => [row.n, row.micros]));
	return stretches.map((_, index) => micros.get(index + 1) ?? asUsdMicros(0));
}

export async function insertCover(db: Database, cover: { days: number; at: Date } | undefined): Promise<void> {
	if (!cover) return void (await sql`delete from found_cover`.execute(db));
	await sql`
		insert into found_cover (name, days, found_at) values ('cover', ${cover.days}, ${cover.at})
		on conflict (name) do update set days = excluded.days, found_at = excluded.found_at
	`.execute(db);
}

/** Longer than a few runs of the job, which runs every five minutes. */
const COVER_TTL = '20 minutes';

export async function selectCover(db: Database): Promise<number | undefined> {
	return cellOf<number>(db)`select days from found_cover where found_at > now() - ${COVER_TTL}::interval`;
}
