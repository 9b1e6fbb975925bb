import { sql } from 'kysely';
import type { RuleId, RuleOnRow } from '../../contract/accounts/statements.ts';
import { ADMIN_ROLE } from '../../contract/limits.ts';
import { isAllowed, type StaffRole } from '../../contract/permissions.ts';
import { callError } from '../../contract/refusals.ts';
import { cellOf, cellsOf, type Database, hasRow, rowOf, rowsOf, type Tx } from '../lib/db/database.ts';
import { prepared } from '../lib/db/prepared.ts';
import { endIdTokens } from './id-tokens/store-id-tokens.ts';
import { endKeysOf } from './machine-keys/store-keys.ts';
import { isReserved } from './memory/store-former-addresses.ts';
import { deleteLinks } from './provider/store-provider.ts';

export type CallerRow = {
	emailVerified: boolean;
	signedIn: boolean;
	secondFactor: boolean;
	ageKnown: boolean;
	confirmFirst: boolean;
	twoFactorEnabled: boolean;
	recorded: boolean;
	staffRole: StaffRole | null;
	needsProvider: boolean;
	banReason: string | null;
	pausedReason: string | null;
};

const select = prepared<CallerRow>(
	'select_caller',
	`select a.email_verified as "emailVerified", a.age_known as "ageKnown", a.confirm_first as "confirmFirst",
		coalesce(a.two_factor_enabled, false) as "twoFactorEnabled",
		s.id is not null as "signedIn", coalesce(s.second_factor, false) as "secondFactor", u.uid is not null as recorded,
		case when not s.from_id_token then u.staff_role end as "staffRole", u.ban_reason as "banReason",
		u.paused_reason as "pausedReason",
		u.staff_role is not null and u.staff_role <> 'owner' and s.claims_checked_at is null and exists (
			select 1 from auth_account c where c.user_id = a.id and c.provider_id like 'http%'
		) and exists (select 1 from staff_providers where applied_at is not null) as "needsProvider"
	from auth_user a
	left join auth_session s on s.id = $2 and s.user_id = a.id and s.expires_at > $3
		and (s.claims_checked_at is null or s.claims_checked_at > $3::timestamptz - interval '15 minutes')
	left join users u on u.uid = a.id
	where a.id = $1`,
);

export async function selectCaller(
	db: Database,
	{ uid, sessionId, nowMs }: { uid: string; sessionId: string; nowMs: number },
): Promise<CallerRow | undefined> {
	return (await select(db, uid, sessionId, new Date(nowMs))).rows[0];
}

export async function selectBanReason(db: Database | Tx, uid: string): Promise<string | undefined> {
	return cellOf<string>(db)`select ban_reason as reason from users where uid = ${uid}`;
}

export function isActiveUser(db: Database, uid: string): Promise<boolean> {
	return hasRow(db)`select from users where uid = ${uid} and banned_at is null and deleted_at is null`;
}

export async function selectLiveSessions(
	db: Database,
	{ sessionIds, nowMs }: { sessionIds: readonly string[]; nowMs: number },
): Promise<string[]> {
	return cellsOf<string>(db)`
		select s.id from auth_session s left join users u on u.uid = s.user_id
		where s.id = any(${sessionIds}::uuid[]) and s.expires_at > ${new Date(nowMs)} and u.banned_at is null
	`;
}

export async function isEmailTaken(db: Database, email: string): Promise<boolean> {
	return (await hasRow(db)`select from auth_user where email = ${email.toLowerCase()}`) || isReserved(db, email);
}

export async function insertUser(
	tx: Tx,
	{ uid, nowMs, language }: { uid: string; nowMs: number; language?: string | undefined },
): Promise<boolean> {
	return hasRow(tx)`
		insert into users (uid, created_at, language) values (${uid}, ${new Date(nowMs)}, ${language ?? null})
		on conflict (uid) do nothing returning uid
	`;
}

/** @returns true for only one of several concurrent callers. */
export function markCreatedByCall(db: Database, { uid, nowMs }: { uid: string; nowMs: number }) {
	return hasRow(db)`
		update users set created_by_call_at = ${new Date(nowMs)}
		where uid = ${uid} and created_by_call_at is null and deleted_at is null returning uid
	`;
}

export async function lockUser(tx: Tx, uid: string): Promise<boolean> {
	return hasRow(tx)`select from users where uid = ${uid} and deleted_at is null for no key update`;
}

export type UserState = {
	uid: string;
	staffRole: StaffRole | null;
	bannedAt: Date | null;
	banReason: string | null;
	banRule: string | null;
	pausedReason: string | null;
};

/** Locks in uid order, against deadlocks. */
export async function lockUsers(tx: Tx, uids: readonly string[]): Promise<Map<string, UserState>> {
	const rows = await rowsOf<UserState>(tx)`
		select uid, staff_role as "staffRole", banned_at as "bannedAt", ban_reason as "banReason", ban_rule as "banRule",
			paused_reason as "pausedReason"
		from users where uid = any(${uids}::uuid[]) order by uid for no key update
	`;
	return new Map(rows.map((row) => [row.uid, row]));
}

export async function hasStaff(db: Database | Tx): Promise<boolean> {
	return hasRow(db)`select from users where role is not null limit 1`;
}

export async function updateStaffRole(tx: Tx, { uid, staffRole }: { uid: string; staffRole: StaffRole | null }) {
	const role = staffRole === null ? null : ADMIN_ROLE;
	await sql`
		update users set role = ${role}, staff_role = ${staffRole} where uid = ${uid} and deleted_at is null
	`.execute(tx);
	if (!staffRole) await deleteLinks(tx, uid);
	if (!staffRole || !isAllowed(staffRole, 'change-connect')) await endKeysOf(tx, uid);
}

export async function updateBan(
	tx: Tx,
	{ uid, reason, rule, atMs }: { uid: string; reason: string; rule: RuleOnRow; atMs: number },
): Promise<boolean> {
	return hasRow(tx)`
		update users set banned_at = ${new Date(atMs)}, ban_reason = ${reason}, ban_rule = ${rule}
		where uid = ${uid} and banned_at is null and deleted_at is null returning uid
	`;
}

export async function clearBan(tx: Tx, uid: string): Promise<boolean> {
	return hasRow(tx)`
		update users set banned_at = null, ban_reason = null, ban_rule = null where uid = ${uid} and banned_at is not null returning uid
	`;
}

export function updatePause(tx: Tx, { uid, reason, rule }: { uid: string; reason: string; rule: RuleOnRow }) {
	return hasRow(tx)`
		update users set paused_reason = ${reason}, pause_rule = ${rule}
		where uid = ${uid} and paused_reason is null and deleted_at is null returning uid
	`;
}

export async function clearPause(tx: Tx, { uid, reason }: { uid: string; reason: string }): Promise<boolean> {
	return hasRow(tx)`
		update users set paused_reason = null, pause_rule = null where uid = ${uid} and paused_reason = ${reason} returning uid
	`;
}

export function selectPausedBy(db: Database, rule: RuleId): Promise<{ uid: string; reason: string }[]> {
	return rowsOf<{ uid: string; reason: string }>(db)`
		select uid, paused_reason as reason from users
		where paused_reason is not null and split_part(pause_rule, '@', 1) = ${rule}
	`;
}

export async function selectBirthYear(db: Database, uid: string): Promise<number | undefined> {
	return cellOf<number>(db)`select birth_year as year from auth_user where id = ${uid}`;
}

export async function deleteSessionsOf(tx: Tx, uid: string): Promise<void> {
	await sql`delete from auth_session where user_id = ${uid}`.execute(tx);
	await endIdTokens(tx, uid);
	await sql`delete from web_session_codes where uid = ${uid}`.execute(tx);
}

export type HandOffPurpose = 'address' | 'sign-in';
/** `sessionId` is the session that created the hand-off; null for a code of an earlier version. */
export type HandOff = { uid: string; sessionId: string | null };

type CodeTable = 'web_session_codes' | 'action_codes' | 'thread_codes';
type Trim = { table: CodeTable; uid: string; purpose: string; keep: number; nowMs: number };

/** Deletes the oldest valid codes; expired ones are purged later. */
export async function trimCodes(tx: Tx, { table, uid, purpose, keep, nowMs }: Trim): Promise<void> {
	await sql`
		delete from ${sql.table(table)} where code_hash in (
			select code_hash from ${sql.table(table)}
			where uid = ${uid} and purpose = ${purpose} and expires_at > ${new Date(nowMs)}
			order by expires_at desc offset ${keep}
		)
	`.execute(tx);
}

type NewCode = HandOff & { hash: Buffer; purpose: HandOffPurpose; expiresAtMs: number };

export async function insertCode(tx: Tx, { hash, uid, sessionId, purpose, expiresAtMs }: NewCode): Promise<void> {
	// The session may have ended since it was read.
	const isStored = await hasRow(tx)`
		insert into web_session_codes (code_hash, uid, session_id, purpose, expires_at)
		select ${hash}, ${uid}, ${sessionId}, ${purpose}, ${new Date(expiresAtMs)}
		where ${sessionId}::uuid is null or exists (select from auth_session where id = ${sessionId} for key share)
		returning uid
	`;
	if (!isStored) throw callError('unauthenticated', 'unauthenticated');
}

export async function consumeCode(
	db: Database | Tx,
	{ hash, purpose, nowMs }: { hash: Buffer; purpose: HandOffPurpose; nowMs: number },
): Promise<HandOff | undefined> {
	return rowOf<HandOff>(db)`
		delete from web_session_codes
		where code_hash = ${hash} and purpose = ${purpose} and expires_at > ${new Date(nowMs)}
		returning uid, session_id as "sessionId"
	`;
}

export async function selectCodeOwner(db: Database, hash: Buffer, nowMs: number): Promise<string | undefined> {
	return cellOf<string>(db)`
		select uid from web_session_codes
		where code_hash = ${hash} and purpose = 'address' and expires_at > ${new Date(nowMs)}
	`;
}

export async function retireSigningKeys(db: Database, nowMs: number): Promise<void> {
	const now = new Date(nowMs);
	await sql`update auth_jwks set expires_at = ${now} where expires_at is null or expires_at > ${now}`.execute(db);
}

export async function deleteExpired(db: Database, nowMs: number): Promise<void> {
	const now = new Date(nowMs);
	await sql`delete from web_session_codes where expires_at <= ${now}`.execute(db);
	await sql`delete from auth_session where expires_at <= ${now}`.execute(db);
	await sql`delete from auth_verification where expires_at <= ${now}`.execute(db);
	await sql`delete from sign_in_attempts where window_ends_at <= ${now}`.execute(db);
}

export async function insertMark(db: Database, { key, expiresAtMs }: { key: string; expiresAtMs: number }) {
	const until = new Date(expiresAtMs);
	await sql`
		insert into rate_limits (key, count, window_ends_at) values (${key}, 1, ${until})
		on conflict (key) do update set window_ends_at = excluded.window_ends_at
	`.execute(db);
}

export async function hasMark(db: Database, { key, nowMs }: { key: string; nowMs: number }): Promise<boolean> {
	return hasRow(db)`select from rate_limits where key = ${key} and window_ends_at > ${new Date(nowMs)}`;
}

export async function selectStaffRole(db: Database | Tx, uid: string): Promise<StaffRole | undefined> {
	return cellOf<StaffRole>(db)`
		select staff_role as role from users where uid = ${uid} and staff_role is not null and banned_at is null
	`;
}

export async function isOnStaff(db: Database | Tx, uid: string): Promise<boolean> {
	return hasRow(db)`select from users where uid = ${uid} and staff_role is not null`;
}
