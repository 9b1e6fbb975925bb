import { sql } from 'kysely';
import type { Database } from '../lib/db/database.ts';

function inParts(parts: readonly string[] | null, column = 'part') {
	return sql`(${sql.ref(column)} = any (${parts}::uuid[]) or ${parts}::uuid[] is null)`;
}

const bucketTables = {
	account_buckets: { of: 'account', sums: ['debited', 'credited'] },
	earnings_buckets: { of: 'wall', sums: ['payout_micros'] },
};

/** Needs the owner's privileges. @param closedBeforeMs earlier intervals have no writers left. */
export async function compactBuckets(owner: Database, name: keyof typeof bucketTables, closedBeforeMs: number) {
	const { of, sums } = bucketTables[name];
	const [table, key, columns] = [sql.table(name), sql.ref(of), sql.join(sums.map((sum) => sql.ref(sum)))];
	for (const parts of await owner.engine.partsOf(name)) {
		await sql`
			with crowded as (
				select ${key} as name, starts_at from ${table}
				where ${inParts(parts)} and starts_at < ${new Date(closedBeforeMs)}
				group by ${key}, starts_at having count(*) > 1
			), taken as (
				delete from ${table} b using crowded c
				where ${inParts(parts, 'b.part')} and b.${key} = c.name and b.starts_at = c.starts_at
				returning b.*
			)
			insert into ${table} (part, ${key}, starts_at, ${columns})
			select (array_agg(part))[1], ${key}, starts_at, ${sql.join(sums.map((sum) => sql`sum(${sql.ref(sum)})`))}
			from taken group by ${key}, starts_at
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
