import type { z } from 'zod';
import { accountDataCalls } from './accounts/account.ts';
import { adjustmentCalls } from './accounts/adjustments.ts';
import { agreementCalls } from './accounts/agreements.ts';
import { fraudCalls } from './accounts/fraud.ts';
import { identityCalls } from './accounts/identity.ts';
import { noticeCalls } from './accounts/notices.ts';
import { profileCalls } from './accounts/profiles.ts';
import { providerCalls } from './accounts/provider.ts';
import { staffCalls } from './accounts/staff.ts';
import { adminAccountCalls } from './accounts/staff-accounts.ts';
import { threadCalls } from './accounts/threads.ts';
import { adminCalls } from './admin/admin.ts';
import { adminClaimCalls } from './admin/claims.ts';
import { proposalCalls } from './admin/proposals.ts';
import { recordCalls } from './admin/records.ts';
import { settingCalls } from './admin/settings.ts';
import { adminThreadCalls } from './admin/threads.ts';
import { userCalls } from './admin/user.ts';
import { waitingWorkCalls } from './admin/waiting-work.ts';
import { searchCalls, workplaceCalls } from './admin/workplace.ts';
import { eventCalls } from './connect/events.ts';
import { keyCalls } from './connect/keys.ts';
import { growthCalls } from './growth.ts';
import { moveCalls } from './moves.ts';
import { callbackCalls } from './offerwalls/callbacks.ts';
import { chargebackCalls } from './offerwalls/chargebacks.ts';
import { claimCalls } from './offerwalls/claims.ts';
import { offerHistoryCalls } from './offerwalls/history.ts';
import { offerCalls } from './offerwalls/offers.ts';
import { offerwallCalls } from './offerwalls/offerwalls.ts';
import { rateCalls } from './offerwalls/rates.ts';
import { reconciliationCalls } from './offerwalls/reconciliation.ts';
import { adminOfferwallCalls } from './offerwalls/staff-offerwalls.ts';
import { wallEntryCalls } from './offerwalls/wall-entries.ts';
import { promotionCalls } from './promotions.ts';
import { earningsCalls } from './proof/earnings.ts';
import { liabilityProofCalls } from './proof/liability-proof.ts';
import { receiptCalls } from './proof/proof.ts';
import { backupCalls } from './site/backups.ts';
import { businessCalls } from './site/business.ts';
import { homeCalls } from './site/home.ts';
import { startCalls } from './site/start.ts';
import { statusCalls } from './site/status.ts';
import { windDownCalls } from './site/wind-down.ts';
import { treasuryCalls } from './treasury.ts';
import { manualPayoutCalls } from './withdrawals/manual-payouts.ts';
import { payoutControlCalls } from './withdrawals/payout-controls.ts';
import { payoutMethodCalls, staffPayoutMethodCalls } from './withdrawals/payout-methods.ts';
import { payoutReviewCalls } from './withdrawals/payout-reviews.ts';
import { screeningCalls } from './withdrawals/screening.ts';
import { adminWithdrawalCalls } from './withdrawals/staff-withdrawals.ts';
import { withdrawalCalls } from './withdrawals/withdrawals.ts';

export const calls = {
	...homeCalls,
	...statusCalls,
	...startCalls,
	...windDownCalls,
	...identityCalls,
	...profileCalls,
	...providerCalls,
	...offerwallCalls,
	...offerHistoryCalls,
	...offerCalls,
	...claimCalls,
	...withdrawalCalls,
	...payoutMethodCalls,
	...receiptCalls,
	...promotionCalls,
	...growthCalls,
	...liabilityProofCalls,
	...earningsCalls,
	...agreementCalls,
	...noticeCalls,
	...threadCalls,
	...adminCalls,
	...adminAccountCalls,
	...callbackCalls,
	...businessCalls,
	...waitingWorkCalls,
	...backupCalls,
	...workplaceCalls,
	...searchCalls,
	...adminWithdrawalCalls,
	...screeningCalls,
	...manualPayoutCalls,
	...payoutControlCalls,
	...staffPayoutMethodCalls,
	...payoutReviewCalls,
	...adminOfferwallCalls,
	...wallEntryCalls,
	...rateCalls,
	...userCalls,
	...chargebackCalls,
	...adjustmentCalls,
	...adminClaimCalls,
	...treasuryCalls,
	...moveCalls,
	...reconciliationCalls,
	...adminThreadCalls,
	...staffCalls,
	...keyCalls,
	...eventCalls,
	...proposalCalls,
	...settingCalls,
	...recordCalls,
	...fraudCalls,
	...accountDataCalls,
};

export type Calls = typeof calls;
export type CallName = keyof Calls;
export type CallPayload<Name extends CallName> = z.input<Calls[Name]['input']>;
export type CallInput<Name extends CallName> = z.output<Calls[Name]['input']>;
export type CallResult<Name extends CallName> = z.output<Calls[Name]['output']>;
