import type { recordCalls } from '../../../contract/admin/records.ts';
import { sealAudit } from '../../lib/audit/audit-chain.ts';
import type { Database } from '../../lib/db/database.ts';
import type { Feature } from '../../lib/feature.ts';
import { adminGetActions, adminGetLog } from './get-records.ts';

export const audit = {
	calls: { adminGetActions, adminGetLog },
	jobs: [{ name: 'seal-audit', at: '* * * * *', isQuiet: true, run: sealAudit }],
} satisfies Feature<typeof recordCalls, { db: Database }>;
