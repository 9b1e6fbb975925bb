import { sql } from 'kysely';
import { encodeCursor } from '../../../server/lib/db/cursor.ts';
import { type Database, inTransaction, type Tx } from '../../../server/lib/db/database.ts';
import { rowOf, rowsOf } from '../../../server/lib/db/rows.ts';
import { getOfferHistory } from '../../../server/offerwalls/history/get-offer-history.ts';
import { type LatencySummary, summarise } from '../lib/latencies.ts';
import { uidOfUser, WALLET_COUNT } from './postback-mix.ts';

const CHUNK = 250_000;
const WALL = 'filled';
export const FILLED_ACCOUNT = `partner:${WALL}`;
const DAYS = 100;
const HISTORY_PAGES = 4_000;
const PAGE_SIZE = 25;

/** An interrupted fill can be resumed. */
export async function fillBooks(owner: Database, count: number): Promise<void> {
	const found = await rowOf<{ done: number; isWhole: boolean }>(owner)`
		select (select count(*) from transfers where debit = ${FILLED_ACCOUNT}) as done,
			exists (select from earnings_buckets where wall = ${WALL}) as "isWhole"`;
	if (found?.isWhole) return;
	for (let first = 1 + (found?.done ?? 0); first <= count; first += CHUNK) {
		await insertTransfers(owner, { first, last: Math.min(first + CHUNK - 1, count), count });
	}
	await inTransaction(owner, addUp);
	await sql`vacuum analyze`.execute(owner);
}

async function insertTransfers(
	owner: Database,
	{ first, last, count }: { first: number; last: number; count: number },
): Promise<void> {
	await sql`
		insert into transfers (uid, at, amount, payout_micros, kind, debit, credit, reference, offer_id, offer_name)
		select md5('user/' || n * 7919 % ${WALLET_COUNT})::uuid,
			date_trunc('second', now()) - make_interval(days => ${DAYS}) + n * (interval '1 day' * ${DAYS - 1} / ${count}),
			100 + n % 50000, 12500 + n % 50000, 'credit', ${FILLED_ACCOUNT}, 'wallet',
			${`offer/${WALL}/`} || lpad(n::text, 24, '0') || '/credit', 10000 + n % 500, 'Reach level ' || n % 500
		from generate_series(${first}::bigint, ${last}::bigint) n
	`.execute(owner);
}

async function addUp(tx: Tx): Promise<void> {
	await sql`
		update wallets w set balance = w.balance + t.amount, earned = w.earned + t.amount
		from (select uid, sum(amount) as amount from transfers where debit = ${FILLED_ACCOUNT} group by uid) t
		where w.uid = t.uid
	`.execute(tx);
	await sql`
		insert into wallet_totals (balance, pending, below_zero)
		select sum(amount), 0, 0 from transfers where debit = ${FILLED_ACCOUNT}
	`.execute(tx);
	await sql`
		insert into account_buckets (account, starts_at, debited, credited)
		select debit, date_bin('15 minutes', at, 'epoch'), sum(amount), 0 from transfers
		where debit = ${FILLED_ACCOUNT} group by 1, 2
	`.execute(tx);
	await sql`insert into booked_accounts values (${FILLED_ACCOUNT}) on conflict do nothing`.execute(tx);
	await sql`
		insert into earnings_buckets (wall, starts_at, payout_micros)
		select ${WALL}, date_bin('15 minutes', at, 'epoch'), sum(payout_micros) from transfers
		where debit = ${FILLED_ACCOUNT} group by 2
	`.execute(tx);
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
