import type { Feature } from '../lib/feature.ts';
import { exportThreads } from './export-user.ts';

export const threads = { exports: { threads: exportThreads } } satisfies Feature<Record<never, never>, unknown>;
