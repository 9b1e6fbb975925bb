/** Under which key the query cache holds the withdraw history. */
export const WITHDRAW_HISTORY = 'withdraw-history';
