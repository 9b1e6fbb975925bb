import { sql } from 'kysely';
import type { Tx } from '../lib/db/database.ts';
import { boostRules } from './check-boosts.ts';
import { transferWith } from './store.ts';

export type BookProblem = { rule: string; detail: string };

export type Rule = { rule: string; violations: ReturnType<typeof sql<{ detail: string }>> };

const EXAMPLES_PER_RULE = 5;

/** What must always hold. Only in one repeatable-read transaction, so that all rules see the same moment. */
const rules: Rule[] = [
	{
		rule: 'everything sums to zero',
		violations: sql`
			select 'wallets ' || wallets || ', shared accounts ' || shared as detail
			from (select coalesce(sum(balance + pending), 0) as wallets from wallets) w,
				(select coalesce(sum(credited - debited), 0) as shared from account_buckets) s
			where wallets + shared <> 0`,
	},
	{
		rule: 'the totals of wallets equal the open wallets',
		violations: sql`
			select kept || ' kept, ' || held || ' held' as detail from (
				select (coalesce(sum(balance), 0), coalesce(sum(pending), 0), coalesce(sum(below_zero), 0))::text as kept
				from wallet_totals
			) t, (
				select (coalesce(sum(balance), 0), coalesce(sum(pending), 0), coalesce(sum(greatest(-balance, 0)), 0))::text as held
				from wallets where closed_at is null
			) w
			where kept <> held`,
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
		rule: 'nothing pending is below zero',
		violations: sql`select 'wallet ' || uid || ': ' || pending as detail from wallets where pending < 0`,
	},
	{
		rule: 'a wallet is below zero only through reversals',
		violations: sql`
			select 'wallet ' || w.uid || ': ' || w.balance as detail from wallets w
			where w.balance < 0 and w.balance <
				(select -coalesce(sum(amount), 0) from transfers t where t.uid = w.uid and t.kind in ('reversal', 'boost-reversal'))`,
	},
	{
		rule: 'a closed wallet is empty',
		violations: sql`
			select 'wallet ' || uid as detail from wallets where closed_at is not null and (balance > 0 or pending <> 0)`,
	},
	{
		rule: 'the shared accounts equal their transfers in every quarter of an hour',
		violations: sql`
			select account || ' at ' || starts_at || ': ' || coalesce(b.debited, 0) || '/' || coalesce(b.credited, 0)
				|| ' kept, ' || coalesce(t.debited, 0) || '/' || coalesce(t.credited, 0) || ' booked' as detail
			from (
				select account, starts_at, sum(debited) as debited, sum(credited) as credited
				from account_buckets group by 1, 2
			) b full join (
				select account, date_bin('15 minutes', at, 'epoch') as starts_at, sum(debited) as debited, sum(credited) as credited
				from (
					select debit as account, at, amount as debited, 0 as credited from transfers
					union all
					select credit, at, 0, amount from transfers
				) sides
				where account not in ('wallet', 'pending')
				group by 1, 2
			) t using (account, starts_at)
			where (b.debited, b.credited) is distinct from (t.debited, t.credited)`,
	},
	{
		rule: 'what partners owe equals their transfers in every quarter of an hour',
		violations: sql`
			select wall || ' at ' || starts_at || ': ' || coalesce(b.micros, 0) || ' kept, ' || coalesce(t.micros, 0)
				|| ' booked' as detail
			from (
				select wall, starts_at, sum(payout_micros) as micros from earnings_buckets group by 1, 2
			) b full join (
				select substr(case when debit like 'partner:%' then debit else credit end, 9) as wall,
					date_bin('15 minutes', at, 'epoch') as starts_at, sum(payout_micros) as micros
				from transfers where payout_micros <> 0 group by 1, 2
			) t using (wall, starts_at)
			where coalesce(b.micros, 0) <> coalesce(t.micros, 0)`,
	},
	{
		rule: 'a credit is reversed once, by no more than it was',
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
		rule: 'losses are of closed wallets',
		violations: sql`
			select t.uid || ' ' || t.reference as detail from transfers t left join wallets w using (uid)
			where t.kind in ('loss', 'boost-loss') and w.closed_at is null`,
	},
	{
		rule: 'what is released or cancelled was held, in full',
		violations: sql`
			select e.uid || ' ' || e.reference as detail
			from transfers e
			cross join lateral (select regexp_replace(e.reference, '/[^/]+$', '/credit') as held) s
			left join lateral ${transferWith('e.uid', 's.held')} h on h.reference = s.held and h.kind = 'credit-hold'
			where e.kind in ('credit-release', 'credit-cancel') and h.amount is distinct from e.amount`,
	},
	{
		rule: 'a held credit is released or cancelled, not both',
		violations: sql`
			select uid || ' ' || regexp_replace(reference, '/[^/]+$', '') as detail
			from transfers where kind in ('credit-release', 'credit-cancel')
			group by uid, regexp_replace(reference, '/[^/]+$', '') having count(*) > 1`,
	},
];

export function checkLedger(tx: Tx): Promise<BookProblem[]> {
	return findProblems(tx, [...rules, ...boostRules]);
}

/** Runs each rule. @returns one problem for each that does not hold, with examples. */
export async function findProblems(tx: Tx, rules: readonly Rule[]): Promise<BookProblem[]> {
	const problems: BookProblem[] = [];
	for (const { rule, violations } of rules) {
		const { rows } = await sql<{ detail: string }>`
			select detail from (${violations}) violations limit ${EXAMPLES_PER_RULE}
		`.execute(tx);
		if (rows.length > 0) problems.push({ rule, detail: rows.map((row) => row.detail).join('; ') });
	}
	return problems;
}
