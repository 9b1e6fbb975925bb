import type { Feature } from '../lib/feature.ts';
import { eraseNotices } from './erase-user.ts';
import { exportNotices } from './export-user.ts';

export const notifications = {
	erase: (tx, { uid }) => eraseNotices(tx, uid),
	exports: { notices: exportNotices },
} satisfies Feature<Record<never, never>, unknown>;
