export const WITHDRAW_HISTORY = ['withdraw-history'];
export const LATEST_ORDER = ['latest-order'];
export const WITHDRAW_LIMITS = ['withdraw-limits'];
