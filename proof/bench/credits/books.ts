import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { checkBooks } from '../../../server/books/check-books.ts';
import { encodeCursor } from '../../../server/lib/db/cursor.ts';
import { cellOf, type Database, inTransaction, rowOf, rowsOf } from '../../../server/lib/db/database.ts';
import { getOfferHistory } from '../../../server/offerwalls/history/get-offer-history.ts';
import { bookSides } from '../../../server/seed/store-seed.ts';
import { type LatencySummary, summarise } from '../lib/bench.ts';
import { creditOf, kindOf, uidOfUser, WALLET_COUNT, walletsSql } from './postback-mix.ts';

const CHUNK = 250_000;
const WALL = 'filled';
const FILLED_ACCOUNT = `partner:${WALL}`;
const DAYS = 100;
const HISTORY_PAGES = 4_000;
const PAGE_SIZE = 25;

export async function fillBooks(owner: Database, count: number): Promise<void> {
	for (let first = 1; first <= count; first += CHUNK) {
		const credits = sql`
			select md5('user/' || n * 7919 % ${WALLET_COUNT})::uuid as uid,
				date_trunc('second', now()) - make_interval(days => ${DAYS}) + n * (interval '1 day' * ${DAYS - 1} / ${count}) as at,
				100 + n % 50000 as amount, 12500 + n % 50000 as micros, 'credit' as kind, ${FILLED_ACCOUNT}::text as debit,
				'wallet' as credit, ${`offer/${WALL}/`} || lpad(n::text, 24, '0') || '/credit' as reference,
				10000 + n % 500 as offer_id, 'Reach level ' || n % 500 as offer_name
			from generate_series(${first}::bigint, ${Math.min(first + CHUNK - 1, count)}::bigint) n`;
		await inTransaction(owner, (tx) => bookSides(tx, credits));
		// The next chunk updates the same wallets and can use their space.
		await sql`vacuum wallets`.execute(owner);
	}
	await sql`vacuum analyze`.execute(owner);
}

/** Measures history pages in ms, without HTTP: half for random users, half deep in the largest history. */
export async function measureHistory(db: Database): Promise<LatencySummary & { deepest: number }> {
	const found = await rowOf<{ uid: string; count: number }>(db)`
		select uid, count(*)::int as count from transfers group by uid order by 2 desc limit 1`;
	const busiest = found ?? { uid: uidOfUser(0), count: 0 };
	const ids = await rowsOf<{ id: number }>(db)`
		select id from transfers where uid = ${busiest.uid} order by random() limit ${HISTORY_PAGES / 2}`;
	const latencies: number[] = [];
	for (let n = 0; n < HISTORY_PAGES; n += 1) {
		const id = n % 2 ? ids[(n >> 1) % ids.length]?.id : undefined;
		const uid = id === undefined ? uidOfUser((n * 7_919) % WALLET_COUNT) : busiest.uid;
		const cursor = id === undefined ? undefined : encodeCursor(String(id));
		const start = performance.now();
		await getOfferHistory({ db, walls: [] }, uid, { limit: PAGE_SIZE, cursor });
		latencies.push(performance.now() - start);
	}
	return { ...summarise(latencies), deepest: busiest.count };
}

export type NumberRange = { first: number; end: number; hot: boolean };

const USERS_AT_ONCE = 20_000;

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
		for (let start = first; start < end; start += USERS_AT_ONCE) {
			const numbers = numbersBetween(start, Math.min(start + USERS_AT_ONCE, end));
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

type Sizes = { bytesPerCredit: number; perTable: Record<string, number>; logBytesPerPostback: number };

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
