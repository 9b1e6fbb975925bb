import { sql } from 'kysely';
import type { Database } from '../lib/db/database.ts';

export function inParts(parts: readonly string[] | null, column = 'part') {
	return sql`(${sql.ref(column)} = any (${parts}::uuid[]) or ${parts}::uuid[] is null)`;
}

/** Needs the owner's privileges. @param closedBeforeMs earlier intervals have no writers left. */
export async function compactAccountBuckets(owner: Database, closedBeforeMs: number): Promise<void> {
	for (const parts of await owner.engine.partsOf('account_buckets')) {
		await sql`
			with crowded as (
				select account, starts_at from account_buckets
				where ${inParts(parts)} and starts_at < ${new Date(closedBeforeMs)}
				group by account, starts_at having count(*) > 1
			), taken as (
				delete from account_buckets b using crowded c
				where ${inParts(parts, 'b.part')} and b.account = c.account and b.starts_at = c.starts_at
				returning b.part, b.account, b.starts_at, b.debited, b.credited
			)
			insert into account_buckets (part, account, starts_at, debited, credited)
			select (array_agg(part))[1], account, starts_at, sum(debited), sum(credited) from taken group by account, starts_at
		`.execute(owner);
	}
}

export async function compactWalletTotals(owner: Database): Promise<void> {
	for (const parts of await owner.engine.partsOf('wallet_totals')) {
		await sql`
			with taken as (delete from wallet_totals where ${inParts(parts)} returning part, balance, pending, below_zero)
			insert into wallet_totals (part, balance, pending, below_zero)
			select (array_agg(part))[1], sum(balance), sum(pending), sum(below_zero) from taken having count(*) > 0
		`.execute(owner);
	}
}
