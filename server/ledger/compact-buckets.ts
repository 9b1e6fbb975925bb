import { sql } from 'kysely';
import type { Database } from '../lib/db/database.ts';
import { inPart, nameOf, partsOf } from '../lib/db/spread/parts.ts';

/**
 * Folds each shared account's closed quarter of an hour into one row. Needs the owner's privileges.
 * @param closedBeforeMs intervals that start before this have no writers left.
 */
export async function compactAccountBuckets(owner: Database, closedBeforeMs: number): Promise<void> {
	for (const part of await partsOf(owner, 'account_buckets')) {
		await sql`
			with crowded as (
				select account, starts_at from account_buckets
				where ${inPart(part)} and starts_at < ${new Date(closedBeforeMs)}
				group by account, starts_at having count(*) > 1
			), taken as (
				delete from account_buckets b using crowded c
				where ${inPart(part, 'b.part')} and b.account = c.account and b.starts_at = c.starts_at
				returning b.account, b.starts_at, b.debited, b.credited
			)
			insert into account_buckets (part, account, starts_at, debited, credited)
			select ${nameOf(part)}, account, starts_at, sum(debited), sum(credited) from taken group by account, starts_at
		`.execute(owner);
	}
}

/** Folds the changes of what all wallets hold into one row. Needs the owner's privileges. */
export async function compactWalletTotals(owner: Database): Promise<void> {
	for (const part of await partsOf(owner, 'wallet_totals')) {
		await sql`
			with taken as (delete from wallet_totals where ${inPart(part)} returning balance, pending, below_zero)
			insert into wallet_totals (part, balance, pending, below_zero)
			select ${nameOf(part)}, sum(balance), sum(pending), sum(below_zero) from taken having count(*) > 0
		`.execute(owner);
	}
}
