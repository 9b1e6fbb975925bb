import type {
	AdminPayoutSettings,
	AdminPayoutSettingsChange,
} from '../../../contract/admin/payouts/payout-controls.ts';
import { type RobuxCents, robuxFromWire, robuxToWire } from '../../../contract/money.ts';
import type { AdminContext } from '../../accounts/with-audit.ts';
import type { CallHandlers } from '../../lib/http/calls.ts';
import type { PayoutDeps } from '../../withdrawals/payouts/record-outcome.ts';
import { cancelWithdrawal } from '../../withdrawals/review/cancel-withdrawal.ts';
import {
	findWithdrawals,
	getWithdrawal,
	listedManualToWire,
	reviewToWire,
} from '../../withdrawals/review/find-withdrawals.ts';
import {
	giveBackManualPayout,
	listManualPayouts,
	markManualPayoutPaid,
	refuseManualPayout,
	takeManualPayout,
	takeOverManualPayout,
} from '../../withdrawals/review/manual-payout.ts';
import { listPayoutReviews, resolvePayoutReview } from '../../withdrawals/review/payout-review.ts';
import { resendWithdrawal } from '../../withdrawals/review/resend-withdrawal.ts';
import {
	type AboutOrder,
	markWithdrawalPaid,
	refundWithdrawal,
	requireWithdrawal,
} from '../../withdrawals/review/review-withdrawal.ts';
import {
	decideSettlement,
	listSettlements,
	proposeSettlement,
	settlementToWire,
} from '../../withdrawals/review/settle-withdrawal.ts';
import type { GetVendorFunds } from '../../withdrawals/safety/get-vendor-funds.ts';
import {
	changePayoutSettings,
	findPayoutSettings,
	type PayoutSettings,
} from '../../withdrawals/safety/payout-settings.ts';
import { listAlerts } from '../../withdrawals/safety/watch-payouts.ts';
import { decideScreening } from '../../withdrawals/screening/decide-screening.ts';
import {
	getScreeningRules,
	type ScreeningRuleDeps,
	setScreeningRules,
} from '../../withdrawals/screening/screening-rules.ts';
import { wireStatus } from '../../withdrawals/withdrawal.ts';

export type AdminPayoutDeps = PayoutDeps & ScreeningRuleDeps & { getVendorFunds: GetVendorFunds; wakePayouts(): void };

export function adminPayoutCalls(deps: AdminPayoutDeps) {
	type Act<Request> = (deps: AdminPayoutDeps, admin: AdminContext, request: Request) => Promise<void>;
	const standing = async (orderId: string) => {
		const { state } = await requireWithdrawal(deps, orderId);
		return { order_id: orderId, state, status: wireStatus(state) };
	};
	const ending = (act: Act<AboutOrder>) => async (request: AboutOrder, admin: AdminContext) => {
		await act(deps, admin, request);
		return standing(request.orderId);
	};
	const doing =
		<Request>(act: Act<Request>) =>
		async (request: Request, admin: AdminContext) => {
			await act(deps, admin, request);
			return { done: true } as const;
		};
	return {
		adminGetWithdrawals: (request) => findWithdrawals(deps, request),
		adminGetWithdrawal: ({ orderId }, { actor }) => getWithdrawal(deps, orderId, actor.uid),
		adminGetVendorFunds: () => deps.getVendorFunds(),

		adminResendWithdrawal: ending(resendWithdrawal),
		adminCancelWithdrawal: ending(cancelWithdrawal),
		adminRefundWithdrawal: ending(refundWithdrawal),
		adminMarkWithdrawalPaid: ending(markWithdrawalPaid),

		adminGetScreeningRules: ({ rules }) => getScreeningRules(deps, rules),
		async adminSetScreeningRules(request, admin) {
			await setScreeningRules(deps, admin, request);
			return getScreeningRules(deps, []);
		},
		async adminDecideScreening({ order_id: orderId, ...decided }, admin) {
			await decideScreening(deps, admin, { orderId, ...decided });
			return standing(orderId);
		},

		adminGetManualPayouts: async () => (await listManualPayouts(deps)).map(listedManualToWire),
		adminTakeManualPayout: doing(takeManualPayout),
		adminTakeOverManualPayout: doing(takeOverManualPayout),
		adminGiveBackManualPayout: doing(giveBackManualPayout),
		adminMarkManualPayoutPaid: doing(markManualPayoutPaid),
		adminRefuseManualPayout: doing(refuseManualPayout),

		adminGetPayoutSettings: async () => settingsToWire(await findPayoutSettings(deps)),
		async adminChangePayoutSettings({ reason, ...change }, admin) {
			await changePayoutSettings(deps, admin, { change: toChange(change), reason });
			return settingsToWire(await findPayoutSettings(deps));
		},

		adminGetPayoutReviews: async () =>
			(await listPayoutReviews(deps)).map((review) => ({ ...reviewToWire(review), user_name: review.userName })),
		adminResolvePayoutReview: doing(resolvePayoutReview),
		async adminProposeSettlement(request, admin) {
			const proposal = { ...request, proof: request.outcome === 'paid' ? request.proof : null };
			return settlementToWire(await proposeSettlement(deps, admin, proposal), admin.actor.uid);
		},
		async adminDecideSettlement(request, admin) {
			return settlementToWire(await decideSettlement(deps, admin, request), admin.actor.uid);
		},
		adminGetSettlements: (_, { actor }) => listSettlements(deps, actor.uid),
		adminGetPayoutAlerts: async () =>
			(await listAlerts(deps)).map(({ kind, message, raisedAt }) => ({ kind, message, raised_at: raisedAt.getTime() })),
	} satisfies Partial<CallHandlers>;
}

function settingsToWire(settings: Awaited<ReturnType<typeof findPayoutSettings>>): AdminPayoutSettings {
	const toRobux = (cents: RobuxCents | null) => (cents === null ? null : robuxToWire(cents));
	return {
		is_on: settings.isOn,
		hour_cap: toRobux(settings.hourCap),
		day_cap: toRobux(settings.dayCap),
		person_day_cap: toRobux(settings.personDayCap),
		balance_alert_usd: settings.balanceAlertUsd,
		stock_alert: settings.stockAlert,
		cover_alert_days: settings.coverAlertDays,
		sent_this_hour: robuxToWire(settings.sentThisHour),
		sent_today: robuxToWire(settings.sentToday),
	};
}

function toChange(change: Omit<AdminPayoutSettingsChange, 'reason'>): Partial<PayoutSettings> {
	const { is_on, hour_cap, day_cap, person_day_cap, balance_alert_usd, stock_alert, cover_alert_days } = change;
	const toCents = (robux: number | null) => (robux === null ? null : robuxFromWire(robux));
	return {
		...(is_on !== undefined && { isOn: is_on }),
		...(hour_cap !== undefined && { hourCap: toCents(hour_cap) }),
		...(day_cap !== undefined && { dayCap: toCents(day_cap) }),
		...(person_day_cap !== undefined && { personDayCap: toCents(person_day_cap) }),
		...(balance_alert_usd !== undefined && { balanceAlertUsd: balance_alert_usd }),
		...(stock_alert !== undefined && { stockAlert: stock_alert }),
		...(cover_alert_days !== undefined && { coverAlertDays: cover_alert_days }),
	};
}
