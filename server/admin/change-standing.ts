import type { Standing } from '../../contract/admin.ts';
import { banUser, unbanUser } from '../identity/ban-user.ts';
import { pauseUser, resumeUser } from '../identity/pause-user.ts';
import { lockUsers, type UserState } from '../identity/store.ts';
import { type ActionDeps, type AdminContext, requireOther, withAudit } from '../identity/with-audit.ts';
import type { Tx } from '../lib/database.ts';
import { forgiveChargebacks } from '../offerwalls/chargeback.ts';

export type StandingRequest = { uid: string; reason: string };
type Change = (tx: Tx, about: StandingRequest & { atMs: number; user: UserState }) => Promise<boolean>;

/** Ends all sessions and refuses the user from now on; the reason is what they are shown. One who is banned stays so, for the first reason. */
export async function adminBanUser(deps: ActionDeps, admin: AdminContext, request: StandingRequest): Promise<Standing> {
	requireOther(admin, request.uid);
	return change('ban', banUser)(deps, admin, request);
}

/** Gives everything back as it was before the ban, a pause too, and starts the count of chargebacks anew. */
export const adminUnbanUser = change('unban', async (tx, { uid, atMs }) => {
	const wasBanned = await unbanUser(tx, uid);
	if (wasBanned) await forgiveChargebacks(tx, { uid, atMs });
	return wasBanned;
});

/** Stops withdrawals; the reason is what the user is shown. */
export const adminPauseUser = change('pause', pauseUser);

/** Ends a pause, whoever or whatever made it. */
export const adminResumeUser = change(
	'resume',
	async (tx, { uid, user: { pausedReason } }) => pausedReason !== null && resumeUser(tx, { uid, reason: pausedReason }),
);

function change(action: string, work: Change) {
	return (deps: ActionDeps, admin: AdminContext, { uid, reason }: StandingRequest): Promise<Standing> =>
		withAudit(deps, admin, { action, user: uid, reason }, async (tx, atMs, user) => {
			const changed = await work(tx, { uid, reason, atMs, user });
			const after = (await lockUsers(tx, [uid])).get(uid) ?? user;
			return {
				result: { uid, ...standingOf(after), changed },
				change: changed ? { before: standingOf(user), after: standingOf(after) } : undefined,
			};
		});
}

function standingOf({ bannedAt, banReason, pausedReason }: UserState) {
	return { banned_at: bannedAt?.getTime() ?? null, ban_reason: banReason, paused_reason: pausedReason };
}
