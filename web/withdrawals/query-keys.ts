/** Under which key the query cache holds the withdraw history. */
export const WITHDRAW_HISTORY = 'withdraw-history';
/** The newest withdrawal alone. */
export const LATEST_ORDER = 'latest-order';
export const WITHDRAW_LIMITS = 'withdraw-limits';
