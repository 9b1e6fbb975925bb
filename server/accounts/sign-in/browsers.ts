import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { MyData } from '../../../contract/accounts/account.ts';
import { type Database, datesToMs, rowsOf, type Tx } from '../../lib/db/database.ts';

const BROWSERS_MAX = 30;

export async function noteBrowser(db: Database, { uid, browser, at }: { uid: string; browser: string; at: Date }) {
	const digest = hash('sha256', browser, 'base64url');
	// Limits the rows for browsers that change their id each time.
	await sql`
		insert into account_browsers as kept (uid, browser, first_at, last_at)
		select id, ${digest}, ${at}, ${at} from auth_user
		where id = ${uid} and (
			(select count(*) from account_browsers where uid = ${uid}) < ${BROWSERS_MAX}
			or exists (select from account_browsers where uid = ${uid} and browser = ${digest})
		)
		for key share
		on conflict (uid, browser) do update set last_at = greatest(kept.last_at, excluded.last_at)
	`.execute(db);
}

export async function deleteOldBrowsers(db: Database, before: Date): Promise<void> {
	await sql`delete from account_browsers where last_at < ${before}`.execute(db);
}

export async function eraseBrowsers(tx: Tx, uid: string): Promise<void> {
	await sql`delete from account_browsers where uid = ${uid}`.execute(tx);
}

export async function exportBrowsers(tx: Tx, uid: string): Promise<MyData['fraud_check']['browsers']> {
	const rows = await rowsOf<{ browser: string; first_at: Date; last_at: Date }>(tx)`
		select browser, first_at, last_at from account_browsers where uid = ${uid} order by last_at desc
	`;
	return rows.map(datesToMs);
}
