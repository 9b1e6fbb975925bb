import { keptInTab } from '../../lib/session-storage.ts';

/** Marks a Google round trip in this tab, because scripts cannot see the session cookie that it may set. */
export const googleRound = keptInTab<{ isUnderWay: true }>('google-round');
