import type { Feature } from '../../lib/feature.ts';
import { eraseProfile } from './erase-user.ts';
import { exportProfile } from './export-user.ts';

export const profile = {
	erase: (tx, { uid }) => eraseProfile(tx, uid),
	exports: { profile: exportProfile },
} satisfies Feature<Record<never, never>, unknown>;
