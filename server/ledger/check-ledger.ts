import { type RawBuilder, sql } from 'kysely';
import { rowsOf, type Tx } from '../lib/db/database.ts';
import { transferWith } from './store.ts';

const boostRules: { rule: string; violations: RawBuilder<{ detail: string }> }[] = [
	{
		rule: 'each boost has a credit in the same state',
		violations: sql<{ detail: string }>`
			select b.uid || ' ' || b.reference as detail
			from transfers b left join lateral ${named('b', 'boost', 'credit')} c on true
			where b.kind in ('boost', 'boost-hold')
				and (b.kind = 'boost') is distinct from (case c.kind when 'credit' then true when 'credit-hold' then false end)`,
	},
	{
		rule: 'a boost follows its credit by the same share',
		violations: sql<{ detail: string }>`
			select b.uid || ' ' || b.reference as detail
			from transfers b
			join lateral ${named('b', 'boost', 'credit')} c on true
			left join lateral ${named('b', 'boost', 'release')} released on true
			left join lateral ${named('b', 'boost', 'cancel')} cancelled on true
			left join lateral ${named('b', 'boost', 'reversal')} reversed on true
			left join lateral ${named('b', 'boost', 'boost-release')} too_released on true
			left join lateral ${named('b', 'boost', 'boost-cancel')} too_cancelled on true
			left join lateral ${named('b', 'boost', 'boost-reversal')} too_reversed on true
			where b.kind in ('boost', 'boost-hold') and (
				too_released.amount is distinct from case when released.id is not null then b.amount end
				or too_cancelled.amount is distinct from case when cancelled.id is not null then b.amount end
				or too_reversed.amount is distinct from
					b.amount - div((c.amount - reversed.amount)::numeric * b.amount, c.amount)::bigint
				or (too_reversed.kind = 'boost-loss') is distinct from (reversed.kind = 'loss'))`,
	},
	{
		rule: 'a boost is only reversed or released if it was given',
		violations: sql<{ detail: string }>`
			select e.uid || ' ' || e.reference as detail
			from transfers e
			left join lateral ${named('e', 'boost-[a-z]+', 'boost')} b on b.kind in ('boost', 'boost-hold')
			where e.kind in ('boost-release', 'boost-cancel', 'boost-reversal', 'boost-loss') and b.id is null`,
	},
];

function named(of: string, own: string, other: string): RawBuilder<unknown> {
	const reference = `regexp_replace(${of}.reference, '/${own}$', '/${other}')`;
	return sql`(
		select id, kind, amount from ${transferWith(`${of}.uid`, reference)} t where reference = ${sql.raw(reference)}
	)`;
}

export type BookProblem = { rule: string; detail: string };

export type Rule = { rule: string; violations: ReturnType<typeof sql<{ detail: string }>> };

const EXAMPLES_PER_RULE = 5;

/** All rules need one snapshot. A sharded database has none, so each comparison reads both sums in one `union all`. */
const rules: Rule[] = [
	{
		rule: 'everything sums to zero',
		violations: sql`
			select 'wallets ' || wallets || ', shared accounts ' || shared as detail from (
				select coalesce(sum(wallets), 0) as wallets, coalesce(sum(shared), 0) as shared from (
					select uid, balance + pending as wallets, 0 as shared from wallets
					union all
					select part, 0, credited - debited from account_buckets
				) both_sides
			) sums where wallets + shared <> 0`,
	},
	{
		rule: 'the totals of wallets equal the open wallets',
		violations: sql`
			select 'kept less held: ' || balance || ', ' || pending || ', ' || below_zero as detail from (
				select coalesce(sum(balance), 0) as balance, coalesce(sum(pending), 0) as pending,
					coalesce(sum(below_zero), 0) as below_zero
				from (
					select part as uid, balance, pending, below_zero from wallet_totals
					union all
					select uid, -balance, -pending, -greatest(-balance, 0) from wallets where closed_at is null
				) both_sides
			) sums where (balance, pending, below_zero) <> (0, 0, 0)`,
	},
	{
		rule: 'each wallet equals its transfers',
		violations: sql`
			select 'wallet ' || uid || ': ' || w.balance || ' and ' || w.pending || ' kept, ' || coalesce(t.balance, 0)
				|| ' and ' || coalesce(t.pending, 0) || ' booked' as detail
			from wallets w full join (
				select uid,
					sum(case 'wallet' when credit then amount when debit then -amount else 0 end) as balance,
					sum(case 'pending' when credit then amount when debit then -amount else 0 end) as pending,
					sum(case kind when 'credit' then amount when 'credit-release' then amount when 'reversal' then -amount
						else 0 end) as earned,
					sum(case credit when 'payouts:paid' then amount else 0 end) as withdrawn
				from transfers group by uid
			) t using (uid)
			where (w.balance, w.pending, w.earned, w.withdrawn) is distinct from
				(coalesce(t.balance, 0), coalesce(t.pending, 0), coalesce(t.earned, 0), coalesce(t.withdrawn, 0))`,
	},
	{
		rule: 'no pending balance is negative',
		violations: sql`select 'wallet ' || uid || ': ' || pending as detail from wallets where pending < 0`,
	},
	{
		rule: 'a wallet is only negative because of reversals',
		violations: sql`
			select 'wallet ' || w.uid || ': ' || w.balance as detail from wallets w
			where w.balance < 0 and w.balance <
				(select -coalesce(sum(amount), 0) from transfers t where t.uid = w.uid and t.kind in ('reversal', 'boost-reversal', 'bounty-reversal', 'import-reversal'))`,
	},
	{
		rule: 'a closed wallet is empty',
		violations: sql`
			select 'wallet ' || uid as detail from wallets where closed_at is not null and (balance > 0 or pending <> 0)`,
	},
	{
		rule: 'the shared accounts equal their transfers in every quarter of an hour',
		violations: sql`
			select account || ' at ' || starts_at || ': ' || kept_debited || '/' || kept_credited || ' kept, ' || debited || '/'
				|| credited || ' booked' as detail
			from (
				select account, starts_at, sum(kept_debited) as kept_debited, sum(kept_credited) as kept_credited,
					sum(debited) as debited, sum(credited) as credited
				from (
					select part as uid, account, starts_at, debited as kept_debited, credited as kept_credited, 0 as debited,
						0 as credited
					from account_buckets
					union all
					select uid, debit, date_bin('15 minutes', at, 'epoch'), 0, 0, amount, 0 from transfers
					where debit not in ('wallet', 'pending')
					union all
					select uid, credit, date_bin('15 minutes', at, 'epoch'), 0, 0, 0, amount from transfers
					where credit not in ('wallet', 'pending')
				) sides
				group by 1, 2
			) sums
			where (kept_debited, kept_credited) <> (debited, credited)`,
	},
	{
		rule: 'what partners owe equals their transfers in every quarter of an hour',
		violations: sql`
			select wall || ' at ' || starts_at || ': ' || kept || ' kept, ' || booked || ' booked' as detail
			from (
				select wall, starts_at, sum(kept) as kept, sum(booked) as booked from (
					select part as uid, wall, starts_at, payout_micros as kept, 0 as booked from earnings_buckets
					union all
					select uid, substr(case when debit like 'partner:%' then debit else credit end, 9),
						date_bin('15 minutes', at, 'epoch'), 0, payout_micros
					from transfers where payout_micros <> 0
				) both_sides
				group by 1, 2
			) sums
			where kept <> booked`,
	},
	{
		rule: 'a credit is reversed at most once, by at most its amount',
		violations: sql`
			select r.uid || ' ' || r.reference as detail
			from transfers r
			cross join lateral (select regexp_replace(r.reference, '/reversal$', '') as stem) s
			left join lateral ${transferWith('r.uid', "(s.stem || '/credit')")} c on c.reference = s.stem || '/credit'
			left join lateral ${transferWith('r.uid', "(s.stem || '/release')")} released
				on released.reference = s.stem || '/release'
			where r.kind in ('reversal', 'loss') and (c.id is null or r.amount > c.amount
				or (c.kind <> 'credit' and (c.kind <> 'credit-hold' or released.id is null)))`,
	},
	{
		rule: 'losses belong to closed wallets',
		violations: sql`
			select t.uid || ' ' || t.reference as detail from transfers t left join wallets w using (uid)
			where t.kind in ('loss', 'boost-loss') and w.closed_at is null`,
	},
	{
		rule: 'only held credits are released or cancelled, in full',
		violations: sql`
			select e.uid || ' ' || e.reference as detail
			from transfers e
			cross join lateral (select regexp_replace(e.reference, '/[^/]+$', '/credit') as held) s
			left join lateral ${transferWith('e.uid', 's.held')} h on h.reference = s.held and h.kind = 'credit-hold'
			where e.kind in ('credit-release', 'credit-cancel') and h.amount is distinct from e.amount`,
	},
	{
		rule: 'a held credit is not both released and cancelled',
		violations: sql`
			select uid || ' ' || regexp_replace(reference, '/[^/]+$', '') as detail
			from transfers where kind in ('credit-release', 'credit-cancel')
			group by uid, regexp_replace(reference, '/[^/]+$', '') having count(*) > 1`,
	},
];

export const checkLedger = (tx: Tx): Promise<BookProblem[]> => findProblems(tx, [...rules, ...boostRules]);

export async function findProblems(tx: Tx, rules: readonly Rule[]): Promise<BookProblem[]> {
	const problems: BookProblem[] = [];
	for (const { rule, violations } of rules) {
		const rows = await rowsOf<{ detail: string }>(tx)`
			select detail from (${violations}) violations limit ${EXAMPLES_PER_RULE}
		`;
		if (rows.length > 0) problems.push({ rule, detail: rows.map((row) => row.detail).join('; ') });
	}
	return problems;
}
