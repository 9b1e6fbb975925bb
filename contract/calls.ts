import type { z } from 'zod';
import { deleteAccount, exportMyData } from './accounts/account.ts';
import { agreeToDocuments } from './accounts/agreements.ts';
import { createUser, createWebSession, verifyWebSession } from './accounts/identity.ts';
import { getNotices, markNoticesRead } from './accounts/notices.ts';
import { finishGameAccountProof, getRobloxGames, getRobloxUser, startGameAccountProof } from './accounts/profiles.ts';
import {
	getStatement,
	getThread,
	getThreads,
	openThread,
	openThreadByCode,
	replyToThread,
	sendThreadLink,
} from './accounts/threads.ts';
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
import { adminGetBackups } from './admin/backups.ts';
import { adminDeclineClaim, adminGetClaim, adminGetClaims, adminSettleClaim } from './admin/claims.ts';
import {
	adminGetFraudCases,
	adminGetFraudNotes,
	adminGetFraudPrecision,
	adminHandleFraudCases,
} from './admin/fraud.ts';
import { adminChangeOfferwall, adminGetOfferwalls, adminSendTestPostback } from './admin/offerwalls.ts';
import {
	adminGetManualPayouts,
	adminGiveBackManualPayout,
	adminMarkManualPayoutPaid,
	adminRefuseManualPayout,
	adminTakeManualPayout,
	adminTakeOverManualPayout,
} from './admin/payouts/manual-payouts.ts';
import {
	adminChangePayoutSettings,
	adminGetPayoutAlerts,
	adminGetPayoutSettings,
	adminGetVendorFunds,
} from './admin/payouts/payout-controls.ts';
import {
	adminDecideSettlement,
	adminGetPayoutReviews,
	adminGetSettlements,
	adminProposeSettlement,
	adminResolvePayoutReview,
} from './admin/payouts/payout-reviews.ts';
import { adminGetScreeningRules, adminSetScreeningRules } from './admin/payouts/screening.ts';
import {
	adminCancelWithdrawal,
	adminDecideScreening,
	adminGetWithdrawal,
	adminGetWithdrawals,
	adminMarkWithdrawalPaid,
	adminRefundWithdrawal,
	adminResendWithdrawal,
} from './admin/payouts/withdrawals.ts';
import { adminDecideProposal, adminGetProposals } from './admin/proposals.ts';
import { adminGetRateEffect, adminSetBoost, adminSetRate } from './admin/rates.ts';
import {
	adminGetReconciliation,
	adminSetReportTerms,
	adminSettleDifference,
	adminUploadReport,
} from './admin/reconciliation.ts';
import { adminGetActions, adminGetLog } from './admin/records.ts';
import {
	acceptStaffInvite,
	adminChangeStaffRole,
	adminGetStaff,
	adminInviteStaff,
	adminRemoveStaff,
} from './admin/staff.ts';
import {
	adminCloseThread,
	adminGetStatements,
	adminGetThread,
	adminGetThreads,
	adminReplyToThread,
} from './admin/threads.ts';
import {
	adminEnterWallPayment,
	adminGetBalances,
	adminGetHeldCredits,
	adminGetTransfers,
	adminGetTreasury,
	adminGetWallPayments,
} from './admin/treasury.ts';
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
	adminCertifyOfferwall,
	adminGetPartners,
	adminOrderOfferwalls,
	adminRemoveOfferwall,
	adminSaveOfferwall,
} from './admin/wall-entries.ts';
import { adminGetWindDown, adminSetWindDown } from './admin/wind-down.ts';
import { adminGetWorkplace, adminSearch } from './admin/workplace.ts';
import { getClaims, openClaim } from './offerwalls/claims.ts';
import { getOffer, getOffers, openOffer } from './offerwalls/offers.ts';
import { getOfferHistory, getOfferwalls, getPendingRewards, getReward } from './offerwalls/offerwalls.ts';
import {
	adminClosePromoCode,
	adminCreatePromoCode,
	adminGetPromoCodes,
	adminGetPromoRedemptions,
	redeemPromoCode,
} from './offerwalls/promotions.ts';
import { getLiabilityProof } from './proof/liability-proof.ts';
import { getReceipt } from './proof/proof.ts';
import { adminGetBusiness } from './site/business.ts';
import { getPublicStats } from './site/home.ts';
import { getPublicStatus } from './site/status.ts';
import { getWindDown } from './site/wind-down.ts';
import {
	checkPass,
	getStock,
	getWithdrawal,
	getWithdrawHistory,
	getWithdrawLimits,
	processWithdrawal,
} from './withdrawals/withdrawals.ts';

/** Every callable, by the name it has in the address `/api/{name}`. The server binds each, the web types each. */
export const calls = {
	getPublicStats,
	getPublicStatus,
	getWindDown,
	createUser,
	createWebSession,
	verifyWebSession,
	getRobloxUser,
	getRobloxGames,
	startGameAccountProof,
	finishGameAccountProof,
	getOfferwalls,
	getOffers,
	getOffer,
	openOffer,
	openClaim,
	getClaims,
	getOfferHistory,
	getReward,
	getPendingRewards,
	checkPass,
	processWithdrawal,
	getReceipt,
	getWithdrawHistory,
	getWithdrawal,
	getStock,
	redeemPromoCode,
	getWithdrawLimits,
	getLiabilityProof,
	agreeToDocuments,
	getNotices,
	markNoticesRead,
	openThread,
	replyToThread,
	getThreads,
	getThread,
	getStatement,
	openThreadByCode,
	sendThreadLink,
	adminGetUsers,
	adminGetBusiness,
	adminGetWaitingWork,
	adminGetBackups,
	adminGetWorkplace,
	adminSearch,
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
	adminSaveOfferwall,
	adminRemoveOfferwall,
	adminOrderOfferwalls,
	adminGetPartners,
	adminCertifyOfferwall,
	adminSetRate,
	adminSetBoost,
	adminGetRateEffect,
	adminSendTestPostback,
	adminGetUser,
	adminGetUserLedger,
	adminGetUserOffers,
	adminGetUserWithdrawals,
	adminAdjustBalance,
	adminDecideAdjustment,
	adminGetAdjustments,
	adminGetClaims,
	adminGetClaim,
	adminSettleClaim,
	adminDeclineClaim,
	adminGetTreasury,
	adminGetTransfers,
	adminGetBalances,
	adminGetHeldCredits,
	adminGetWallPayments,
	adminEnterWallPayment,
	adminGetReconciliation,
	adminUploadReport,
	adminSetReportTerms,
	adminSettleDifference,
	adminGetWindDown,
	adminSetWindDown,
	adminGetThreads,
	adminGetThread,
	adminGetStatements,
	adminReplyToThread,
	adminCloseThread,
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
