import type { z } from 'zod';
import { deleteAccount, exportMyData } from './accounts/account.ts';
import { createUser, createWebSession, verifyWebSession } from './accounts/identity.ts';
import { getNotices, markNoticesRead } from './accounts/notices.ts';
import { finishGameAccountProof, getRobloxGames, getRobloxUser, startGameAccountProof } from './accounts/profiles.ts';
import { adminAdjustBalance, adminDecideAdjustment, adminGetAdjustments } from './admin/adjustments.ts';
import {
	adminBanUser,
	adminEndSessions,
	adminFindCallbacks,
	adminGetSessions,
	adminGetUsers,
	adminMessageUser,
	adminPauseUser,
	adminReplayCallback,
	adminResumeUser,
	adminUnbanUser,
} from './admin/admin.ts';
import {
	adminGetFraudCases,
	adminGetFraudNotes,
	adminGetFraudPrecision,
	adminHandleFraudCases,
} from './admin/fraud.ts';
import {
	adminGetManualPayouts,
	adminGiveBackManualPayout,
	adminMarkManualPayoutPaid,
	adminRefuseManualPayout,
	adminTakeManualPayout,
	adminTakeOverManualPayout,
} from './admin/manual-payouts.ts';
import { adminChangeOfferwall, adminGetOfferwalls, adminSendTestPostback } from './admin/offerwalls.ts';
import {
	adminChangePayoutSettings,
	adminGetPayoutAlerts,
	adminGetPayoutSettings,
	adminGetVendorFunds,
} from './admin/payout-controls.ts';
import {
	adminDecideSettlement,
	adminGetPayoutReviews,
	adminGetSettlements,
	adminProposeSettlement,
	adminResolvePayoutReview,
} from './admin/payout-reviews.ts';
import { adminDecideProposal, adminGetProposals } from './admin/proposals.ts';
import { adminGetActions, adminGetLog } from './admin/records.ts';
import { adminGetScreeningRules, adminSetScreeningRules } from './admin/screening.ts';
import {
	acceptStaffInvite,
	adminChangeStaffRole,
	adminGetStaff,
	adminInviteStaff,
	adminRemoveStaff,
} from './admin/staff.ts';
import {
	adminDeleteUser,
	adminForgiveChargebacks,
	adminGetUser,
	adminGetUserLedger,
	adminGetUserOffers,
	adminGetUserWithdrawals,
} from './admin/user.ts';
import { adminGetWaitingWork } from './admin/waiting-work.ts';
import {
	adminCancelWithdrawal,
	adminDecideScreening,
	adminGetWithdrawal,
	adminGetWithdrawals,
	adminMarkWithdrawalPaid,
	adminRefundWithdrawal,
	adminResendWithdrawal,
} from './admin/withdrawals.ts';
import { adminGetBusiness } from './business.ts';
import { getPublicStats } from './home.ts';
import { getOfferHistory, getOfferwalls, getPendingRewards } from './offerwalls/offerwalls.ts';
import {
	adminClosePromoCode,
	adminCreatePromoCode,
	adminGetPromoCodes,
	adminGetPromoRedemptions,
	redeemPromoCode,
} from './offerwalls/promotions.ts';
import { getStock, getWithdrawHistory, getWithdrawLimits, processWithdrawal } from './withdrawals/withdrawals.ts';

/** Every callable, by the name it has in the address `/api/{name}`. The server binds each, the web types each. */
export const calls = {
	getPublicStats,
	createUser,
	createWebSession,
	verifyWebSession,
	getRobloxUser,
	getRobloxGames,
	startGameAccountProof,
	finishGameAccountProof,
	getOfferwalls,
	getOfferHistory,
	getPendingRewards,
	processWithdrawal,
	getWithdrawHistory,
	getStock,
	redeemPromoCode,
	getWithdrawLimits,
	getNotices,
	markNoticesRead,
	adminGetUsers,
	adminGetBusiness,
	adminGetWaitingWork,
	adminBanUser,
	adminUnbanUser,
	adminPauseUser,
	adminResumeUser,
	adminMessageUser,
	adminGetSessions,
	adminEndSessions,
	adminFindCallbacks,
	adminReplayCallback,
	adminCreatePromoCode,
	adminClosePromoCode,
	adminGetPromoCodes,
	adminGetPromoRedemptions,
	adminGetWithdrawals,
	adminGetWithdrawal,
	adminResendWithdrawal,
	adminCancelWithdrawal,
	adminRefundWithdrawal,
	adminMarkWithdrawalPaid,
	adminGetScreeningRules,
	adminSetScreeningRules,
	adminDecideScreening,
	adminGetManualPayouts,
	adminTakeManualPayout,
	adminTakeOverManualPayout,
	adminGiveBackManualPayout,
	adminMarkManualPayoutPaid,
	adminRefuseManualPayout,
	adminGetPayoutSettings,
	adminChangePayoutSettings,
	adminGetPayoutReviews,
	adminResolvePayoutReview,
	adminProposeSettlement,
	adminDecideSettlement,
	adminGetSettlements,
	adminGetPayoutAlerts,
	adminGetVendorFunds,
	adminGetOfferwalls,
	adminChangeOfferwall,
	adminSendTestPostback,
	adminGetUser,
	adminGetUserLedger,
	adminGetUserOffers,
	adminGetUserWithdrawals,
	adminAdjustBalance,
	adminDecideAdjustment,
	adminGetAdjustments,
	adminGetStaff,
	adminInviteStaff,
	adminChangeStaffRole,
	adminRemoveStaff,
	acceptStaffInvite,
	adminGetProposals,
	adminDecideProposal,
	adminForgiveChargebacks,
	adminDeleteUser,
	adminGetActions,
	adminGetLog,
	adminGetFraudCases,
	adminHandleFraudCases,
	adminGetFraudNotes,
	adminGetFraudPrecision,
	deleteAccount,
	exportMyData,
};

export type Calls = typeof calls;
export type CallName = keyof Calls;
export type CallPayload<Name extends CallName> = z.input<Calls[Name]['input']>;
export type CallInput<Name extends CallName> = z.output<Calls[Name]['input']>;
export type CallResult<Name extends CallName> = z.output<Calls[Name]['output']>;
