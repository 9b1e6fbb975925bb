import { sql } from 'kysely';
import type { ProviderSettings } from '../../../contract/accounts/provider.ts';
import type { StaffRole } from '../../../contract/permissions.ts';
import { type Database, hasRow, rowOf, rowsOf, type Tx } from '../../lib/db/database.ts';

export type ProviderRow = ProviderSettings & {
	id: string;
	/** Sealed. */
	secret: string;
	askedBy: string;
	testedAt: Date | null;
	problem: string | null;
};

const columns = sql`
	id, issuer, client_id, hosted_domain, claim, roles, second_factor, client_secret as secret, asked_by as "askedBy",
	tested_at as "testedAt", problem`;

const applied = sql`select 1 from staff_providers where applied_at is not null`;

export function selectApplied(db: Database | Tx): Promise<ProviderRow | undefined> {
	return rowOf<ProviderRow>(db)`select ${columns} from staff_providers where applied_at is not null`;
}

export const hasProvider = (db: Database | Tx): Promise<boolean> => hasRow(db)`${applied}`;

export function selectProvider(db: Database | Tx, id: string): Promise<ProviderRow | undefined> {
	return rowOf<ProviderRow>(db)`select ${columns} from staff_providers where id = ${id}`;
}

export function selectLastTest(db: Database, uid: string): Promise<ProviderRow | undefined> {
	return rowOf<ProviderRow>(db)`
		select ${columns} from staff_providers where asked_by = ${uid} and applied_at is null order by created_at desc limit 1
	`;
}

type NewProvider = Omit<ProviderRow, 'testedAt' | 'problem'> & { at: Date; forgetBefore: Date };

export async function insertProvider(tx: Tx, row: NewProvider): Promise<void> {
	await sql`delete from staff_providers where applied_at is null and created_at < ${row.forgetBefore}`.execute(tx);
	await sql`
		insert into staff_providers (id, issuer, client_id, client_secret, hosted_domain, claim, roles, second_factor, asked_by,
			created_at)
		values (${row.id}, ${row.issuer}, ${row.client_id}, ${row.secret}, ${row.hosted_domain}, ${row.claim},
			${JSON.stringify(row.roles)}::jsonb, ${row.second_factor}::text[], ${row.askedBy}, ${row.at})
	`.execute(tx);
}

export async function updateTest(db: Database, { id, at, problem }: { id: string; at: Date; problem: string | null }) {
	await sql`
		update staff_providers set tested_at = ${at}, problem = ${problem} where id = ${id} and applied_at is null
	`.execute(db);
}

/** Replaces the applied settings by those of a test, if any. Sessions of the provider end. */
export async function applyProvider(tx: Tx, { id, at }: { id: string | null; at: Date }): Promise<boolean> {
	const hadOne = await hasRow(tx)`delete from staff_providers where applied_at is not null returning id`;
	await sql`delete from auth_session where claims_checked_at is not null`.execute(tx);
	return id === null ? hadOne : hasRow(tx)`update staff_providers set applied_at = ${at} where id = ${id} returning id`;
}

export function selectLinked(db: Database | Tx, { issuer, sub }: { issuer: string; sub: string }) {
	return rowOf<{ uid: string; staffRole: StaffRole | null }>(db)`
		select user_id as uid, staff_role as "staffRole"
		from auth_account left join users on uid = user_id
		where provider_id = ${issuer} and account_id = ${sub}
	`;
}

/** Returns false if the identity belongs to another account, or the account has another identity. */
export function insertLink(tx: Tx, { uid, issuer, sub, at }: { uid: string; issuer: string; sub: string; at: Date }) {
	return hasRow(tx)`
		insert into auth_account (user_id, provider_id, account_id, created_at, updated_at)
		select ${uid}, ${issuer}, ${sub}, ${at}, ${at}
		where not exists (select from auth_account where user_id = ${uid} and provider_id = ${issuer} and account_id <> ${sub})
		on conflict (provider_id, account_id) do update set updated_at = excluded.updated_at
		where auth_account.user_id = excluded.user_id
		returning id
	`;
}

/** A new role starts without an identity, so that a former colleague's identity gives none. */
export async function deleteLinks(tx: Tx, uid: string): Promise<void> {
	await sql`delete from auth_account where user_id = ${uid} and provider_id like 'http%'`.execute(tx);
}

export function selectLinkState(db: Database, { uid, sessionId }: { uid: string; sessionId: string }) {
	return rowOf<{ isLinked: boolean; isRequired: boolean }>(db)`
		select coalesce(bool_or(c.provider_id = p.issuer), false) as "isLinked",
			count(c.id) > 0 and exists (select from auth_session where id = ${sessionId} and claims_checked_at is null) as "isRequired"
		from staff_providers p left join auth_account c on c.provider_id like 'http%' and c.user_id = ${uid}
		where p.applied_at is not null group by p.issuer
	`;
}

export type CheckedSession = { id: string; uid: string; sub: string; staffRole: StaffRole | null; token: string };

/** Takes the tokens, because a provider may accept each only once. */
export function takeUnchecked(db: Database, { issuer, before }: { issuer: string; before: Date }) {
	return rowsOf<CheckedSession>(db)`
		with due as (
			select id, provider_token from auth_session
			where claims_checked_at <= ${before} and provider_token is not null for update skip locked
		)
		update auth_session s set provider_token = null
		from due join auth_session x using (id) join users u on u.uid = x.user_id
			join auth_account c on c.user_id = x.user_id and c.provider_id = ${issuer}
		where s.id = due.id
		returning s.id, s.user_id as uid, c.account_id as sub, u.staff_role as "staffRole", due.provider_token as token
	`;
}

/** `at` is null if the claims couldn't be checked. */
export async function updateChecked(db: Database, { id, token, at }: { id: string; token: string; at: Date | null }) {
	await sql`
		update auth_session set claims_checked_at = coalesce(${at}::timestamptz, claims_checked_at), provider_token = ${token}
		where id = ${id}
	`.execute(db);
}

export async function deleteUnchecked(db: Database, before: Date): Promise<void> {
	await sql`delete from auth_session where claims_checked_at <= ${before}`.execute(db);
}

/** Owners with a password and an authenticator can sign in without the provider. */
const isSafeOwner = sql`exists (
	select from auth_user a join auth_account c on c.user_id = a.id and c.provider_id = 'credential'
	where a.id = users.uid and a.two_factor_enabled
)`;

export const isLastingOwner = sql`
	staff_role = 'owner' and banned_at is null and (not exists (${applied}) or ${isSafeOwner})`;

export function hasSafeOwner(tx: Tx): Promise<boolean> {
	return hasRow(tx)`
		select from users where staff_role = 'owner' and banned_at is null and ${isSafeOwner} for no key update
	`;
}
