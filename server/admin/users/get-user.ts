import type { CallResult } from '../../../contract/calls.ts';
import { robuxToWire } from '../../../contract/money.ts';
import { selectSessionsOf } from '../../accounts/sessions/session-store.ts';
import { sessionToWire } from '../../accounts/sessions/sessions-of-user.ts';
import { type ActionDeps, type AdminContext, noSuchUser } from '../../accounts/with-audit.ts';
import { toWire as adjustmentToWire } from '../../adjustments/adjustment.ts';
import { selectAdjustmentsOf } from '../../adjustments/store.ts';
import { inSnapshot } from '../../lib/db/database.ts';
import { datesToMs } from '../../lib/db/rows.ts';
import { CHARGEBACKS_TO_BAN } from '../../offerwalls/booking/chargebacks/chargeback.ts';
import { selectUserProfile, selectUserTotals, type UserTotals } from './store-user.ts';

const ADJUSTMENTS_SHOWN = 50;

type AdminUser = CallResult<'adminGetUser'>;

export async function adminGetUser(
	{ db, clock }: ActionDeps,
	{ uid }: { uid: string },
	{ actor }: AdminContext,
): Promise<AdminUser> {
	return inSnapshot(db, async (tx) => {
		const row = await selectUserProfile(tx, uid);
		if (!row) throw noSuchUser();
		const { banned_at, ban_reason, paused_reason, deleted_at, ...profile } = datesToMs(row);
		const restrictions = { banned_at, ban_reason, paused_reason, deleted_at };
		const totals = await selectUserTotals(tx, uid);
		const sessions = await selectSessionsOf(tx, { uid, nowMs: clock.now() });
		return {
			uid,
			profile,
			flags: {
				...restrictions,
				chargebacks: totals.chargebacks,
				chargebacks_forgiven: totals.chargebacksForgiven,
				chargebacks_to_ban: CHARGEBACKS_TO_BAN,
			},
			wallet: walletToWire(totals),
			sessions: sessions.map((session) => sessionToWire(session, actor.sessionId)),
			adjustments: (await selectAdjustmentsOf(tx, uid, ADJUSTMENTS_SHOWN)).map((row) =>
				adjustmentToWire(row, actor.uid),
			),
		};
	});
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
