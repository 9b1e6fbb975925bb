import type { agreementCalls } from '../../contract/accounts/agreements.ts';
import type { identityCalls } from '../../contract/accounts/identity.ts';
import type { adminAccountCalls } from '../../contract/accounts/staff-accounts.ts';
import type { Feature } from '../lib/feature.ts';
import { purgeRateLimits } from '../lib/http/callers.ts';
import { type AgreeDeps, agreeToDocuments } from './agreements/agree.ts';
import { eraseIdentity } from './erase-user.ts';
import { exportAgreements, exportAudit, exportEvents, exportSessions } from './export-user.ts';
import { checkWebSession, createWebSession, type HandOffDeps, verifyWebSession } from './hand-off/web-sessions.ts';
import { type AccountMemory, forgetAccounts } from './memory/account-memory.ts';
import { type IdentityRouteDeps, identityRoutes } from './routes.ts';
import { adminEndSessions, adminGetSessions } from './sessions/sessions-of-user.ts';
import {
	adminBanUser,
	adminPauseUser,
	adminResetSecondFactor,
	adminResumeUser,
	adminUnbanUser,
	type UnbanDeps,
} from './user-record/change-account-status.ts';
import { createUser } from './user-record/ensure-user-record.ts';
import { purgeExpired } from './user-record/purge-expired.ts';

type Deps = AgreeDeps & HandOffDeps & IdentityRouteDeps & UnbanDeps & { publicUrl: string; memory: AccountMemory };

export const accounts = {
	calls: {
		createUser,
		createWebSession,
		verifyWebSession,
		checkWebSession,
		agreeToDocuments,
		adminBanUser,
		adminUnbanUser,
		adminPauseUser,
		adminResumeUser,
		adminGetSessions,
		adminEndSessions,
		adminResetSecondFactor,
	},
	routes: identityRoutes,
	jobs: [
		{ name: 'forget-rate-limits', at: '*/10 * * * *', run: purgeRateLimits },
		{ name: 'forget-expired-sign-ins', at: '23 * * * *', run: purgeExpired },
		{ name: 'forget-deleted-accounts', at: '27 3 * * *', run: forgetAccounts },
	],
	erase: eraseIdentity,
	exports: { sessions: exportSessions, agreements: exportAgreements, events: exportEvents, audit_entries: exportAudit },
} satisfies Feature<typeof identityCalls & typeof agreementCalls & typeof adminAccountCalls, Deps>;
