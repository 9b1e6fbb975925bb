/** No imports, so that the browser need not load the schema library. */

/** Lifetime of the one-time token in the URL and of the sign-in token. */
export const HAND_OFF_LIFETIME_MS = 60_000;
export const ACCESS_TOKEN_REFRESH_EARLY_MS = 5 * 60_000;
export const ACCESS_TOKEN_EXPIRED_EARLY_MS = 30_000;
export const ACCESS_TOKEN_BACK_OFF_MIN_MS = 30_000;
export const ACCESS_TOKEN_BACK_OFF_MAX_MS = 16 * 60_000;

export const SAVED_VIEWS_MAX = 100;
export const SAVED_VIEW_NAME_LENGTH_MAX = 60;

export const PASSKEY_NAME_LENGTH_MAX = 60;
export const PASSWORD_LENGTH_MIN = 8;
export const PASSWORD_LENGTH_MAX = 128;
export const AGE_MIN_YEARS = 13;
/** Source: the platform's help page on pending sales. */
export const PLATFORM_PENDING_DAYS = { min: 3, max: 7 };
/** Sensitive account changes need a session younger than this. */
export const RECENT_SIGN_IN_MS = 10 * 60_000;
/** Meanwhile the old address stays reserved and large withdrawals are held. */
export const UNDO_EMAIL_CHANGE_MS = 7 * 24 * 3_600_000;
export const VERIFY_EMAIL_LIFETIME_MS = 24 * 3_600_000;
export const RESET_PASSWORD_LIFETIME_MS = 30 * 60_000;

/** Any text in a request asks for a challenge. */
export const WORK_HEADER = 'x-lootpass-work';

export const DELETE_CONFIRMATION = 'Delete';
export const EXPORT_LINES_MAX = 100_000;

export const ADMIN_ROLE = 'Admin';

/** Source: the platform's sign-up rule. */
export const GAME_USERNAME_LENGTH_MAX = 20;

export const UNREAD_COUNT_MAX = 100;
export const NOTICES_SHOWN = 30;
export const PUSH_SUBSCRIPTIONS_MAX = 10;

export const HISTORY_PAGE_SIZE = 25;
export const HISTORY_PAGE_SIZE_MAX = 100;

/** Limits in whole R$. */
export const WITHDRAW_AMOUNT_MIN = 5;
export const WITHDRAW_AMOUNT_MAX = 1500;

/** Once the end of the service is announced, the minimum is the smallest amount that vendors accept. */
export const withdrawAmountMin = (serviceEnd: unknown) => (serviceEnd ? 1 : WITHDRAW_AMOUNT_MIN);
/** Minimum days from the announcement to the end of the service. */
export const CLAIM_DAYS = 5;

export const PROMO_AMOUNT_MAX = 10_000;
export const PROMO_CODE_LENGTH_MAX = 40;
export const PROMO_USES_MAX = 1_000_000;
export const PROMO_PER_USER_MAX = 100;

export const SEARCH_LENGTH_MAX = 200;
export const USERS_LIST_SIZE = 5000;
export const userOrders = ['totalEarned', 'last_access'] as const;
export const USERS_PAGE_SIZE = 50;
export const USERS_PAGE_SIZE_MAX = 500;
export const BUSINESS_DAYS_MAX = 184;
export const REASON_LENGTH_MAX = 500;
export const SETTLEMENT_REASON_LENGTH_MIN = 20;
export const PROOF_LENGTH_MAX = 200;
export const PAYOUT_CODE_LENGTH_MAX = 100;
export const PAYOUT_CODES_MAX = 1000;

export const WAITING_WORK_COUNT_MAX = 1000;

export const logSources = ['sign-in', 'use', 'refusal', 'vendor', 'platform', 'job', 'mail'] as const;
export const WALL_MIN_AGE_MAX = 120;
export const WALL_HOLD_HOURS_MAX = 8_760;
export const WALL_RATE_MAX = 1_000_000;
export const WALL_BOOST_PERCENT_MAX = 200;
export const PAYOUT_LIMIT_MAX = 1_000_000_000;
export const ADJUSTMENT_MAX = 1_000_000;
export const MESSAGE_LENGTH_MAX = 2_000;
export const THREAD_TEXT_LENGTH_MAX = 4_000;
export const THREAD_SUBJECT_LENGTH_MAX = 120;
/** Limit in R$, points or hours, depending on the rule. */
export const SCREENING_THRESHOLD_MAX = 100_000;
export const CLAIM_NOTE_LENGTH_MAX = 1_000;
export const CLAIM_PICTURES_MAX = 3;
export const CLAIM_PICTURE_BYTES_MAX = 360_000;
/** Limit in pixels. */
export const CLAIM_PICTURE_SIDE_MAX = 1_600;
export const CLAIM_BODY_BYTES_MAX = 1_500_000;
export const WALL_PAYMENT_USD_MAX = 10_000_000;
export const REPORT_DAYS_MAX = 100;
export const REPORT_LENGTH_MAX = 1_000_000;
export const REPORT_BODY_BYTES_MAX = 2_200_000;
