import type { payoutMethodCalls, staffPayoutMethodCalls } from '../../../contract/withdrawals/payout-methods.ts';
import type { Feature } from '../../lib/feature.ts';
import { requestPayout } from '../request/process-withdrawal.ts';
import type { ProcessWithdrawalDeps } from '../request/submit-payout.ts';
import {
	adminAddPayoutCodes,
	adminGetPayoutMethods,
	adminRemovePayoutCodes,
	adminSetPayoutMethod,
	type CodeDeps,
	getPayoutCodes,
} from './codes.ts';
import { adminPayWithCode } from './pay-with-code.ts';

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
