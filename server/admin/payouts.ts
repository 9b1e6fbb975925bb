import { robuxFromWire, robuxToWire } from '../../contract/money.ts';
import type { AdminPayoutSettings, AdminPayoutSettingsChange } from '../../contract/payout-controls.ts';
import type { CallHandlers } from '../lib/http/calls.ts';
import { cancelWithdrawal } from '../withdrawals/cancel-withdrawal.ts';
import { findWithdrawals, getWithdrawal, listedManualToWire, reviewToWire } from '../withdrawals/find-withdrawals.ts';
import type { GetVendorFunds } from '../withdrawals/get-vendor-funds.ts';
import {
	giveBackManualPayout,
	listManualPayouts,
	markManualPayoutPaid,
	refuseManualPayout,
	takeManualPayout,
	takeOverManualPayout,
} from '../withdrawals/manual-payout.ts';
import { listPayoutReviews, resolvePayoutReview } from '../withdrawals/payout-review.ts';
import { changePayoutSettings, findPayoutSettings, type PayoutSettings } from '../withdrawals/payout-settings.ts';
import type { PayoutDeps } from '../withdrawals/record-verdict.ts';
import { resendWithdrawal } from '../withdrawals/resend-withdrawal.ts';
import { markWithdrawalPaid, refundWithdrawal, requireWithdrawal } from '../withdrawals/review-withdrawal.ts';
import {
	decideSettlement,
	listSettlements,
	proposeSettlement,
	settlementToWire,
} from '../withdrawals/settle-withdrawal.ts';
import { listAlerts } from '../withdrawals/watch-payouts.ts';
import { wireStatus } from '../withdrawals/withdrawal.ts';
import { keeperOf } from './deed.ts';

export type AdminPayoutDeps = PayoutDeps & { getVendorFunds: GetVendorFunds; hintPayouts(): void };

const done = { done: true } as const;

/** What admins see of payouts, and may do. Each deed is kept with who did it, in its own transaction. */
export function adminPayoutCalls(deps: AdminPayoutDeps) {
	const whereItStands = async (orderId: string) => {
		const { state } = await requireWithdrawal(deps, orderId);
		return { order_id: orderId, state, status: wireStatus(state) };
	};
	return {
		adminGetWithdrawals: (request) => findWithdrawals(deps, request),
		adminGetWithdrawal: ({ orderId }, { actor }) => getWithdrawal(deps, orderId, actor.uid),
		adminGetVendorFunds: () => deps.getVendorFunds(),

		async adminResendWithdrawal(request, doer) {
			await resendWithdrawal(deps, keeperOf(doer), request);
			return whereItStands(request.orderId);
		},
		async adminCancelWithdrawal(request, doer) {
			await cancelWithdrawal(deps, keeperOf(doer), request);
			return whereItStands(request.orderId);
		},
		async adminRefundWithdrawal(request, doer) {
			await refundWithdrawal(deps, keeperOf(doer), request);
			return whereItStands(request.orderId);
		},
		async adminMarkWithdrawalPaid(request, doer) {
			await markWithdrawalPaid(deps, keeperOf(doer), request);
			return whereItStands(request.orderId);
		},

		adminGetManualPayouts: async () => (await listManualPayouts(deps)).map(listedManualToWire),
		async adminTakeManualPayout({ orderId }, doer) {
			await takeManualPayout(deps, keeperOf(doer), orderId);
			return done;
		},
		async adminTakeOverManualPayout(request, doer) {
			await takeOverManualPayout(deps, keeperOf(doer), request);
			return done;
		},
		async adminGiveBackManualPayout({ orderId }, doer) {
			await giveBackManualPayout(deps, keeperOf(doer), orderId);
			return done;
		},
		async adminMarkManualPayoutPaid(request, doer) {
			await markManualPayoutPaid(deps, keeperOf(doer), request);
			return done;
		},
		async adminRefuseManualPayout(request, doer) {
			await refuseManualPayout(deps, keeperOf(doer), request);
			return done;
		},

		adminGetPayoutSettings: async () => settingsToWire(await findPayoutSettings(deps)),
		async adminChangePayoutSettings({ reason, ...change }, doer) {
			await changePayoutSettings(deps, toChange(change), { by: keeperOf(doer), reason });
			return settingsToWire(await findPayoutSettings(deps));
		},

		adminGetPayoutReviews: async () => (await listPayoutReviews(deps)).map(reviewToWire),
		async adminResolvePayoutReview(request, doer) {
			await resolvePayoutReview(deps, keeperOf(doer), request);
			return done;
		},
		async adminProposeSettlement(request, doer) {
			const proposal = { ...request, proof: request.outcome === 'paid' ? request.proof : null };
			return settlementToWire(await proposeSettlement(deps, keeperOf(doer), proposal), doer.actor.uid);
		},
		async adminDecideSettlement(request, doer) {
			return settlementToWire(await decideSettlement(deps, keeperOf(doer), request), doer.actor.uid);
		},
		adminGetSettlements: (_, { actor }) => listSettlements(deps, actor.uid),
		adminGetPayoutAlerts: async () =>
			(await listAlerts(deps)).map(({ kind, message, raisedAt }) => ({ kind, message, raised_at: raisedAt.getTime() })),
	} satisfies Partial<CallHandlers>;
}

function settingsToWire({
	isOn,
	hourCap,
	dayCap,
	balanceAlertUsd,
	stockAlert,
	sentThisHour,
	sentToday,
}: Awaited<ReturnType<typeof findPayoutSettings>>): AdminPayoutSettings {
	return {
		is_on: isOn,
		hour_cap: hourCap === null ? null : robuxToWire(hourCap),
		day_cap: dayCap === null ? null : robuxToWire(dayCap),
		balance_alert_usd: balanceAlertUsd,
		stock_alert: stockAlert,
		sent_this_hour: robuxToWire(sentThisHour),
		sent_today: robuxToWire(sentToday),
	};
}

/** What is not named stays as it is. */
function toChange(change: Omit<AdminPayoutSettingsChange, 'reason'>): Partial<PayoutSettings> {
	const { is_on, hour_cap, day_cap, balance_alert_usd, stock_alert } = change;
	const toCents = (robux: number | null) => (robux === null ? null : robuxFromWire(robux));
	return {
		...(is_on !== undefined && { isOn: is_on }),
		...(hour_cap !== undefined && { hourCap: toCents(hour_cap) }),
		...(day_cap !== undefined && { dayCap: toCents(day_cap) }),
		...(balance_alert_usd !== undefined && { balanceAlertUsd: balance_alert_usd }),
		...(stock_alert !== undefined && { stockAlert: stock_alert }),
	};
}
