import type * as real from '../../../server/withdrawals/store-events.ts';
import { statement } from '../transaction.ts';

export * from '../../../server/withdrawals/store-events.ts';

/** What happened to orders is not kept. */
export const insertEvents: typeof real.insertEvents = (db) => statement(db, () => undefined);

export const insertEvent: typeof real.insertEvent = (db) => statement(db, () => undefined);
