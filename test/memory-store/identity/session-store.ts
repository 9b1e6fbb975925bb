import type * as real from '../../../server/identity/session-store.ts';
import { statement } from '../transaction.ts';

export * from '../../../server/identity/session-store.ts';

/** There are no sessions. */
export const selectSessionsOf: typeof real.selectSessionsOf = (db) => statement(db, () => []);
