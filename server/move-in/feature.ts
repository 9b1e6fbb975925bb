import type { moveCalls } from '../../contract/moves.ts';
import type { ActionDeps } from '../accounts/with-audit.ts';
import type { Feature } from '../lib/feature.ts';
import { eraseImported } from './erase-user.ts';
import { exportImportedHistory } from './export-user.ts';
import { adminDecideImported, adminGetMove } from './move-work.ts';

export const moveIn = {
	calls: { adminGetMove, adminDecideImported },
	erase: eraseImported,
	exports: { imported_history: exportImportedHistory },
} satisfies Feature<typeof moveCalls, ActionDeps>;
