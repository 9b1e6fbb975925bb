import { sql } from 'kysely';
import { type Database, hasRow, rowOf, rowsOf, type Tx } from '../../lib/db/database.ts';
import { endIdTokens } from '../id-tokens/store-id-tokens.ts';

export type SessionRow = { id: string; userAgent: string | null; ip: string | null; createdAt: Date; lastUsedAt: Date };

export function selectSessionsOf(db: Database | Tx, { uid, nowMs }: { uid: string; nowMs: number }) {
	return rowsOf<SessionRow>(db)`
		select id, user_agent as "userAgent", ip_address as ip, created_at as "createdAt", coalesce(last_used_at, created_at) as "lastUsedAt"
		from auth_session where user_id = ${uid} and expires_at > ${new Date(nowMs)}
		order by created_at desc, id
	`;
}

export async function deleteSession(db: Database | Tx, { uid, id }: { uid: string; id: string }): Promise<boolean> {
	return hasRow(db)`
		with gone as (
			delete from auth_session where user_id = ${uid} and id = ${id}
			returning user_id, case when from_id_token and not is_hand_off then signed_in_at + interval '1 ms' end as until
		), ended as (
			update external_ids set valid_since = greatest(valid_since, until) from gone where uid = user_id
		)
		select from gone
	`;
}

/** Ends the oldest hand-off sessions, but no session of a sign-in. */
export async function trimHandOffSessions(db: Database, { uid, keep }: { uid: string; keep: number }): Promise<void> {
	await sql`
		delete from auth_session where id in (
			select id from auth_session where user_id = ${uid} and is_hand_off order by created_at desc, id offset ${keep}
		)
	`.execute(db);
}

/** Also deletes hand-off codes, which would become new sessions. */
export async function deleteOtherSessions(tx: Tx, { uid, keepId }: { uid: string; keepId: string }): Promise<number> {
	const rows = await rowsOf(tx)`delete from auth_session where user_id = ${uid} and id <> ${keepId} returning id`;
	await sql`delete from web_session_codes where uid = ${uid}`.execute(tx);
	await endIdTokens(tx, uid);
	return rows.length;
}

export async function touchSession(db: Database, { id, nowMs }: { id: string; nowMs: number }): Promise<void> {
	await sql`update auth_session set last_used_at = ${new Date(nowMs)} where id = ${id}`.execute(db);
}

/** Proofs of one session; `hasTwoFactor` is about its account. */
export type SignInProofs = {
	signedInAt: Date;
	secondFactor: boolean;
	secondFactorAt: Date | null;
	fromIdToken: boolean;
	claimsCheckedAt: Date | null;
	providerToken: string | null;
	hasTwoFactor: boolean;
};

export async function selectSignInProofs(
	db: Database | Tx,
	{ uid, sessionId, nowMs }: { uid: string; sessionId: string; nowMs: number },
): Promise<SignInProofs | undefined> {
	return rowOf<SignInProofs>(db)`
		select coalesce(s.signed_in_at, s.created_at) as "signedInAt", s.second_factor as "secondFactor",
			-- An earlier version stored no time.
			coalesce(s.second_factor_at, case when s.second_factor then coalesce(s.signed_in_at, s.created_at) end)
				as "secondFactorAt", s.from_id_token as "fromIdToken",
			s.claims_checked_at as "claimsCheckedAt", s.provider_token as "providerToken",
			a.two_factor_enabled is true or exists (
				select 1 from passkeys k join users u on u.uid = k.uid where k.uid = a.id and u.staff_role is not null
			) as "hasTwoFactor"
		from auth_session s join auth_user a on a.id = s.user_id
		where s.id = ${sessionId} and s.user_id = ${uid} and s.expires_at > ${new Date(nowMs)}
	`;
}

export async function markSecondFactor(db: Database, { id, nowMs }: { id: string; nowMs: number }): Promise<void> {
	const at = new Date(nowMs);
	await sql`update auth_session set second_factor = true, second_factor_at = ${at} where id = ${id} and not from_id_token`.execute(
		db,
	);
}

export async function hasSecondFactor(db: Database | Tx, id: string): Promise<boolean> {
	return hasRow(db)`select from auth_session where id = ${id} and second_factor`;
}
