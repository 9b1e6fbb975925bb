import type { z } from 'zod';
import { accountDataCalls } from './accounts/account.ts';
import { agreementCalls } from './accounts/agreements.ts';
import { identityCalls } from './accounts/identity.ts';
import { noticeCalls } from './accounts/notices.ts';
import { profileCalls } from './accounts/profiles.ts';
import { threadCalls } from './accounts/threads.ts';
import { adminAccountCalls } from './admin/accounts.ts';
import { adjustmentCalls } from './admin/adjustments.ts';
import { adminCalls } from './admin/admin.ts';
import { backupCalls } from './admin/backups.ts';
import { callbackCalls } from './admin/callbacks.ts';
import { chargebackCalls } from './admin/chargebacks.ts';
import { adminClaimCalls } from './admin/claims.ts';
import { fraudCalls } from './admin/fraud.ts';
import { adminOfferwallCalls } from './admin/offerwalls.ts';
import { manualPayoutCalls } from './admin/payouts/manual-payouts.ts';
import { payoutControlCalls } from './admin/payouts/payout-controls.ts';
import { payoutReviewCalls } from './admin/payouts/payout-reviews.ts';
import { screeningCalls } from './admin/payouts/screening.ts';
import { adminWithdrawalCalls } from './admin/payouts/withdrawals.ts';
import { proposalCalls } from './admin/proposals.ts';
import { rateCalls } from './admin/rates.ts';
import { reconciliationCalls } from './admin/reconciliation.ts';
import { recordCalls } from './admin/records.ts';
import { staffCalls } from './admin/staff.ts';
import { adminThreadCalls } from './admin/threads.ts';
import { treasuryCalls } from './admin/treasury.ts';
import { userCalls } from './admin/user.ts';
import { waitingWorkCalls } from './admin/waiting-work.ts';
import { wallEntryCalls } from './admin/wall-entries.ts';
import { searchCalls, workplaceCalls } from './admin/workplace.ts';
import { claimCalls } from './offerwalls/claims.ts';
import { offerHistoryCalls } from './offerwalls/history.ts';
import { offerCalls } from './offerwalls/offers.ts';
import { offerwallCalls } from './offerwalls/offerwalls.ts';
import { promotionCalls } from './offerwalls/promotions.ts';
import { liabilityProofCalls } from './proof/liability-proof.ts';
import { receiptCalls } from './proof/proof.ts';
import { businessCalls } from './site/business.ts';
import { homeCalls } from './site/home.ts';
import { statusCalls } from './site/status.ts';
import { windDownCalls } from './site/wind-down.ts';
import { withdrawalCalls } from './withdrawals/withdrawals.ts';

/** Every callable, by the name it has in the address `/api/{name}`. The server binds each, the web types each. */
export const calls = {
	...homeCalls,
	...statusCalls,
	...windDownCalls,
	...identityCalls,
	...profileCalls,
	...offerwallCalls,
	...offerHistoryCalls,
	...offerCalls,
	...claimCalls,
	...withdrawalCalls,
	...receiptCalls,
	...promotionCalls,
	...liabilityProofCalls,
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
	...payoutReviewCalls,
	...adminOfferwallCalls,
	...wallEntryCalls,
	...rateCalls,
	...userCalls,
	...chargebackCalls,
	...adjustmentCalls,
	...adminClaimCalls,
	...treasuryCalls,
	...reconciliationCalls,
	...adminThreadCalls,
	...staffCalls,
	...proposalCalls,
	...recordCalls,
	...fraudCalls,
	...accountDataCalls,
};

export type Calls = typeof calls;
export type CallName = keyof Calls;
export type CallPayload<Name extends CallName> = z.input<Calls[Name]['input']>;
export type CallInput<Name extends CallName> = z.output<Calls[Name]['input']>;
export type CallResult<Name extends CallName> = z.output<Calls[Name]['output']>;
