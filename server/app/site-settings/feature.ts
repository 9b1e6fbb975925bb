import type { settingCalls } from '../../../contract/admin/settings.ts';
import { MINUTE_MS } from '../../../contract/durations.ts';
import type { Feature } from '../../lib/feature.ts';
import { adminChangeSettings, adminGetSettings, type ChangeSettingsDeps } from './change-settings.ts';
import { type TrySiteDeps, trySite } from './try-site.ts';

export const siteSettings = {
	calls: { adminGetSettings, adminChangeSettings, ...trySite },
	limits: Object.fromEntries(
		Object.keys(trySite).map((name) => [name, [{ by: 'user', max: 5, windowMs: MINUTE_MS }] as const]),
	),
} satisfies Feature<typeof settingCalls, ChangeSettingsDeps & TrySiteDeps>;
