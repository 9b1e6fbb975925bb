import type { WithdrawalFailure } from '../../../contract/withdrawals/failures.ts';
import { m } from '../../texts/messages.js';

const texts: Record<WithdrawalFailure, string> = {
	'pass-not-found': m.failure_pass_not_found(),
	'pass-of-someone-else': m.failure_pass_of_someone_else(),
	'regional-pricing': m.failure_regional_pricing(),
	'user-not-found': m.failure_user_not_found(),
	'out-of-stock': m.failure_out_of_stock(),
	'called-off': m.failure_called_off(),
	screening: m.failure_screening(),
	other: m.failure_other(),
};

export const failureInWords = (failure: WithdrawalFailure): string => texts[failure] ?? texts.other;
