import type { Feature } from '../lib/feature.ts';
import { eraseImported } from './erase-user.ts';
import { exportImportedHistory } from './export-user.ts';

export const moveIn = {
	erase: eraseImported,
	exports: { imported_history: exportImportedHistory },
} satisfies Feature<Record<never, never>, object>;
