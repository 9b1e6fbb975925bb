import type { AuthErrorSlug } from '../../contract/errors.ts';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../../contract/limits.ts';
import { messages, secondFactorMessages } from '../../contract/messages.ts';
import { authMessages, earnerRefusals } from '../../contract/refusals.ts';
import { m } from '../texts/messages.js';

type Sentence = string | ((...values: never[]) => string);
/** A refusal in this build's language, with the values that stood in the English one. */
type OwnText = (...values: string[]) => string;

const { promo, internal: _saysNothing, ...refusals } = earnerRefusals;

const refusalTexts: Record<keyof typeof refusals, OwnText> = {
	balanceTooSmall: (balance = '') => m.refusal_balance_too_small({ balance }),
	balanceBelowZero: (balance = '') => m.refusal_balance_below_zero({ balance }),
	orderAlreadyOpen: (orderId = '') => m.refusal_order_already_open({ orderId }),
	requestIdReused: () => m.refusal_request_id_reused(),
	notYourUsername: () => m.refusal_not_your_username(),
	gameAccountGone: () => m.refusal_game_account_gone(),
	outOfStock: () => m.refusal_out_of_stock(),
	dailyCapReached: () => m.refusal_daily_cap_reached(),
	aboveDailyCap: (left = '') => m.refusal_above_daily_cap({ left }),
	payoutsOff: () => m.refusal_payouts_off(),
	platformAway: () => m.refusal_platform_away(),
	withdrawalsPaused: (reason = '') => m.refusal_withdrawals_paused({ reason }),
	bannedForChargebacks: (count = '') => m.refusal_banned_for_chargebacks({ count }),
	pausedForChargebacks: () => m.refusal_paused_for_chargebacks(),
	stockUnknown: () => m.refusal_stock_unknown(),
	emailNotVerified: () => m.refusal_email_not_verified(),
	tooManyPromoCodes: (wait = '') => m.refusal_too_many_promo_codes({ wait }),
	unauthenticated: () => m.refusal_unauthenticated(),
	badRequest: () => m.refusal_bad_request(),
	permissionDenied: () => m.refusal_permission_denied(),
	userNotFound: () => m.refusal_user_not_found(),
	noUserRecord: () => m.refusal_no_user_record(),
	usernameTaken: () => m.refusal_username_taken(),
	handOffInvalid: () => m.refusal_hand_off_invalid(),
	invalidCursor: () => m.refusal_invalid_cursor(),
	banned: (reason = '') => m.refusal_banned({ reason }),
	overloaded: () => m.refusal_overloaded(),
	databaseAway: () => m.refusal_database_away(),
	outcomeUnknown: () => m.refusal_outcome_unknown(),
	ageUnknown: () => m.refusal_age_unknown(),
	totpRequired: () => m.identity_second_factor_required(),
	totpNotSetUp: () => m.identity_second_factor_not_set_up(),
	tooManyWithdrawals: (wait = '') => m.refusal_too_many_withdrawals({ wait }),
	signInAgainToDelete: () => m.refusal_sign_in_again_to_delete(),
	withdrawalStillOpen: (orderId = '') => m.refusal_withdrawal_still_open({ orderId }),
	onlyAdmin: () => m.refusal_only_admin(),
	signUpOff: () => m.identity_sign_up_off(),
	alreadySignedIn: () => m.refusal_already_signed_in(),
	cookieAndBearer: () => m.refusal_cookie_and_bearer(),
	foreignOrigin: () => m.refusal_foreign_origin(),
	nameRequired: () => m.refusal_name_required(),
	waitBeforeNextTry: (wait = '') => m.refusal_wait_before_next_try({ wait }),
	commonPassword: () => m.refusal_common_password(),
	mailOff: () => m.refusal_mail_off(),
	googleOff: () => m.refusal_google_off(),
	googleAway: () => m.refusal_google_away(),
	googleNotLinked: () => m.refusal_google_not_linked(),
	googleCancelled: () => m.refusal_google_cancelled(),
	googleRoundLost: () => m.refusal_google_round_lost(),
	googleRefused: () => m.refusal_google_refused(),
	googleWithoutEmail: () => m.refusal_google_without_email(),
	jsonRequired: () => m.refusal_json_required(),
	twoFactorExpired: () => m.refusal_two_factor_expired(),
	twoFactorAlreadyOn: () => m.refusal_two_factor_already_on(),
};

const promoTexts: Record<keyof typeof promo, OwnText> = {
	'unknown-code': () => m.refusal_promo_unknown_code(),
	'not-started': () => m.refusal_promo_not_started(),
	ended: () => m.refusal_promo_ended(),
	'used-up': () => m.refusal_promo_used_up(),
	'own-limit': () => m.refusal_promo_own_limit(),
};

const authTexts: Record<AuthErrorSlug, OwnText> = {
	'wrong-password': () => m.identity_password_wrong(),
	'invalid-credential': () => m.refusal_auth_invalid_credential(),
	'invalid-email': () => m.identity_email_invalid(),
	'email-already-in-use': () => m.refusal_auth_email_already_in_use(),
	'weak-password': () => m.refusal_auth_weak_password({ min: PASSWORD_LENGTH_MIN, max: PASSWORD_LENGTH_MAX }),
	'missing-password': () => m.refusal_auth_missing_password(),
	'user-not-found': () => m.refusal_auth_user_not_found(),
	'user-disabled': () => m.refusal_auth_user_disabled(),
	'user-token-expired': () => m.refusal_auth_user_token_expired(),
	'invalid-user-token': () => m.refusal_auth_invalid_user_token(),
	'invalid-custom-token': () => m.refusal_hand_off_invalid(),
	'expired-action-code': () => m.refusal_auth_expired_action_code(),
	'invalid-action-code': () => m.refusal_auth_invalid_action_code(),
	'invalid-verification-code': () => m.refusal_auth_invalid_verification_code(),
	'requires-recent-login': () => m.refusal_auth_requires_recent_login(),
	'too-many-requests': () => m.refusal_auth_too_many_requests(),
	'operation-not-allowed': () => m.refusal_auth_operation_not_allowed(),
	'age-required': () => m.identity_birth_date_required(),
	'too-young': () => m.refusal_auth_too_young(),
	'invalid-argument': () => m.refusal_auth_invalid_argument(),
	'network-request-failed': () => m.common_unreachable(),
	'internal-error': () => m.identity_failed(),
};

const messageTexts: Record<keyof typeof messages, OwnText> = {
	mustBeLoggedInToWithdraw: () => m.refusal_must_be_logged_in_to_withdraw(),
	fillInAllFields: () => m.withdraw_fill_in_all_fields(),
	amountOutOfRange: () => m.withdraw_amount_out_of_range(),
	amountNotWhole: () => m.withdraw_amount_not_whole(),
	noPassFound: () => m.withdraw_no_pass_found(),
	regionalPricingOn: () => m.withdraw_regional_pricing_on(),
	mustBeLoggedIn: () => m.common_must_be_logged_in(),
	usernameRequired: () => m.profile_username_required(),
};

/** Every sentence that the server may tell an earner, with the same one in this build's language. */
export const refusalPairs: readonly (readonly [Sentence, OwnText])[] = [
	...pairsOf(messages, messageTexts),
	...pairsOf(secondFactorMessages, {
		required: refusalTexts.totpRequired,
		notSetUp: refusalTexts.totpNotSetUp,
	}),
	...pairsOf(refusals, refusalTexts),
	...pairsOf(promo, promoTexts),
	...pairsOf(authMessages, authTexts),
];

function pairsOf<Key extends string>(sentences: Record<Key, Sentence>, texts: Record<Key, OwnText>) {
	return (Object.keys(texts) as Key[]).map((key) => [sentences[key], texts[key]] as const);
}
