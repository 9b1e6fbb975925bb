import type { CallInput, CallResult } from '../../../contract/calls.ts';
import type { StaffRole } from '../../../contract/permissions.ts';
import { callError } from '../../../contract/refusals.ts';
import { recordAudit } from '../../lib/audit.ts';
import { type DbDeps, inTransaction } from '../../lib/db/database.ts';
import type { Actor } from '../../lib/http/callers.ts';
import { selectAccountState } from '../account-store.ts';
import { deleteOtherSessions, hasSecondFactor } from '../sessions/session-store.ts';
import { hashCode } from '../sign-in/one-time-code.ts';
import { lockUsers, updateStaffRole } from '../store.ts';
import { type ActionDeps, type AdminContext, withAudit } from '../with-audit.ts';
import { deleteInvite, lockInvite, selectInvites } from './store-staff.ts';

export function acceptStaffInvite(
	{ db, clock }: DbDeps,
	{ code }: { code: string },
	{ actor, ip }: { actor: Actor; ip: string },
): Promise<{ role: StaffRole }> {
	const hash = hashCode(code);
	if (!hash) throw callError('not-found', 'invite-invalid');
	return inTransaction(db, async (tx) => {
		const atMs = clock.now();
		const { uid, sessionId } = actor;
		const invite = await lockInvite(tx, { hash, now: new Date(atMs) });
		const account = await selectAccountState(tx, uid);
		if (!invite || account?.email !== invite.email) throw callError('not-found', 'invite-invalid');
		if (!account.emailVerified) throw callError('permission-denied', 'invite-wants-email');
		if (!account.twoFactorEnabled) throw callError('permission-denied', 'totp-not-set-up');
		if (!(await hasSecondFactor(tx, sessionId))) throw callError('permission-denied', 'totp-required');
		const user = (await lockUsers(tx, [uid])).get(uid);
		if (user?.staffRole !== null) throw callError('failed-precondition', 'invite-on-staff');
		const { role, invitedBy } = invite;
		await deleteInvite(tx, invite.id);
		await updateStaffRole(tx, { uid, staffRole: role });
		await deleteOtherSessions(tx, { uid, keepId: sessionId });
		const change = { before: { role: null }, after: { role } };
		const details = { ...change, invited_by: invitedBy, ip, role };
		await recordAudit(tx, {
			atMs,
			actor: uid,
			action: 'accept-staff-invite',
			uid,
			details,
			keeps: ['invited_by', 'role'],
		});
		return { role };
	});
}

export function adminWithdrawInvite(
	deps: ActionDeps,
	{ email, reason }: CallInput<'adminWithdrawInvite'>,
	admin: AdminContext,
): Promise<CallResult<'adminWithdrawInvite'>> {
	return withAudit(deps, admin, { action: 'withdraw-invite', reason }, async (tx, atMs) => {
		const found = (await selectInvites(tx, new Date(atMs))).find((invite) => invite.email === email);
		if (!found) throw callError('not-found', 'no-such-invite');
		await deleteInvite(tx, found.id);
		return { result: { done: true }, change: { invite: found.id, before: { role: found.role }, after: {} } };
	});
}
