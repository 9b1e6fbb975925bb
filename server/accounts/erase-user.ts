import { sql } from 'kysely';
import { rowsOf, type Tx } from '../lib/db/database.ts';
import { purgeJobs } from '../lib/jobs/jobs.ts';
import { IDENTITY_MAIL_TASK } from '../notifications/mail-order.ts';
import { endKeysOf } from './machine-keys/store-keys.ts';
import { resetMailsKey } from './passwords/reset-password.ts';
import { eraseBrowsers } from './sign-in/browsers.ts';
import { accountKeysOf } from './sign-in/sign-in-attempts.ts';
import { deleteInvitesTo } from './staff/store-staff.ts';

export async function eraseIdentity(tx: Tx, { uid, atMs }: { uid: string; atMs: number }): Promise<void> {
	await sql`
		update users set role = null, last_access = null, banned_at = null, ban_reason = null, ban_rule = null,
			paused_reason = null, pause_rule = null, created_by_call_at = null, language = null, mail_refused_at = null,
			mail_refused_code = null, deleted_at = ${new Date(atMs)}
		where uid = ${uid}
	`.execute(tx);
	await eraseBrowsers(tx, uid);
	await endKeysOf(tx, uid);
	await sql`delete from web_session_codes where uid = ${uid}`.execute(tx);
	await sql`delete from auth_verification where strpos(value, ${uid}) > 0`.execute(tx);
	// Foreign keys also delete sessions, passwords, providers, second factor and links.
	const rows = await rowsOf<{ email: string }>(tx)`delete from auth_user where id = ${uid} returning email`;
	await purgeJobs(tx, IDENTITY_MAIL_TASK, 'uid', uid);
	for (const { email } of rows) await purgeAddress(tx, { uid, email: email.toLowerCase() });
}

async function purgeAddress(tx: Tx, { uid, email }: { uid: string; email: string }): Promise<void> {
	await purgeJobs(tx, IDENTITY_MAIL_TASK, 'email', email);
	await deleteInvitesTo(tx, { uid, email });
	const { codes, account } = accountKeysOf({ uid, email });
	await sql`
		delete from sign_in_attempts
		where key = ${codes} or key = ${account} or starts_with(key, ${`${account}|`})
	`.execute(tx);
	await sql`delete from rate_limits where key = ${resetMailsKey(email)}`.execute(tx);
}
