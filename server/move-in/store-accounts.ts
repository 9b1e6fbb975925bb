import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { cellsOf, rowsOf, type Tx } from '../lib/db/database.ts';
import type { ImportedMoney, PlannedAccount } from './plan-move.ts';

export type ImportedRow = ImportedMoney & {
	id: string;
	uid: string;
	source: string;
	isDeleted: boolean;
	isImported: boolean;
	digest: string | null;
	isFinal: boolean;
	isBanned: boolean;
	missing: number;
};

export type Account = PlannedAccount & { uid: string };
export type Written = Account & ImportedMoney & { digest: string; missing: number };

export function selectImported(tx: Tx, { ids, digests }: { ids: string[]; digests: string[] }): Promise<ImportedRow[]> {
	return rowsOf<ImportedRow>(tx)`
		select e.id, e.uid, e.source, e.is_digest as "isDeleted", i.uid is not null as "isImported", i.digest, i.final_at is not null as "isFinal",
			u.banned_at is not null as "isBanned",
			coalesce(i.booked, 0)::bigint as booked, coalesce(i.held, 0)::bigint as held,
			coalesce(i.transfers, 0) as transfers, coalesce(i.missing, 0)::bigint as missing
		from external_ids e left join imported_accounts i using (uid) left join users u using (uid)
		where (e.id = any(${ids}) and not e.is_digest) or (e.id = any(${digests}) and e.is_digest)
	`;
}

export async function selectAddressOwners(tx: Tx, emails: readonly string[]): Promise<Map<string, string>> {
	const rows = await rowsOf<{ email: string; uid: string }>(tx)`
		select email, id as uid from auth_user where email = any(${emails})
		union all
		select email, uid from former_addresses where email = any(${emails}) and confirmed and undo_until > now()
	`;
	return new Map(rows.map(({ email, uid }) => [email, uid]));
}

const BAN = { reason: 'This account was disabled on our previous site.', rule: 'staff@1' };
const address = sql`coalesce(r.email, r.uid || '@imported.invalid')`;
const lastAccess = (at: Date) =>
	sql`case when r."lastAccessMs" is not null then least(to_timestamp(r."lastAccessMs" / 1000), ${at}::timestamptz) end`;
const validSince = sql`to_timestamp(r."validSinceMs" / 1000)`;
const createdAt = sql`least(to_timestamp(r."createdAtMs" / 1000), now())`;

const from = (accounts: readonly Account[]) => sql`
	from jsonb_to_recordset(${JSON.stringify(accounts.map(({ password: _, ...row }) => row))}::jsonb) as r (uid uuid, id text,
		email text, verified boolean, name text, "isDisabled" boolean, "googleId" text, "createdAtMs" float8,
		"lastAccessMs" float8, "validSinceMs" float8, digest text, booked bigint, held bigint, transfers integer, missing bigint)`;

export async function insertAccounts(tx: Tx, accounts: readonly Account[], source: string, at: Date): Promise<void> {
	const rows = from(accounts);
	const banned = sql`case when r."isDisabled" then`;
	await sql`
		insert into auth_user (id, name, email, email_verified, age_known, created_at, updated_at)
		select uid, name, ${address}, verified, false, ${createdAt}, ${at} ${rows}
	`.execute(tx);
	await sql`
		insert into users (uid, created_at, last_access, banned_at, ban_reason, ban_rule)
		select uid, ${createdAt}, ${lastAccess(at)}, ${banned} ${at}::timestamptz end, ${banned} ${BAN.reason} end,
			${banned} ${BAN.rule} end ${rows}
	`.execute(tx);
	await sql`insert into wallets (uid) select uid ${rows}`.execute(tx);
	await sql`insert into external_ids (id, source, uid, valid_since) select id, ${source}, uid, ${validSince} ${rows}`.execute(
		tx,
	);
}

export async function updateAccounts(tx: Tx, accounts: readonly Account[], at: Date): Promise<void> {
	const rows = from(accounts);
	const isOther = sql`a.email = i.email and (a.email <> ${address} or r.verified and not a.email_verified)`;
	await sql`
		insert into former_addresses (uid, email, confirmed, replaced_at, undo_until)
		select a.id, a.email, true, ${at}, ${at} ${rows} join auth_user a on a.id = r.uid join imported_accounts i on i.uid = r.uid
		where ${isOther} and a.email_verified and a.email is distinct from r.email
	`.execute(tx);
	await sql`
		update auth_user a set email = ${address}, email_verified = r.verified, updated_at = ${at}
		${rows} join imported_accounts i on i.uid = r.uid where a.id = r.uid and ${isOther}
	`.execute(tx);
	await sql`
		update external_ids e set valid_since = greatest(e.valid_since, ${validSince}) ${rows} where e.id = r.id and e.uid = r.uid
	`.execute(tx);
	const isOurs = sql`not r."isDisabled" and u.ban_reason = ${BAN.reason}`;
	const isNew = sql`r."isDisabled" and u.banned_at is null`;
	await sql`
		update users u set last_access = greatest(u.last_access, ${lastAccess(at)}),
			banned_at = case when ${isNew} then ${at} when ${isOurs} then null else u.banned_at end,
			ban_reason = case when ${isNew} then ${BAN.reason} when ${isOurs} then null else u.ban_reason end,
			ban_rule = case when ${isNew} then ${BAN.rule} when ${isOurs} then null else u.ban_rule end
		${rows} where u.uid = r.uid and u.deleted_at is null
	`.execute(tx);
}

export async function linkGoogleAccounts(tx: Tx, accounts: readonly Account[], at: Date): Promise<Set<string>> {
	const rows = from(accounts);
	await sql`
		insert into auth_account (user_id, provider_id, account_id, created_at, updated_at)
		select uid, 'google', "googleId", ${at}, ${at} ${rows} where "googleId" is not null
		on conflict (provider_id, account_id) do nothing
	`.execute(tx);
	const refused = await cellsOf<string>(tx)`
		select r.uid ${rows} join auth_account a on a.provider_id = 'google' and a.account_id = r."googleId" and a.user_id <> r.uid
	`;
	return new Set(refused);
}

type Import = { project: string; finalAt: Date | null };

export async function saveImported(tx: Tx, rows: readonly Written[], { project, finalAt }: Import): Promise<void> {
	await sql`
		insert into imported_accounts as i (uid, project, digest, booked, held, transfers, missing, final_at, email)
		select uid, ${project}, digest, booked, held, transfers, missing, ${finalAt}::timestamptz, ${address} ${from(rows)}
		on conflict (uid) do update set digest = case when i.final_at is null then excluded.digest else i.digest end,
			booked = excluded.booked, held = excluded.held, transfers = excluded.transfers, missing = excluded.missing,
			final_at = coalesce(i.final_at, excluded.final_at), email = excluded.email
	`.execute(tx);
}

export function digestOf({ uid: _, balance: __, ...account }: Account): string {
	return createHash('sha256').update(JSON.stringify(account)).digest('base64url');
}
