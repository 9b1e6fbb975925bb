import type { rateCalls } from '../../../contract/offerwalls/rates.ts';
import type { Feature } from '../../lib/feature.ts';
import { adminGetRateEffect } from './effect.ts';
import { adminSetBoost, adminSetRate, type SetTermsDeps } from './set-terms.ts';

export const offerwallTerms = { calls: { adminSetRate, adminSetBoost, adminGetRateEffect } } satisfies Feature<
	typeof rateCalls,
	SetTermsDeps
>;
