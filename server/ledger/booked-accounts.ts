import { sql } from 'kysely';
import { type Database, rowOf, rowsOf, type Tx } from '../lib/db/database.ts';
import { prepared, texts } from '../lib/db/prepared.ts';

const insertMissing = prepared(
	'insert_booked_accounts',
	`insert into booked_accounts (account)
	select account from unnest($1::text[]) as n (account)
	where not exists (select from booked_accounts b where b.account = n.account) order by account
	on conflict do nothing`,
);

/** Accepts repeated accounts. A separate statement, because Citus may store the buckets on another machine. */
export async function insertBookedAccounts(tx: Tx, accounts: readonly string[]): Promise<void> {
	if (accounts.length > 0) await insertMissing(tx, texts(accounts));
}

export async function listBookedAccounts(db: Database, kind: string): Promise<string[]> {
	const rows = await rowsOf<{ account: string }>(db)`
		select account from booked_accounts where starts_with(account, ${`${kind}:`}) order by account
	`;
	return rows.map(({ account }) => account);
}

const PARTNER = 'partner';

export async function listBookedWalls(db: Database): Promise<string[]> {
	return (await listBookedAccounts(db, PARTNER)).map((account) => account.slice(PARTNER.length + 1));
}

export async function selectDaysEnd(db: Database): Promise<Date> {
	const row = await rowOf<{ until: Date }>(db)`select until from figure_marks where name = 'earnings'`;
	if (!row) throw new Error('the figure mark of earnings is missing');
	return row.until;
}

export async function addAccountsOfDays(tx: Tx, from: Date): Promise<void> {
	await sql`
		insert into booked_accounts (account) select distinct account from account_days where day >= ${from}
		on conflict do nothing
	`.execute(tx);
}
