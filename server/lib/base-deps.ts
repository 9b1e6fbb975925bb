import type { Clock } from './clock-and-log.ts';
import type { Database } from './db/database.ts';

export type BaseDeps = { db: Database; clock: Clock };
