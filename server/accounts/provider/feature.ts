import type { providerCalls } from '../../../contract/accounts/provider.ts';
import { MINUTE_MS } from '../../../contract/durations.ts';
import type { Feature } from '../../lib/feature.ts';
import {
	adminGetProvider,
	adminRemoveProvider,
	adminSaveProvider,
	adminTestProvider,
	type ProviderDeps,
} from './change-provider.ts';
import { checkClaims } from './check-claims.ts';

export const staffProvider = {
	calls: { adminGetProvider, adminTestProvider, adminSaveProvider, adminRemoveProvider },
	limits: { adminTestProvider: [{ by: 'user', max: 10, windowMs: MINUTE_MS }] },
	jobs: [{ name: 'check-claims', at: '* * * * *', isQuiet: true, run: checkClaims }],
} satisfies Feature<typeof providerCalls, ProviderDeps>;
