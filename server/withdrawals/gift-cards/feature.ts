import type { payoutMethodCalls, staffPayoutMethodCalls } from '../../../contract/withdrawals/payout-methods.ts';
import type { Feature } from '../../lib/feature.ts';
import { requestPayout } from '../request/request-payout.ts';
import type { ProcessWithdrawalDeps } from '../request/submit-payout.ts';
import { adminAddPayoutCodes, adminRemovePayoutCodes, type CodeDeps, getPayoutCodes } from './codes.ts';
import { adminPayWithCode } from './pay-with-code.ts';
import { adminGetPayoutMethods, adminSetPayoutMethod } from './payout-methods.ts';

export const giftCards = {
	calls: {
		requestPayout,
		getPayoutCodes,
		adminGetPayoutMethods,
		adminSetPayoutMethod,
		adminAddPayoutCodes,
		adminRemovePayoutCodes,
		adminPayWithCode,
	},
} satisfies Feature<typeof payoutMethodCalls & typeof staffPayoutMethodCalls, ProcessWithdrawalDeps & CodeDeps>;
