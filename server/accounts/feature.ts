import type { agreementCalls } from '../../contract/accounts/agreements.ts';
import type { Feature } from '../lib/feature.ts';
import { type AgreeDeps, agreeToDocuments } from './agreements/agree.ts';
import { eraseIdentity } from './user-record/erase-user.ts';
import { exportAgreements, exportAudit, exportEvents, exportSessions } from './user-record/export-user.ts';

export const accounts = {
	calls: { agreeToDocuments },
	erase: eraseIdentity,
	exports: {
		sessions: exportSessions,
		agreements: exportAgreements,
		events: exportEvents,
		audit_entries: exportAudit,
	},
} satisfies Feature<typeof agreementCalls, AgreeDeps>;
