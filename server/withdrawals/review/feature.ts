import type { manualPayoutCalls } from '../../../contract/withdrawals/manual-payouts.ts';
import type { payoutReviewCalls } from '../../../contract/withdrawals/payout-reviews.ts';
import type { adminWithdrawalCalls } from '../../../contract/withdrawals/staff-withdrawals.ts';
import type { Feature } from '../../lib/feature.ts';
import type { PayoutDeps } from '../payouts/record-outcome.ts';
import { adminGetWithdrawal, findWithdrawals } from './find-withdrawals.ts';
import {
	giveBackManualPayout,
	listManualPayouts,
	type ManualPayoutDeps,
	markManualPayoutPaid,
	refuseManualPayout,
	takeManualPayout,
	takeOverManualPayout,
} from './manual-payout.ts';
import { listPayoutReviews, resolvePayoutReview } from './payout-review.ts';
import { cancelWithdrawal, markWithdrawalPaid, refundWithdrawal, resendWithdrawal } from './review-withdrawal.ts';
import {
	adminDecideSettlement,
	adminGetSettlements,
	adminProposeSettlement,
	type SettlementDeps,
} from './settle-withdrawal.ts';

export const review = {
	calls: {
		adminGetWithdrawals: findWithdrawals,
		adminGetUserWithdrawals: findWithdrawals,
		adminGetWithdrawal,

		adminResendWithdrawal: resendWithdrawal,
		adminCancelWithdrawal: cancelWithdrawal,
		adminRefundWithdrawal: refundWithdrawal,
		adminMarkWithdrawalPaid: markWithdrawalPaid,

		adminGetManualPayouts: listManualPayouts,
		adminTakeManualPayout: takeManualPayout,
		adminTakeOverManualPayout: takeOverManualPayout,
		adminGiveBackManualPayout: giveBackManualPayout,
		adminMarkManualPayoutPaid: markManualPayoutPaid,
		adminRefuseManualPayout: refuseManualPayout,

		adminGetPayoutReviews: listPayoutReviews,
		adminResolvePayoutReview: resolvePayoutReview,
		adminProposeSettlement,
		adminDecideSettlement,
		adminGetSettlements,
	},
} satisfies Feature<
	typeof adminWithdrawalCalls & typeof manualPayoutCalls & typeof payoutReviewCalls,
	PayoutDeps & ManualPayoutDeps & SettlementDeps
>;
