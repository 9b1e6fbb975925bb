import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../../../contract/limits.ts';
import type { ParamsOf, SpokenReason } from '../../../contract/refusals.ts';
import type { Said } from '../../../contract/said.ts';
import { waitOf } from '../../../contract/wait.ts';
import { m } from '../../texts/messages.js';
import { formatAmount } from '../format/amount.ts';

/** Every reason that the server may give a user, in this build's language. */
export const refusalTexts: { [R in SpokenReason]: (params: ParamsOf<R>) => string } = {
	'must-be-logged-in-to-withdraw': () => m.refusal_must_be_logged_in_to_withdraw(),
	'fill-in-all-fields': () => m.withdraw_fill_in_all_fields(),
	'amount-out-of-range': () => m.withdraw_amount_out_of_range(),
	'amount-not-whole': () => m.withdraw_amount_not_whole(),
	'no-pass-found': () => m.withdraw_no_pass_found(),
	'regional-pricing-on': () => m.withdraw_regional_pricing_on(),
	'must-be-logged-in': () => m.common_must_be_logged_in(),
	'username-required': () => m.profile_username_required(),
	'balance-too-small': ({ balance }) => m.refusal_balance_too_small({ balance: formatAmount(balance) }),
	'balance-below-zero': ({ balance }) => m.refusal_balance_below_zero({ balance: formatAmount(balance) }),
	'order-already-open': ({ orderId }) => m.refusal_order_already_open({ orderId }),
	'request-id-reused': () => m.refusal_request_id_reused(),
	'not-your-username': () => m.refusal_not_your_username(),
	'game-account-gone': () => m.refusal_game_account_gone(),
	'out-of-stock': () => m.refusal_out_of_stock(),
	'daily-cap-reached': () => m.refusal_daily_cap_reached(),
	'above-daily-cap': ({ left }) => m.refusal_above_daily_cap({ left: formatAmount(left) }),
	'payouts-off': () => m.refusal_payouts_off(),
	'platform-away': () => m.refusal_platform_away(),
	paused: ({ why }) => m.refusal_withdrawals_paused({ reason: inOwnWords(why) }),
	'banned-for-chargebacks': ({ count }) => m.refusal_banned_for_chargebacks({ count }),
	'paused-for-chargebacks': () => m.refusal_paused_for_chargebacks(),
	'stock-unknown': () => m.refusal_stock_unknown(),
	'email-not-verified': () => m.refusal_email_not_verified(),
	'too-many-promo-codes': ({ seconds }) => m.refusal_too_many_promo_codes({ wait: inWords(seconds) }),
	unauthenticated: () => m.refusal_unauthenticated(),
	'bad-request': () => m.refusal_bad_request(),
	'permission-denied': () => m.refusal_permission_denied(),
	'user-not-found': () => m.refusal_user_not_found(),
	'no-user-record': () => m.refusal_no_user_record(),
	'username-taken': () => m.refusal_username_taken(),
	'hand-off-invalid': () => m.refusal_hand_off_invalid(),
	'invalid-cursor': () => m.refusal_invalid_cursor(),
	banned: ({ why }) => m.refusal_banned({ reason: inOwnWords(why) }),
	overloaded: () => m.refusal_overloaded(),
	'database-away': () => m.refusal_database_away(),
	'outcome-unknown': () => m.refusal_outcome_unknown(),
	'age-unknown': () => m.refusal_age_unknown(),
	'totp-required': () => m.identity_second_factor_required(),
	'totp-not-set-up': () => m.identity_second_factor_not_set_up(),
	'too-many-withdrawals': ({ seconds }) => m.refusal_too_many_withdrawals({ wait: inWords(seconds) }),
	'requires-recent-login': () => m.refusal_sign_in_again_to_delete(),
	'withdrawal-open': ({ orderId }) => m.refusal_withdrawal_still_open({ orderId }),
	'only-admin': () => m.refusal_only_admin(),
	'sign-up-off': () => m.identity_sign_up_off(),
	'already-signed-in': () => m.refusal_already_signed_in(),
	'cookie-and-bearer': () => m.refusal_cookie_and_bearer(),
	'foreign-origin': () => m.refusal_foreign_origin(),
	'name-required': () => m.refusal_name_required(),
	'too-many-attempts': ({ seconds }) => m.refusal_wait_before_next_try({ wait: inWords(seconds) }),
	'common-password': () => m.refusal_common_password(),
	'mail-off': () => m.refusal_mail_off(),
	'google-off': () => m.refusal_google_off(),
	'google-away': () => m.refusal_google_away(),
	'google-not-linked': () => m.refusal_google_not_linked(),
	'google-cancelled': () => m.refusal_google_cancelled(),
	'google-round-lost': () => m.refusal_google_round_lost(),
	'google-refused': () => m.refusal_google_refused(),
	'google-without-email': () => m.refusal_google_without_email(),
	'json-required': () => m.refusal_json_required(),
	'two-factor-expired': () => m.refusal_two_factor_expired(),
	'two-factor-already-on': () => m.refusal_two_factor_already_on(),
	'unknown-code': () => m.refusal_promo_unknown_code(),
	'not-started': () => m.refusal_promo_not_started(),
	ended: () => m.refusal_promo_ended(),
	'used-up': () => m.refusal_promo_used_up(),
	'own-limit': () => m.refusal_promo_own_limit(),
	'auth/wrong-password': () => m.identity_password_wrong(),
	'auth/invalid-credential': () => m.refusal_auth_invalid_credential(),
	'auth/invalid-email': () => m.identity_email_invalid(),
	'auth/email-already-in-use': () => m.refusal_auth_email_already_in_use(),
	'auth/weak-password': () => m.refusal_auth_weak_password({ min: PASSWORD_LENGTH_MIN, max: PASSWORD_LENGTH_MAX }),
	'auth/missing-password': () => m.refusal_auth_missing_password(),
	'auth/user-not-found': () => m.refusal_auth_user_not_found(),
	'auth/user-disabled': () => m.refusal_auth_user_disabled(),
	'auth/user-token-expired': () => m.refusal_auth_user_token_expired(),
	'auth/invalid-user-token': () => m.refusal_auth_invalid_user_token(),
	'auth/invalid-custom-token': () => m.refusal_hand_off_invalid(),
	'auth/expired-action-code': () => m.refusal_auth_expired_action_code(),
	'auth/invalid-action-code': () => m.refusal_auth_invalid_action_code(),
	'auth/invalid-verification-code': () => m.refusal_auth_invalid_verification_code(),
	'auth/requires-recent-login': () => m.refusal_auth_requires_recent_login(),
	'auth/too-many-requests': () => m.refusal_auth_too_many_requests(),
	'auth/operation-not-allowed': () => m.refusal_auth_operation_not_allowed(),
	'auth/age-required': () => m.identity_birth_date_required(),
	'auth/too-young': () => m.refusal_auth_too_young(),
	'auth/invalid-argument': () => m.refusal_auth_invalid_argument(),
	'auth/network-request-failed': () => m.common_unreachable(),
	'auth/internal-error': () => m.identity_failed(),
};

/** What the server said in this build's language; what has no reason that we know (an admin's own words) as it is. */
export function inOwnWords({ message, reason = '', params }: Said): string {
	const text = Object.hasOwn(refusalTexts, reason) ? refusalTexts[reason as SpokenReason] : undefined;
	return text?.(params as never) ?? message;
}

function inWords(seconds: number): string {
	const { count, unit } = waitOf(seconds);
	if (unit === 'second') return count === 1 ? m.refusal_second() : m.refusal_seconds({ count });
	return count === 1 ? m.refusal_minute() : m.refusal_minutes({ count });
}
