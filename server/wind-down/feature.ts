import type { windDownCalls } from '../../contract/site/wind-down.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database } from '../lib/db/database.ts';
import type { Feature } from '../lib/feature.ts';
import { getWindDown } from './get-wind-down.ts';

export const windDown = {
	calls: { getWindDown },
} satisfies Feature<typeof windDownCalls, { db: Database; clock: Clock }>;
