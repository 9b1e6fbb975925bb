import type { windDownCalls } from '../../contract/site/wind-down.ts';
import type { ActionDeps } from '../accounts/with-audit.ts';
import type { Feature } from '../lib/feature.ts';
import { adminSetWindDown, getWindDown, type NotifyDeps, notifyUsersOfEnd } from './wind-down.ts';

export const windDown = {
	calls: { getWindDown, adminSetWindDown },
	jobs: [{ name: 'tell-wind-down', at: '*/5 * * * *', isLong: true, isQuiet: true, run: notifyUsersOfEnd }],
} satisfies Feature<typeof windDownCalls, ActionDeps & NotifyDeps>;
