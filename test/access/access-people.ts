import { randomBytes, randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { expect } from 'vitest';
import { callErrorCodeFromStatus, callErrorHttp } from '../../contract/errors.ts';
import { ADMIN_ROLE } from '../../contract/limits.ts';
import { type StaffRole, staffRoles } from '../../contract/permissions.ts';
import { hashSessionToken } from '../../server/accounts/sessions/hashed-session-tokens.ts';
import { banUser } from '../../server/accounts/user-record/restrict-user.ts';
import { openWallet } from '../../server/ledger/wallet.ts';
import { inTransaction } from '../../server/lib/db/database.ts';
import { parseJson } from '../../server/lib/http/outbound.ts';
import { bearer, request } from '../sites/json-client.ts';
import type { RunningProduct } from '../sites/product.ts';
import type { TestDatabase } from '../support/database.ts';

/** The product requires a second factor for admins. */
export const conditions = {
	anonymous: 'no user is signed in',
	user: 'signed in, moments ago',
	other: 'signed in, and requests data of another user',
	otherAdmin: 'an owner with all permissions, who requests data of another user',
	stale: 'signed in, eleven minutes ago',
	paused: 'signed in, withdrawals paused',
	ageless: 'signed in with Google, without a date of birth',
	admin: 'an owner who gave a one-time password',
	adminWithoutCode: 'an admin with an authenticator, who gave no code in this session',
	adminWithoutTotp: 'an admin who must set up an authenticator first',
	banned: 'banned after the sign-in',
	signedOut: 'signed out after the sign-in',
	expired: 'in an expired session',
	deleted: 'in a session of a deleted account',
} as const;

export type Condition = keyof typeof conditions;
export const everyCondition = Object.keys(conditions) as Condition[];

export const staff = staffRoles.filter((role) => role !== 'owner');
export type Visitor = Condition | (typeof staff)[number];

function staffRoleOf(who: Visitor): StaffRole | null {
	if (/admin/i.test(who)) return 'owner';
	return staff.find((role) => role === who) ?? null;
}

export type Person = {
	uid: string;
	email: string;
	sessionId: string;
	gameName: string;
	/** Credentials for `/auth` and all else; empty if anonymous. */
	atAuth: Record<string, string>;
	elsewhere: Record<string, string>;
};

const GOOD_FOR = "interval '1 day'";

/** Creates a new user for each probe, signed in before the condition applies. */
export function peopleOf(product: () => RunningProduct, { owner }: TestDatabase) {
	async function make(condition: Visitor): Promise<Person> {
		const person = await signedIn(condition);
		if (condition === 'anonymous') return { ...person, atAuth: {}, elsewhere: {} };
		await become(condition, person);
		return person;
	}

	async function signedIn(condition: Visitor): Promise<Person> {
		const [uid, sessionId, token] = [randomUUID(), randomUUID(), randomBytes(24).toString('base64url')];
		const email = `${uid}@test.example`;
		const gameName = `p_${uid.slice(0, 8)}`;
		const platformUserId = Number.parseInt(uid.slice(0, 8), 16) + 1;
		const staffRole = staffRoleOf(condition);
		const role = staffRole && ADMIN_ROLE;
		const hasGivenCode = staffRole !== null && !condition.startsWith('adminWithout');
		await sql`
			with account as (
				insert into auth_user (id, name, email, email_verified, age_known, birth_year, two_factor_enabled)
				values (${uid}, 'Person', ${email}, true, ${condition !== 'ageless'}, 2000,
					${hasGivenCode || condition === 'adminWithoutCode'})
			), session as (
				insert into auth_session (id, user_id, token, expires_at, updated_at, second_factor)
				values (${sessionId}, ${uid}, ${hashSessionToken(token)}, now() + ${sql.raw(GOOD_FOR)}, now(),
					${hasGivenCode})
			)
			insert into users (uid, role, staff_role, roblox_username, platform_user_id, created_at)
			values (${uid}, ${role}, ${staffRole}, ${gameName}, ${platformUserId}, now())
		`.execute(owner);
		await openWallet(product().deps.db, uid);
		const atAuth = bearer(token);
		const issued = await request(`${product().url}/auth/token`, { headers: atAuth });
		expect(issued.status).toBe(200);
		return { uid, email, sessionId, gameName, atAuth, elsewhere: bearer(issued.body.token) };
	}

	async function become(condition: Visitor, { uid, sessionId }: Person): Promise<void> {
		const session = sql`where id = ${sessionId}`;
		const changes: Partial<Record<Visitor, RawBuilder<unknown>>> = {
			paused: sql`update users set paused_reason = 'we look into it.', pause_rule = 'staff@1' where uid = ${uid}`,
			stale: sql`update auth_session set created_at = now() - interval '11 minutes' ${session}`,
			expired: sql`update auth_session set expires_at = now() - interval '1 s' ${session}`,
			signedOut: sql`delete from auth_session ${session}`,
			deleted: sql`delete from auth_user where id = ${uid}`,
		};
		await changes[condition]?.execute(owner);
		if (condition !== 'banned') return;
		await inTransaction(product().deps.db, (tx) => banUser(tx, { uid, reason: 'Cheating.', atMs: Date.now() }));
	}

	return { make };
}

/** Reasons that clients handle. Other refusals are compared by status. */
const telling = new Set(
	'banned paused age-unknown role-may-not key-may-not totp-required totp-not-set-up requires-recent-login only-admin unknown-code'.split(
		' ',
	),
);

type Refusal = { code?: string; error?: { status: string; details?: { reason?: string } } };

/** @returns the refusal's reason or status, else the HTTP status. */
export async function outcomeOf(response: Response): Promise<string | number> {
	// Does not read a stream, because that would never finish.
	const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
	if (isStream) await response.body?.cancel();
	const body = isStream ? undefined : (parseJson(await response.text()) as Refusal | undefined);
	if (body?.error) {
		const code = callErrorCodeFromStatus(body.error.status);
		// An unknown call gets 404, so that proxies and monitors notice it.
		const http = code === 'unimplemented' ? 404 : code && callErrorHttp[code];
		expect(http, 'the HTTP code of the status').toBe(response.status);
		const { reason } = body.error.details ?? {};
		return reason && telling.has(reason) ? reason : body.error.status;
	}
	return typeof body?.code === 'string' ? body.code : response.status;
}
