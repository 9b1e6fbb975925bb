import type { settingCalls } from '../../../contract/admin/settings.ts';
import type { Feature } from '../../lib/feature.ts';
import { adminChangeSettings, type ChangeSettingsDeps } from './change-settings.ts';
import { adminGetSettings } from './get-settings.ts';

export const siteSettings = {
	calls: { adminGetSettings, adminChangeSettings },
} satisfies Feature<typeof settingCalls, ChangeSettingsDeps>;
