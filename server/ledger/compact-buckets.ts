import { sql } from 'kysely';
import type { Database } from '../lib/db/database.ts';

/**
 * Folds each shared account's closed quarter of an hour into one row. Needs the owner's privileges.
 * @param closedBeforeMs intervals that start before this have no writers left.
 */
export async function compactAccountBuckets(owner: Database, closedBeforeMs: number): Promise<void> {
	await sql`
		with crowded as (
			select account, starts_at from account_buckets where starts_at < ${new Date(closedBeforeMs)}
			group by account, starts_at having count(*) > 1
		), taken as (
			delete from account_buckets b using crowded c
			where b.account = c.account and b.starts_at = c.starts_at
			returning b.account, b.starts_at, b.debited, b.credited
		)
		insert into account_buckets (account, starts_at, debited, credited)
		select account, starts_at, sum(debited), sum(credited) from taken group by account, starts_at
	`.execute(owner);
}

/** Folds the changes of what all wallets hold into one row. Needs the owner's privileges. */
export async function compactWalletTotals(owner: Database): Promise<void> {
	await sql`
		with taken as (delete from wallet_totals returning balance, pending, below_zero)
		insert into wallet_totals (balance, pending, below_zero)
		select sum(balance), sum(pending), sum(below_zero) from taken having count(*) > 0
	`.execute(owner);
}
