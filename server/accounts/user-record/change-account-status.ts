import type { AccountStatus } from '../../../contract/accounts/staff-accounts.ts';
import { ruleOf } from '../../../contract/accounts/statements.ts';
import { userMessageOf } from '../../../contract/admin/reasons.ts';
import type { Tx } from '../../lib/db/database.ts';
import { orderMail } from '../../notifications/mail-order.ts';
import { deleteTwoFactor, selectAccountState } from '../account-store.ts';
import { orderRecall } from '../memory/account-memory.ts';
import { insertFormerAddress } from '../memory/store-former-addresses.ts';
import { countPasskeys, deletePasskeys } from '../passkeys/store-passkeys.ts';
import { hasProvider } from '../provider/store-provider.ts';
import { requireSecond } from '../second-person.ts';
import { deleteSessionsOf, lockUsers, type UserState } from '../store.ts';
import { type ActionDeps, type AdminContext, withAudit } from '../with-audit.ts';
import { requireAnotherOwner } from './require-another-owner.ts';
import { banUser, pauseUser, resumeUser, unbanUser } from './restrict-user.ts';

type AccountStatusRequest = { uid: string; reason: string };
type About = AccountStatusRequest & { atMs: number; user: UserState; admin: AdminContext };

export type UnbanDeps = ActionDeps & {
	forgiveChargebacks: (tx: Tx, whom: { uid: string; atMs: number }) => Promise<void>;
};

export const adminBanUser = change('ban', async (tx, about) => {
	if (about.user.staffRole === 'owner') await requireAnotherOwner(tx, about.uid);
	await orderRecall(tx, about.uid);
	return banUser(tx, about);
});

export const adminUnbanUser = change<UnbanDeps>('unban', async (tx, about, { forgiveChargebacks }) => {
	const { uid, atMs, user, admin } = about;
	if (user.banRule && ruleOf(user.banRule) === 'chargebacks-ban') requireSecond(admin, { uid });
	const wasBanned = await unbanUser(tx, uid);
	if (wasBanned) await forgiveChargebacks(tx, { uid, atMs });
	return wasBanned;
});

export const adminPauseUser = change('pause', pauseUser);

export const adminResumeUser = change(
	'resume',
	async (tx, { uid, user: { pausedReason } }) => pausedReason !== null && resumeUser(tx, { uid, reason: pausedReason }),
);

/** Larger withdrawals wait, as after an undone change of address. */
export const adminResetSecondFactor = change('reset-second-factor', async (tx, { uid, atMs, admin }) => {
	const isOn = (await selectAccountState(tx, uid))?.twoFactorEnabled || (await countPasskeys(tx, uid)) > 0;
	if (!isOn) return false;
	requireSecond(admin, { uid });
	if (await hasProvider(tx)) await requireAnotherOwner(tx, uid);
	const at = new Date(atMs);
	await insertFormerAddress(tx, { uid, at, undoUntil: at, isUndone: true });
	await deleteTwoFactor(tx, uid);
	await deletePasskeys(tx, { uid });
	await deleteSessionsOf(tx, uid);
	await orderMail(tx, { kind: 'two-factor-changed', uid, isOn: false, isReset: true });
	return true;
});

function change<Deps extends ActionDeps = ActionDeps>(
	action: string,
	work: (tx: Tx, about: About, deps: Deps) => Promise<boolean>,
) {
	return (deps: Deps, { uid, reason }: AccountStatusRequest, admin: AdminContext): Promise<AccountStatus> =>
		withAudit(deps, admin, { action, user: uid, reason }, async (tx, atMs, user) => {
			const changed = await work(tx, { uid, reason: userMessageOf(reason), atMs, user, admin }, deps);
			const after = (await lockUsers(tx, [uid])).get(uid) ?? user;
			const states = { before: accountStatusOf(user), after: accountStatusOf(after) };
			return {
				result: { uid, ...states.after, changed },
				change: changed ? { ...states, keeps: ['banned_at'] } : undefined,
			};
		});
}

function accountStatusOf({ bannedAt, banReason, pausedReason }: UserState) {
	return { banned_at: bannedAt?.getTime() ?? null, ban_reason: banReason, paused_reason: pausedReason };
}
