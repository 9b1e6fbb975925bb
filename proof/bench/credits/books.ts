import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { checkBooks } from '../../../server/books/check-books.ts';
import type { Database } from '../../../server/lib/db/database.ts';
import { cellOf, rowOf, rowsOf } from '../../../server/lib/db/rows.ts';
import { FILLED_ACCOUNT } from './filled.ts';
import { creditOf, kindOf, walletsSql } from './postback-mix.ts';

export type NumberRange = { first: number; end: number; hot: boolean };

const CHUNK = 20_000;

export async function openWallets(owner: Database): Promise<void> {
	await sql.raw(walletsSql).execute(owner);
	await sql`vacuum analyze wallets`.execute(owner);
}

/** @param acknowledgedPath file with one byte per postback number; 1 is an acknowledged credit. */
export async function verifyBooks(
	owner: Database,
	acknowledgedPath: string,
	ranges: readonly NumberRange[],
): Promise<{ problems: string[]; acknowledged: number; booked: number }> {
	const bytes = await readFile(acknowledgedPath);
	const problems: string[] = [];
	let acknowledged = 0;
	let sent = 0;
	for (const { first, end, hot } of ranges) {
		for (let start = first; start < end; start += CHUNK) {
			const numbers = numbersBetween(start, Math.min(start + CHUNK, end));
			sent += numbers.filter((n) => kindOf(n, first) === 'credit').length;
			const credits = numbers.filter((n) => bytes[n] === 1).map((n) => creditOf(n, hot));
			acknowledged += credits.length;
			const found = await countBooked(owner, credits);
			if (found !== credits.length) {
				problems.push(`${credits.length - found} of the credits acknowledged from ${start} on are not in the books`);
			}
		}
	}
	const booked = await countCredits(owner);
	if (booked.count !== booked.distinct) problems.push(`${booked.count - booked.distinct} credits are booked twice`);
	if (booked.count > sent) problems.push(`${booked.count} credits are booked, but only ${sent} were sent`);
	for (const { rule, detail } of await checkBooks(owner)) problems.push(`${rule}: ${detail}`);
	return { problems, acknowledged, booked: booked.count };
}

async function countBooked(owner: Database, credits: readonly ReturnType<typeof creditOf>[]): Promise<number> {
	const found = await cellOf<number>(owner)`
		select count(*) from unnest(
			${credits.map((credit) => credit.uid)}::uuid[], ${credits.map((credit) => credit.reference)}::text[],
			${credits.map((credit) => credit.amountCents)}::bigint[], ${credits.map((credit) => `partner:${credit.wall}`)}::text[]
		) as sent (uid, reference, amount, debit)
		join transfers t using (uid, reference, amount, debit)
		-- By the index of references: by the user alone, the hot one would be read through for each of theirs.
		where hashtextextended(t.reference, 0) = hashtextextended(sent.reference, 0)
			and credit = 'wallet' and kind = 'credit'`;
	return found ?? 0;
}

async function countCredits(owner: Database): Promise<{ count: number; distinct: number }> {
	const found = await rowOf<{ count: number; distinct: number }>(owner)`
		select count(*) as count, count(distinct reference) as distinct
		from transfers where kind = 'credit' and debit <> ${FILLED_ACCOUNT}`;
	return found ?? { count: 0, distinct: 0 };
}

export type Sizes = { bytesPerCredit: number; perTable: Record<string, number>; logBytesPerPostback: number };

const LOG_TABLE = 'callbacks';

export async function measureTables(owner: Database): Promise<Map<string, number>> {
	const rows = await rowsOf<{ name: string; bytes: number }>(owner)`
		select relname as name, pg_total_relation_size(oid) as bytes from pg_class
		where relnamespace = 'public'::regnamespace and relname in ('transfers', 'wallets', 'wall_transactions', 'chargebacks', 'account_buckets',
			'earnings_buckets', 'waiting_reversals', ${LOG_TABLE})`;
	return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}

export async function measureSizes(owner: Database, before: ReadonlyMap<string, number>): Promise<Sizes> {
	const after = await measureTables(owner);
	const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
	const { count } = await countCredits(owner);
	const logged = await cellOf<number>(owner)`select count(*) from callbacks`;
	const books = [...after.keys()].filter((name) => name !== LOG_TABLE);
	return {
		bytesPerCredit: books.reduce((sum, name) => sum + grown(name), 0) / count,
		perTable: Object.fromEntries(books.map((name) => [name, Math.round(grown(name) / count)])),
		logBytesPerPostback: grown(LOG_TABLE) / (logged ?? 1),
	};
}

function numbersBetween(start: number, end: number): number[] {
	return Array.from({ length: end - start }, (_, index) => start + index);
}
