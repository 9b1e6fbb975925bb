import type { CallResult } from '../../../contract/calls.ts';
import { robuxToWire } from '../../../contract/money.ts';
import { selectSessionsOf } from '../../accounts/sessions/session-store.ts';
import { sessionToWire } from '../../accounts/sessions/sessions-of-user.ts';
import { type ActionDeps, type AdminContext, noSuchUser } from '../../accounts/with-audit.ts';
import { toWire as adjustmentToWire } from '../../adjustments/adjustment.ts';
import { selectAdjustmentsOf } from '../../adjustments/store.ts';
import { inSnapshot } from '../../lib/db/database.ts';
import { CHARGEBACKS_TO_BAN } from '../../offerwalls/booking/chargebacks/chargeback.ts';
import { selectUserProfile, selectUserTotals, type UserProfileRow, type UserTotals } from './store-user.ts';

const ADJUSTMENTS_SHOWN = 50;

type AdminUser = CallResult<'adminGetUser'>;

export async function adminGetUser(
	{ db, clock }: ActionDeps,
	{ uid }: { uid: string },
	{ actor }: AdminContext,
): Promise<AdminUser> {
	return inSnapshot(db, async (tx) => {
		const profile = await selectUserProfile(tx, uid);
		if (!profile) throw noSuchUser();
		const totals = await selectUserTotals(tx, uid);
		const sessions = await selectSessionsOf(tx, { uid, nowMs: clock.now() });
		return {
			uid,
			profile: profileToWire(profile),
			flags: { ...flagsToWire(profile, totals), chargebacks_to_ban: CHARGEBACKS_TO_BAN },
			wallet: walletToWire(totals),
			sessions: sessions.map((session) => sessionToWire(session, actor.sessionId)),
			adjustments: (await selectAdjustmentsOf(tx, uid, ADJUSTMENTS_SHOWN)).map((row) =>
				adjustmentToWire(row, actor.uid),
			),
		};
	});
}

function profileToWire(row: UserProfileRow): AdminUser['profile'] {
	return {
		name: row.name,
		email: row.email,
		email_verified: row.emailVerified,
		mail_refused:
			row.mailRefusedAt && row.mailRefusedCode !== null
				? { at: row.mailRefusedAt.getTime(), code: row.mailRefusedCode }
				: null,
		birth_year: row.birthYear,
		two_factor_enabled: row.twoFactorEnabled,
		role: row.role,
		avatar_url: row.avatarUrl,
		roblox_username: row.robloxUsername,
		platform_user_id: row.platformUserId,
		linked_at: row.linkedAt?.getTime() ?? null,
		created_at: row.createdAt.getTime(),
		last_access: row.lastAccess?.getTime() ?? null,
	};
}

function flagsToWire(row: UserProfileRow, { chargebacks, chargebacksForgiven }: UserTotals) {
	return {
		banned_at: row.bannedAt?.getTime() ?? null,
		ban_reason: row.banReason,
		paused_reason: row.pausedReason,
		deleted_at: row.deletedAt?.getTime() ?? null,
		chargebacks,
		chargebacks_forgiven: chargebacksForgiven,
	};
}

function walletToWire({ balance, pending, earned, withdrawn, held, adjusted }: UserTotals): AdminUser['wallet'] {
	return {
		robux: robuxToWire(balance),
		pending: robuxToWire(pending),
		earned: robuxToWire(earned),
		withdrawn: robuxToWire(withdrawn),
		held: robuxToWire(held),
		adjusted: robuxToWire(adjusted),
	};
}
