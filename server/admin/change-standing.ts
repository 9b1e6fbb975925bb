import type { Standing } from '../../contract/admin.ts';
import { banUser, unbanUser } from '../identity/ban-user.ts';
import { pauseUser, resumeUser } from '../identity/pause-user.ts';
import type { Tx } from '../lib/database.ts';
import { forgiveChargebacks } from '../offerwalls/chargeback.ts';
import { type DeedDeps, type Doer, type Done, doDeed, requireOther } from './deed.ts';
import { lockUsers, type UserState } from './store.ts';

export type StandingRequest = { uid: string; reason: string };

/** Ends all sessions and refuses the user from now on; the reason is what they are shown. One who is banned stays so, for the first reason. */
export async function adminBanUser(deps: DeedDeps, doer: Doer, { uid, reason }: StandingRequest): Promise<Standing> {
	requireOther(doer, uid);
	return doDeed(deps, doer, { action: 'ban', uid, reason }, (tx, user, atMs) =>
		change(tx, user, () => banUser(tx, { uid, reason, atMs })),
	);
}

/** Gives everything back as it was before the ban, a pause too, and starts the count of chargebacks anew. */
export async function adminUnbanUser(deps: DeedDeps, doer: Doer, { uid, reason }: StandingRequest): Promise<Standing> {
	return doDeed(deps, doer, { action: 'unban', uid, reason }, (tx, user, atMs) =>
		change(tx, user, async () => {
			const wasBanned = await unbanUser(tx, uid);
			if (wasBanned) await forgiveChargebacks(tx, { uid, atMs });
			return wasBanned;
		}),
	);
}

/** Stops withdrawals; the reason is what the user is shown. */
export async function adminPauseUser(deps: DeedDeps, doer: Doer, { uid, reason }: StandingRequest): Promise<Standing> {
	return doDeed(deps, doer, { action: 'pause', uid, reason }, (tx, user) =>
		change(tx, user, () => pauseUser(tx, { uid, reason })),
	);
}

/** Ends a pause, whoever or whatever made it. */
export async function adminResumeUser(deps: DeedDeps, doer: Doer, { uid, reason }: StandingRequest): Promise<Standing> {
	return doDeed(deps, doer, { action: 'resume', uid, reason }, (tx, user) =>
		change(tx, user, async () => user.pausedReason !== null && resumeUser(tx, { uid, reason: user.pausedReason })),
	);
}

async function change(tx: Tx, before: UserState, work: () => Promise<boolean>): Promise<Done<Standing>> {
	const changed = await work();
	const after = (await lockUsers(tx, [before.uid])).get(before.uid) ?? before;
	return {
		result: { uid: before.uid, ...standingOf(after), changed },
		change: changed ? { before: standingOf(before), after: standingOf(after) } : undefined,
	};
}

function standingOf({ bannedAt, banReason, pausedReason }: UserState) {
	return { banned_at: bannedAt?.getTime() ?? null, ban_reason: banReason, paused_reason: pausedReason };
}
