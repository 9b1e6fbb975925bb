import { type RawBuilder, sql } from 'kysely';
import { DAY_MS } from '../../contract/durations.ts';
import type { StaffRole } from '../../contract/permissions.ts';
import { type Database, hasRow, isDuplicate, rowOf, type Tx } from '../lib/db/database.ts';
import type { LinkPurpose } from '../notifications/send-ordered-mail.ts';
import { authError } from './auth-error.ts';
import { orderRecall } from './memory/account-memory.ts';

export type AccountRow = { uid: string; email: string; emailVerified: boolean; language: string | null };

const accountWithLanguage = sql`
	select a.id as uid, a.email, a.email_verified as "emailVerified", u.language
	from auth_user a left join users u on u.uid = a.id
`;

export async function findAccountByEmail(db: Database | Tx, email: string): Promise<AccountRow | undefined> {
	return rowOf<AccountRow>(db)`${accountWithLanguage} where a.email = ${email.toLowerCase()}`;
}

export async function findAccountById(db: Database | Tx, uid: string): Promise<AccountRow | undefined> {
	return rowOf<AccountRow>(db)`${accountWithLanguage} where a.id = ${uid}`;
}

/** Locks the account until the transaction ends. @returns false if it is deleted. */
export async function lockAccount(tx: Tx, uid: string): Promise<boolean> {
	return hasRow(tx)`select from auth_user where id = ${uid} for no key update`;
}

export type AccountState = Omit<AccountRow, 'language'> & {
	name: string;
	ageKnown: boolean;
	staffRole: StaffRole | null;
	isBanned: boolean;
	twoFactorEnabled: boolean;
	passwordHash: string | null;
	importedPassword: string | null;
	hasGoogle: boolean;
	hasPasskey: boolean;
	pausedReason: string | null;
};

export async function selectAccountState(db: Database | Tx, uid: string): Promise<AccountState | undefined> {
	return rowOf<AccountState>(db)`
		select a.id as uid, a.email, a.email_verified as "emailVerified", a.name, a.age_known as "ageKnown",
			u.staff_role as "staffRole",
			u.banned_at is not null as "isBanned", u.paused_reason as "pausedReason",
			coalesce(a.two_factor_enabled, false) as "twoFactorEnabled",
			(select password from auth_account where user_id = a.id and provider_id = 'credential') as "passwordHash",
			(select sealed from imported_passwords where uid = a.id) as "importedPassword",
			exists (select from auth_account where user_id = a.id and provider_id = 'google') as "hasGoogle",
			exists (select from passkeys where uid = a.id) as "hasPasskey"
		from auth_user a left join users u on u.uid = a.id
		where a.id = ${uid}
	`;
}

/** With `keepsFormer`, the replaced password can undo changes of the address for a day. */
type Password = { passwordHash: string; keepsFormer?: boolean };

export async function upsertPassword(
	tx: Tx,
	{ uid, passwordHash, nowMs, keepsFormer = false }: Password & { uid: string; nowMs: number },
): Promise<void> {
	const now = new Date(nowMs);
	await sql`
		insert into auth_account as a (user_id, provider_id, account_id, password, created_at, updated_at)
		values (${uid}, 'credential', ${uid}, ${passwordHash}, ${now}, ${now})
		on conflict (provider_id, account_id) do update set password = excluded.password, updated_at = excluded.updated_at,
			former_password = case when ${keepsFormer} then
				case when a.former_until > ${now} then a.former_password else a.password end end,
			former_until = case when a.former_until > ${now} then a.former_until else ${new Date(nowMs + DAY_MS)} end
	`.execute(tx);
	await deleteImportedPassword(tx, uid);
}

export async function deletePassword(tx: Tx, uid: string): Promise<void> {
	await sql`delete from auth_account where user_id = ${uid} and provider_id = 'credential'`.execute(tx);
	await deleteImportedPassword(tx, uid);
}

export async function deleteImportedPassword(tx: Tx, uid: string): Promise<boolean> {
	return hasRow(tx)`delete from imported_passwords where uid = ${uid} returning uid`;
}

export async function deleteTwoFactor(tx: Tx, uid: string): Promise<void> {
	await sql`delete from auth_two_factor where user_id = ${uid}`.execute(tx);
	await sql`update auth_user set two_factor_enabled = false where id = ${uid}`.execute(tx);
}

/** @throws authError `email-already-in-use` if another account has or reserves the address. */
export async function updateEmail(tx: Tx, { uid, email }: { uid: string; email: string }): Promise<void> {
	await sql`update auth_user set email = ${email}, email_verified = true, updated_at = now() where id = ${uid}`
		.execute(tx)
		.catch((error) => {
			throw isDuplicate(error) ? authError('email-already-in-use') : error;
		});
	await sql`update users set mail_refused_at = null, mail_refused_code = null where uid = ${uid}`.execute(tx);
	await orderRecall(tx, uid);
}

export async function updateMailRefusal(
	db: Database,
	{ email, code = null, now }: { email: string; code: number | null | undefined; now: Date },
): Promise<void> {
	await sql`
		update users u set mail_refused_at = ${code === null ? null : now}, mail_refused_code = ${code}
		from auth_user a
		where a.email = ${email.toLowerCase()} and u.uid = a.id and u.deleted_at is null
			and u.mail_refused_code is distinct from ${code}::integer
	`.execute(db);
}

export async function markEmailVerified(tx: Tx, { uid, email }: { uid: string; email: string }): Promise<boolean> {
	const isOwn = await hasRow(tx)`
		update auth_user set email_verified = true, updated_at = now() where id = ${uid} and email = ${email} returning id
	`;
	if (isOwn) await orderRecall(tx, uid);
	return isOwn;
}

export type ActionCode = { uid: string; purpose: LinkPurpose; email: string };

export async function insertActionCode(
	tx: Tx,
	code: { hash: Buffer; uid: string; purpose: LinkPurpose; email: string; expiresAtMs: number },
): Promise<void> {
	await sql`
		insert into action_codes (code_hash, uid, purpose, email, expires_at)
		values (${code.hash}, ${code.uid}, ${code.purpose}, ${code.email}, ${new Date(code.expiresAtMs)})
	`.execute(tx);
}

export type SoughtCode = { hash: Buffer; purposes: readonly LinkPurpose[]; nowMs: number };
const isSought = ({ hash, purposes, nowMs }: SoughtCode) =>
	sql`code_hash = ${hash} and purpose = any(${purposes}::text[]) and expires_at > ${new Date(nowMs)}`;

export async function consumeActionCode(tx: Tx, sought: SoughtCode): Promise<ActionCode | undefined> {
	return rowOf<ActionCode>(tx)`delete from action_codes where ${isSought(sought)} returning uid, purpose, email`;
}

export async function setConfirmFirst(db: Database, uid: string): Promise<void> {
	await sql`update auth_user set confirm_first = true where id = ${uid}`.execute(db);
}

export async function selectActionCode(db: Database, sought: SoughtCode): Promise<ActionCode | undefined> {
	return rowOf<ActionCode>(db)`select uid, purpose, email from action_codes where ${isSought(sought)}`;
}

export function isExpiredActionCode(db: Database | Tx, { hash, purposes }: Omit<SoughtCode, 'nowMs'>) {
	return hasRow(db)`select from action_codes where code_hash = ${hash} and purpose = any(${purposes}::text[])`;
}

export async function deleteActionCodesOf(tx: Tx, uid: string): Promise<void> {
	await sql`delete from action_codes where uid = ${uid}`.execute(tx);
}

export async function deleteOldActionCodes(db: Database, beforeMs: number): Promise<void> {
	await sql`delete from action_codes where expires_at <= ${new Date(beforeMs)}`.execute(db);
}

export async function setAge(tx: Tx, { uid, birthYear }: { uid: string; birthYear: number }): Promise<boolean> {
	return hasRow(tx)`
		update auth_user set age_known = true, birth_year = ${birthYear}, updated_at = now()
		where id = ${uid} and not age_known returning id
	`;
}

export async function deleteAgelessAccount(tx: Tx, uid: string): Promise<boolean> {
	const isAgeless = await hasRow(tx)`select from auth_user where id = ${uid} and not age_known for update`;
	await deleteAgeless(tx, sql`id = ${uid}`);
	return isAgeless;
}

export async function deleteAbandonedAccounts(db: Database, createdBeforeMs: number): Promise<void> {
	await deleteAgeless(db, sql`created_at < ${new Date(createdBeforeMs)}`);
}

/** Keeps an imported account, which has a record before its age is known. */
async function deleteAgeless(db: Database | Tx, condition: RawBuilder<unknown>): Promise<void> {
	await sql`
		with gone as (
			delete from auth_user a where ${condition} and not age_known and not exists (select from users where uid = a.id)
			returning id
		)
		delete from external_ids where uid in (select id from gone)
	`.execute(db);
}
