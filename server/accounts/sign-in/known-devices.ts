import { createHash, createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { MyData } from '../../../contract/accounts/account.ts';
import { type Database, datesToMs, rowsOf, type Tx } from '../../lib/db/database.ts';
import { isSameText } from '../../lib/secrets/same-text.ts';

const BROWSERS_MAX = 30;

export async function noteBrowser(db: Database, { uid, browser, at }: { uid: string; browser: string; at: Date }) {
	const digest = createHash('sha256').update(browser).digest('base64url');
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

const PEOPLE_MAX = 4;
const ID_BYTES = 12;
const ID = /^[\w-]{16}$/;
export const KNOWN_DEVICE_SECONDS = 400 * 24 * 3600;

/** Exempts devices that signed in before from delays caused by strangers. Grants no access. */
export function createKnownDevices(authSecret: string) {
	const sign = (id: string, email: string) =>
		createHmac('sha256', authSecret).update(`known device\0${id}\0${email.toLowerCase()}`).digest('base64url');
	const entriesOf = (cookie: string | undefined) => (cookie ?? '').split('~', PEOPLE_MAX).filter(Boolean);
	const idsOf = (cookie: string | undefined) => entriesOf(cookie).map((entry) => entry.split('.')[0] ?? '');
	// The client could have chosen it. The last entry is the oldest; newer ones reuse its browser id.
	const browserOf = (cookie: string | undefined) => idsOf(cookie).findLast((id) => ID.test(id));
	const nameOf = (cookie: string | undefined) => browserOf(cookie) ?? randomBytes(ID_BYTES).toString('base64url');

	function entryOf(cookie: string | undefined, email: string): string | undefined {
		return entriesOf(cookie).find((entry) => {
			const [id = '', signature = ''] = entry.split('.');
			return isSameText(sign(id, email), signature);
		});
	}

	return {
		deviceOf: (cookie: string | undefined, email: string) => entryOf(cookie, email)?.split('.')[0],
		withAccount(cookie: string | undefined, email: string) {
			const id = nameOf(cookie);
			const own = entryOf(cookie, email) ?? `${id}.${sign(id, email)}`;
			const others = entriesOf(cookie).filter((entry) => entry !== own);
			return [own, ...others].slice(0, PEOPLE_MAX).join('~');
		},
		newBrowser: () => nameOf(undefined),
		browserOf,
	};
}
