import { sql } from 'kysely';
import type { SiteMode } from '../../contract/admin/proposals.ts';
import { DAY_MS } from '../../contract/durations.ts';
import { isAllowed, type Permission, type StaffRole, staffRoles } from '../../contract/permissions.ts';
import { callError, refusal } from '../../contract/refusals.ts';
import { recordAudit } from '../lib/audit.ts';
import { type Database, hasRow, rowOf, rowsOf, type Tx } from '../lib/db/database.ts';
import { authError } from './auth-error.ts';
import { MACHINE } from './second-person.ts';
import { missingProofOf } from './sessions/require-session.ts';
import { selectSignInProofs } from './sessions/session-store.ts';
import { type ActionDeps, type AdminContext, withAudit } from './with-audit.ts';

export const SOLO_WAIT_MS = DAY_MS;
const OWNER_ADDRESS_MS = 30 * DAY_MS + SOLO_WAIT_MS;
const ACTION = 'change-site-mode';

const approving: readonly Permission[] = [
	...(['change-staff', 'change-standing', 'adjust-balances'] as const),
	...(['change-promotions', 'change-offerwalls', 'decide-withdrawals'] as const),
];

export const mayApprove = (role: StaffRole): boolean => approving.some((each) => isAllowed(role, each));

export type SiteState = { mode: SiteMode; approvers: number; isBooked: boolean };

export async function selectSiteState(db: Database | Tx): Promise<SiteState> {
	const row = await rowOf<SiteState>(db)`
		select mode, (
			select count(*)::int from users
			where staff_role = any(${staffRoles.filter(mayApprove)}::text[]) and banned_at is null
		) as approvers, exists (select 1 from transfers) as "isBooked"
		from adjustment_settings
	`;
	return row as SiteState;
}

export async function readSiteMode(tx: Tx, atMs: number): Promise<SiteMode> {
	const { mode, approvers } = await selectSiteState(tx);
	if (mode === 'team' || approvers < 2) return mode;
	await updateMode(tx, 'team');
	const after = { mode: 'team' } as const;
	await recordAudit(tx, { atMs, actor: 'system', action: ACTION, details: { before: { mode }, after } });
	return after.mode;
}

export function changeSiteMode(
	deps: ActionDeps,
	{ mode, reason }: { mode: SiteMode; reason: string },
	admin: AdminContext,
): Promise<{ mode: SiteMode }> {
	return withAudit(deps, admin, { action: ACTION, reason }, async (tx, atMs) => {
		const before = await readSiteMode(tx, atMs);
		if (before === mode) return { result: { mode }, change: undefined };
		const { approvers, isBooked } = await selectSiteState(tx);
		const isLate = isBooked && admin.actor.uid !== MACHINE;
		if (mode === 'solo' && approvers > 1) throw callError('failed-precondition', 'site-is-team');
		if (mode === 'solo' && isLate) throw callError('failed-precondition', 'money-is-booked');
		await updateMode(tx, mode);
		return { result: { mode }, change: { before: { mode: before }, after: { mode } } };
	});
}

async function updateMode(tx: Tx, mode: SiteMode): Promise<void> {
	await sql`update adjustment_settings set mode = ${mode}`.execute(tx);
	await sql`
		update proposals set applies_at = null, stop_codes = null where state = 'waiting' and applies_at is not null
	`.execute(tx);
}

export async function requireFreshSecondFactor(tx: Tx, session: { uid: string; sessionId: string; nowMs: number }) {
	const proofs = await selectSignInProofs(tx, session);
	const missing = proofs?.hasTwoFactor ? missingProofOf(proofs, session.nowMs) : 'totp-not-set-up';
	if (missing && missing !== 'requires-recent-login') throw callError('permission-denied', missing);
}

export function selectOwnerAddresses(tx: Tx, appliesAtMs: number): Promise<{ uid: string; email: string }[]> {
	const since = new Date(appliesAtMs - OWNER_ADDRESS_MS);
	return rowsOf<{ uid: string; email: string }>(tx)`
		with owners as (
			select uid from users where staff_role = 'owner'
			union select uid from audit_records where action in ('change-staff-role', 'remove-staff') and at > ${since}
				and details -> 'before' ->> 'staff_role' = 'owner'
		)
		select uid, email from owners join auth_user on id = uid
		union select uid, email from owners join former_addresses using (uid) where replaced_at > ${since}
	`;
}

export async function requireChangeableAddress(db: Database | Tx, uid: string, nowMs: number): Promise<void> {
	const isFixed = await hasRow(db)`
		select from users where uid = ${uid} and staff_role = 'owner' and exists (
			select from proposals where state = 'waiting' and applies_at > ${new Date(nowMs)}
		)
	`;
	if (isFixed) throw authError('operation-not-allowed', refusal('address-fixed'));
}

export async function addStopCode(db: Database, about: { id: string; uid: string; hash: Buffer }): Promise<boolean> {
	return hasRow(db)`
		update proposals
		set stop_codes = coalesce(stop_codes, '{}') || jsonb_build_object(${about.hash.toString('hex')}::text, ${about.uid}::text)
		where id = ${about.id} and state = 'waiting' and applies_at is not null returning id
	`;
}
