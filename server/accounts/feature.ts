import type { Feature } from '../lib/feature.ts';
import { eraseIdentity } from './user-record/erase-user.ts';
import { exportAgreements, exportAudit, exportEvents, exportSessions } from './user-record/export-user.ts';

export const accounts = {
	erase: eraseIdentity,
	exports: {
		sessions: exportSessions,
		agreements: exportAgreements,
		events: exportEvents,
		audit_entries: exportAudit,
	},
} satisfies Feature<Record<never, never>, unknown>;
