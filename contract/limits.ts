/** What browser and server both know. No imports: the browser gets the numbers without the schema library. */

/** How long the one-time token in the address lives, and the sign-in token it is exchanged for. */
export const HAND_OFF_LIFETIME_MS = 60_000;
/** An access token is refreshed this long before it expires, and counts as expired this early. */
export const ACCESS_TOKEN_REFRESH_EARLY_MS = 5 * 60_000;
export const ACCESS_TOKEN_EXPIRED_EARLY_MS = 30_000;
export const ACCESS_TOKEN_BACK_OFF_MIN_MS = 30_000;
export const ACCESS_TOKEN_BACK_OFF_MAX_MS = 16 * 60_000;

export const PASSWORD_LENGTH_MIN = 8;
export const PASSWORD_LENGTH_MAX = 128;
export const AGE_MIN_YEARS = 13;
/** How long the platform usually keeps what it was paid for a pass. Source: its help page on pending sales. */
export const PLATFORM_PENDING_DAYS = { min: 3, max: 7 };
/** A password, an address or an account is changed, and an account deleted, in a session younger than this. */
export const RECENT_SIGN_IN_MS = 10 * 60_000;
export const VERIFY_EMAIL_LIFETIME_MS = 24 * 3_600_000;
export const RESET_PASSWORD_LIFETIME_MS = 30 * 60_000;

/** What a person types to delete their account (specification section 2). */
export const DELETE_CONFIRMATION = 'Delete';
/** An export has this many lines of each list, the newest. Ten years of two dozen offers a day are fewer. */
export const EXPORT_LINES_MAX = 100_000;

export const ADMIN_ROLE = 'Admin';

/** Game usernames: 3 to 20 letters, digits and underscores. Source: the platform's sign-up rule. */
export const GAME_USERNAME_LENGTH_MAX = 20;

export const UNREAD_COUNT_MAX = 100;

export const HISTORY_PAGE_SIZE = 25;
export const HISTORY_PAGE_SIZE_MAX = 100;

/** The amounts of one withdrawal, in whole R$. */
export const WITHDRAW_AMOUNT_MIN = 5;
export const WITHDRAW_AMOUNT_MAX = 1500;

/** Once the end of the service is announced, users may withdraw the smallest amount that vendors take. */
export const withdrawAmountMin = (serviceEnd: unknown) => (serviceEnd ? 1 : WITHDRAW_AMOUNT_MIN);
/** Users have this long to claim their balance after the announcement, by the terms. */
export const CLAIM_DAYS = 5;

/** R$ that one use of a promo code may give. */
export const PROMO_AMOUNT_MAX = 10_000;
export const PROMO_CODE_LENGTH_MAX = 40;
export const PROMO_USES_MAX = 1_000_000;
export const PROMO_PER_USER_MAX = 100;

/** What may be typed to find something. */
export const SEARCH_LENGTH_MAX = 200;
export const USERS_LIST_SIZE = 5000;
export const userOrders = ['totalEarned', 'last_access'] as const;
export const USERS_PAGE_SIZE = 50;
export const USERS_PAGE_SIZE_MAX = 500;
/** Half a year: a quarter, and the one before it. */
export const BUSINESS_DAYS_MAX = 184;
export const REASON_LENGTH_MAX = 500;
/** In characters: what was asked and found takes a sentence. */
export const SETTLEMENT_REASON_LENGTH_MIN = 20;
export const PROOF_LENGTH_MAX = 200;

/** What waits for a person is not counted beyond this. */
export const WAITING_WORK_COUNT_MAX = 1000;

/** What the log of events tells of. Callbacks of partners are a log of their own. */
export const logSources = ['sign-in', 'use', 'refusal', 'vendor', 'job', 'mail'] as const;
/** What an admin may ask of an offerwall: years of age, and hours that its credits are held. */
export const WALL_MIN_AGE_MAX = 120;
export const WALL_HOLD_HOURS_MAX = 8_760;
/** R$ for one $, and percent on top of a credit. */
export const WALL_RATE_MAX = 1_000_000;
export const WALL_BOOST_PERCENT_MAX = 200;
/** The largest cap (R$) and alert ($, R$) of payouts. */
export const PAYOUT_LIMIT_MAX = 1_000_000_000;
/** The most R$ of one adjustment, up or down. */
export const ADJUSTMENT_MAX = 1_000_000;
export const MESSAGE_LENGTH_MAX = 2_000;
/** In characters: one message of a thread, and what it is about. */
export const THREAD_TEXT_LENGTH_MAX = 4_000;
export const THREAD_SUBJECT_LENGTH_MAX = 120;
/** Of rules that hold withdrawals: R$, points or hours. */
export const SCREENING_THRESHOLD_MAX = 100_000;
/** Of a claim: its note in characters, its pictures, and how large one may be when it arrives. */
export const CLAIM_NOTE_LENGTH_MAX = 1_000;
export const CLAIM_PICTURES_MAX = 3;
export const CLAIM_PICTURE_BYTES_MAX = 360_000;
/** Pixels of the longer side that the browser makes of a picture. */
export const CLAIM_PICTURE_SIDE_MAX = 1_600;
export const CLAIM_BODY_BYTES_MAX = 1_500_000;
/** $ of one row of what a wall was invoiced for or has paid. */
export const WALL_PAYMENT_USD_MAX = 10_000_000;
/** Of a partner's report: days that one look or file may span, its characters, and the whole request. */
export const REPORT_DAYS_MAX = 100;
export const REPORT_LENGTH_MAX = 1_000_000;
export const REPORT_BODY_BYTES_MAX = 2_200_000;
