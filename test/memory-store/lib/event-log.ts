import type * as real from '../../../server/lib/event-log.ts';
import { statement } from '../transaction.ts';

export * from '../../../server/lib/event-log.ts';

export const eraseEventsOf: typeof real.eraseEventsOf = (db) => statement(db, () => undefined);
