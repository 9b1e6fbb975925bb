import { randomUUID } from 'node:crypto';
import type { CallResult, Calls } from '../../../contract/calls.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import type { StaffRole } from '../../../contract/permissions.ts';
import { callError } from '../../../contract/refusals.ts';
import { recordAudit } from '../../lib/audit.ts';
import { type DbDeps, datesToMs, inTransaction, type Tx } from '../../lib/db/database.ts';
import type { Handler } from '../../lib/feature.ts';
import { orderMail } from '../../notifications/mail-order.ts';
import { selectAccountState } from '../account-store.ts';
import { requireSecond } from '../second-person.ts';
import { deleteOtherSessions, hasSecondFactor } from '../sessions/session-store.ts';
import { hashCode } from '../sign-in/one-time-code.ts';
import { mayApprove } from '../site-mode.ts';
import { deleteSessionsOf, lockUsers, type UserState, updateStaffRole } from '../store.ts';
import { requireAnotherOwner } from '../user-record/require-another-owner.ts';
import { type ActionDeps, type AdminContext, type StaffCall, withAudit } from '../with-audit.ts';
import * as store from './store-staff.ts';

export const acceptStaffInvite: Handler<Calls['acceptStaffInvite'], DbDeps> = (deps, { code }, { actor, ip }) => {
	const { db, clock } = deps;
	const hash = hashCode(code);
	if (!hash) throw callError('not-found', 'invite-invalid');
	return inTransaction(db, async (tx) => {
		const atMs = clock.now();
		const { uid, sessionId } = actor;
		const invite = await store.lockInvite(tx, { hash, now: new Date(atMs) });
		const account = await selectAccountState(tx, uid);
		if (!invite || account?.email !== invite.email) throw callError('not-found', 'invite-invalid');
		if (!account.emailVerified) throw callError('permission-denied', 'invite-wants-email');
		if (!account.twoFactorEnabled) throw callError('permission-denied', 'totp-not-set-up');
		if (!(await hasSecondFactor(tx, sessionId))) throw callError('permission-denied', 'totp-required');
		const user = (await lockUsers(tx, [uid])).get(uid);
		if (user?.staffRole !== null) throw callError('failed-precondition', 'invite-on-staff');
		const { role, invitedBy } = invite;
		await store.deleteInvite(tx, invite.id);
		await updateStaffRole(tx, { uid, staffRole: role });
		await deleteOtherSessions(tx, { uid, keepId: sessionId });
		const change = { before: { role: null }, after: { role } };
		const details = { ...change, invited_by: invitedBy, ip, role };
		const entry = { atMs, actor: uid, action: 'accept-staff-invite', uid, details };
		await recordAudit(tx, { ...entry, keeps: ['invited_by', 'role'] });
		return { role };
	});
};

export const adminWithdrawInvite: StaffCall<'adminWithdrawInvite', ActionDeps> = (deps, { email, reason }, admin) =>
	withAudit(deps, admin, { action: 'withdraw-invite', reason }, async (tx, atMs) => {
		const found = (await store.selectInvites(tx, new Date(atMs))).find((invite) => invite.email === email);
		if (!found) throw callError('not-found', 'no-such-invite');
		await store.deleteInvite(tx, found.id);
		return { result: { done: true }, change: { invite: found.id, before: { role: found.role }, after: {} } };
	});

const INVITE_LIFETIME_MS = 48 * HOUR_MS;

export async function adminGetStaff({ db, clock }: ActionDeps): Promise<CallResult<'adminGetStaff'>> {
	const [staff, invites] = [await store.selectStaff(db), await store.selectInvites(db, new Date(clock.now()))];
	return { staff: staff.map(datesToMs), invites: invites.map(inviteToWire) };
}

/** @throws SecondPersonNeeded for a role that may approve proposals. */
export const adminInviteStaff: StaffCall<'adminInviteStaff', ActionDeps> = (deps, { email, role }, admin) =>
	invite(deps, { email, role }, admin, (tx, { id }) => orderMail(tx, { kind: 'staff-invite', invite: id }));

export async function invite(
	deps: ActionDeps,
	{ email, role }: { email: string; role: StaffRole },
	admin: AdminContext,
	hand: (tx: Tx, row: store.InviteRow) => Promise<void>,
): Promise<Exclude<CallResult<'adminInviteStaff'>, { proposal: string }>> {
	const { actor, approval } = admin;
	const open = await store.selectInvites(deps.db, new Date(deps.clock.now()));
	const isOpen = open.some((each) => each.email === email && each.role === role);
	if (mayApprove(role) && !isOpen) requireSecond(admin);
	return withAudit(deps, admin, { action: 'invite-staff' }, async (tx, atMs) => {
		const invitedBy = approval?.proposedBy ?? actor.uid;
		const row = { id: randomUUID(), email, role, invitedBy, expiresAt: new Date(atMs + INVITE_LIFETIME_MS) };
		await store.replaceInvite(tx, row);
		await hand(tx, row);
		return { result: inviteToWire(row), change: { invite: row.id, before: {}, after: { role } } };
	});
}

export const adminChangeStaffRole: StaffCall<'adminChangeStaffRole', ActionDeps> = (deps, input, admin) => {
	const { uid, role, reason } = input;
	return withAudit(deps, admin, { action: 'change-staff-role', user: uid, reason }, async (tx, _, user) => {
		const change = await changeRole(tx, user, role);
		return { result: { uid, role }, change };
	});
};

export const adminRemoveStaff: StaffCall<'adminRemoveStaff', ActionDeps> = (deps, { uid, reason }, admin) =>
	withAudit(deps, admin, { action: 'remove-staff', user: uid, reason }, async (tx, _, user) => {
		const change = await changeRole(tx, user, null);
		await store.deleteInvitesOf(tx, uid);
		return { result: { uid, removed: true } as const, change };
	});

async function changeRole(tx: Tx, { uid, staffRole }: UserState, to: StaffRole | null) {
	if (staffRole === null) throw callError('failed-precondition', 'not-on-staff');
	if (staffRole === to) return undefined;
	if (staffRole === 'owner') await requireAnotherOwner(tx, uid);
	await updateStaffRole(tx, { uid, staffRole: to });
	await deleteSessionsOf(tx, uid);
	return { before: { staff_role: staffRole }, after: { staff_role: to }, keeps: ['staff_role'] };
}

function inviteToWire({ email, role, expiresAt }: store.InviteRow) {
	return { email, role, expires_at: expiresAt.getTime() };
}
