import { randomUUID } from 'node:crypto';
import type { CallInput, CallResult } from '../../../contract/calls.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import type { StaffRole } from '../../../contract/permissions.ts';
import { callError } from '../../../contract/refusals.ts';
import { datesToMs, type Tx } from '../../lib/db/database.ts';
import { orderMail } from '../../notifications/mail-order.ts';
import { requireSecond } from '../second-person.ts';
import { mayApprove } from '../site-mode.ts';
import { deleteSessionsOf, type UserState, updateStaffRole } from '../store.ts';
import { requireAnotherOwner } from '../user-record/require-another-owner.ts';
import { type ActionDeps, type AdminContext, withAudit } from '../with-audit.ts';
import { deleteInvitesOf, type InviteRow, replaceInvite, selectInvites, selectStaff } from './store-staff.ts';

const INVITE_LIFETIME_MS = 48 * HOUR_MS;

export async function adminGetStaff({ db, clock }: ActionDeps): Promise<CallResult<'adminGetStaff'>> {
	const [staff, invites] = [await selectStaff(db), await selectInvites(db, new Date(clock.now()))];
	return { staff: staff.map(datesToMs), invites: invites.map(inviteToWire) };
}

/** @throws SecondPersonNeeded for a role that may approve proposals. */
export function adminInviteStaff(
	deps: ActionDeps,
	{ email, role }: CallInput<'adminInviteStaff'>,
	admin: AdminContext,
): Promise<CallResult<'adminInviteStaff'>> {
	return invite(deps, { email, role }, admin, (tx, { id }) => orderMail(tx, { kind: 'staff-invite', invite: id }));
}

export async function invite(
	deps: ActionDeps,
	{ email, role }: { email: string; role: StaffRole },
	admin: AdminContext,
	hand: (tx: Tx, row: InviteRow) => Promise<void>,
): Promise<Exclude<CallResult<'adminInviteStaff'>, { proposal: string }>> {
	const { actor, approval } = admin;
	const open = await selectInvites(deps.db, new Date(deps.clock.now()));
	const isOpen = open.some((each) => each.email === email && each.role === role);
	if (mayApprove(role) && !isOpen) requireSecond(admin);
	return withAudit(deps, admin, { action: 'invite-staff' }, async (tx, atMs) => {
		const invitedBy = approval?.proposedBy ?? actor.uid;
		const row = { id: randomUUID(), email, role, invitedBy, expiresAt: new Date(atMs + INVITE_LIFETIME_MS) };
		await replaceInvite(tx, row);
		await hand(tx, row);
		return { result: inviteToWire(row), change: { invite: row.id, before: {}, after: { role } } };
	});
}

export function adminChangeStaffRole(
	deps: ActionDeps,
	{ uid, role, reason }: CallInput<'adminChangeStaffRole'>,
	admin: AdminContext,
): Promise<CallResult<'adminChangeStaffRole'>> {
	return withAudit(deps, admin, { action: 'change-staff-role', user: uid, reason }, async (tx, _, user) => {
		const change = await changeRole(tx, user, role);
		return { result: { uid, role }, change };
	});
}

export function adminRemoveStaff(
	deps: ActionDeps,
	{ uid, reason }: CallInput<'adminRemoveStaff'>,
	admin: AdminContext,
): Promise<CallResult<'adminRemoveStaff'>> {
	return withAudit(deps, admin, { action: 'remove-staff', user: uid, reason }, async (tx, _, user) => {
		const change = await changeRole(tx, user, null);
		await deleteInvitesOf(tx, uid);
		return { result: { uid, removed: true } as const, change };
	});
}

async function changeRole(tx: Tx, { uid, staffRole }: UserState, to: StaffRole | null) {
	if (staffRole === null) throw callError('failed-precondition', 'not-on-staff');
	if (staffRole === to) return undefined;
	if (staffRole === 'owner') await requireAnotherOwner(tx, uid);
	await updateStaffRole(tx, { uid, staffRole: to });
	await deleteSessionsOf(tx, uid);
	return { before: { staff_role: staffRole }, after: { staff_role: to }, keeps: ['staff_role'] };
}

function inviteToWire({ email, role, expiresAt }: InviteRow) {
	return { email, role, expires_at: expiresAt.getTime() };
}
