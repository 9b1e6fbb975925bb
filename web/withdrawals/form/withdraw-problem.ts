import { CallError } from '../../../contract/errors.ts';
import type { NoPassDetails } from '../../../contract/withdrawals/withdrawals.ts';
import { isForeign, messageOf } from '../../lib/calls/refusal.ts';
import { m } from '../../texts/messages.js';
import type { WithdrawProblem } from './withdraw-form.ts';

/** Messages of specification section 8. */
export function problemOf(error: unknown): WithdrawProblem {
	const code = error instanceof CallError ? error.code : undefined;
	if (code === 'unauthenticated') return { message: m.refusal_must_be_logged_in_to_withdraw(), code };
	if (isForeign(error)) return { message: m.refusal_auth_network_request_failed(), code: 'unknown' };
	if (code === 'not-found') return { message: m.refusal_no_pass_found(), code, passes: passesOf(error) };
	if (code === 'failed-precondition') return { message: m.refusal_regional_pricing_on(), code };
	return { message: messageOf(error, m.withdraw_failed_to_submit_withdrawal()), code };
}

function passesOf(error: unknown): NoPassDetails['passes'] | undefined {
	const details = error instanceof CallError ? (error.details as Partial<NoPassDetails> | undefined) : undefined;
	return Array.isArray(details?.passes) ? details.passes : undefined;
}
