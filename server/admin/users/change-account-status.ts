import type { AccountStatus } from '../../../contract/admin/admin.ts';
import { saidOf } from '../../../contract/admin/reasons.ts';
import { lockUsers, type UserState } from '../../accounts/store.ts';
import { banUser, unbanUser } from '../../accounts/user-record/ban-user.ts';
import { pauseUser, resumeUser } from '../../accounts/user-record/pause-user.ts';
import { requireAnotherOwner } from '../../accounts/user-record/require-another-owner.ts';
import { type ActionDeps, type AdminContext, withAudit } from '../../accounts/with-audit.ts';
import type { Tx } from '../../lib/db/database.ts';
import { forgiveChargebacks } from '../../offerwalls/booking/chargeback.ts';

export type AccountStatusRequest = { uid: string; reason: string };
type Change = (tx: Tx, about: AccountStatusRequest & { atMs: number; user: UserState }) => Promise<boolean>;

/** Ends all sessions and refuses the user from now on; the reason is what they are shown. One who is banned stays so, for the first reason. */
export const adminBanUser = change('ban', async (tx, about) => {
	if (about.user.staffRole === 'owner') await requireAnotherOwner(tx, about.uid);
	return banUser(tx, about);
});

/** Gives everything back as it was before the ban, a pause too, and starts the count of chargebacks anew. */
export const adminUnbanUser = change('unban', async (tx, { uid, atMs }) => {
	const wasBanned = await unbanUser(tx, uid);
	if (wasBanned) await forgiveChargebacks(tx, { uid, atMs });
	return wasBanned;
});

/** Stops withdrawals; the reason is what the user is shown. */
export const adminPauseUser = change('pause', pauseUser);

export const adminResumeUser = change(
	'resume',
	async (tx, { uid, user: { pausedReason } }) => pausedReason !== null && resumeUser(tx, { uid, reason: pausedReason }),
);

function change(action: string, work: Change) {
	return (deps: ActionDeps, admin: AdminContext, { uid, reason }: AccountStatusRequest): Promise<AccountStatus> =>
		withAudit(deps, admin, { action, user: uid, reason }, async (tx, atMs, user) => {
			const changed = await work(tx, { uid, reason: saidOf(reason), atMs, user });
			const after = (await lockUsers(tx, [uid])).get(uid) ?? user;
			return {
				result: { uid, ...accountStatusOf(after), changed },
				change: changed ? { before: accountStatusOf(user), after: accountStatusOf(after) } : undefined,
			};
		});
}

function accountStatusOf({ bannedAt, banReason, pausedReason }: UserState) {
	return { banned_at: bannedAt?.getTime() ?? null, ban_reason: banReason, paused_reason: pausedReason };
}
