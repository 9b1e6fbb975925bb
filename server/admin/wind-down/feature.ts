import type { adminWindDownCalls } from '../../../contract/admin/wind-down.ts';
import type { ActionDeps } from '../../accounts/with-audit.ts';
import type { Feature } from '../../lib/feature.ts';
import { adminGetWindDown, adminSetWindDown, PUBLISH_OWED_TASK, TELL_WIND_DOWN_TASK } from './set-wind-down.ts';
import { publishOwed, type TellDeps, tellWindDown } from './tell-wind-down.ts';

export const windDownControl = {
	calls: { adminGetWindDown, adminSetWindDown },
	jobs: [
		{ name: TELL_WIND_DOWN_TASK, at: '*/5 * * * *', isQuiet: true, run: tellWindDown },
		{ name: PUBLISH_OWED_TASK, at: '3 0 * * *', run: publishOwed },
	],
} satisfies Feature<typeof adminWindDownCalls, ActionDeps & TellDeps>;
