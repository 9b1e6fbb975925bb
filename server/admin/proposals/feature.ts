import type { proposalCalls } from '../../../contract/admin/proposals.ts';
import { changeSiteMode } from '../../accounts/site-mode.ts';
import { recordAudit } from '../../lib/audit.ts';
import type { Clock } from '../../lib/clock.ts';
import { type Database, inTransaction } from '../../lib/db/database.ts';
import { rowsOf } from '../../lib/db/rows.ts';
import type { Feature } from '../../lib/feature.ts';
import type { Log } from '../../lib/log.ts';
import { adminStopProposal, applyProposals, listSoloAlerts, stopProposal } from './apply-proposals.ts';
import { decideProposal, listProposals, type ProposalDeps } from './decide-proposal.ts';
import { eraseProposals } from './erase-user.ts';
import { adminGetFirstRun, type FirstRunDeps } from './get-first-run.ts';
import { type EndedRow, kinds } from './kinds.ts';

export const proposals = {
	calls: {
		...{ adminGetProposals: listProposals, adminDecideProposal: decideProposal, adminStopProposal, stopProposal },
		...{ adminGetFirstRun, adminSetSiteMode: changeSiteMode },
	},
	jobs: [
		{ name: 'expire-proposals', at: '17 * * * *', run: expireProposals },
		{ name: 'apply-proposals', at: '* * * * *', isQuiet: true, run: applyProposals },
	],
	alerts: listSoloAlerts,
	erase: eraseProposals,
} satisfies Feature<typeof proposalCalls, ProposalDeps & FirstRunDeps & { log: Log }>;

/** May run late, because an approval checks the expiry itself. */
export async function expireProposals({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
	await inTransaction(db, async (tx) => {
		const atMs = clock.now();
		const at = new Date(atMs);
		const rows = await rowsOf<EndedRow>(tx)`
			update proposals set state = 'expired', decided_at = ${at}, input = input - 'sealed', stop_codes = null
			where state = 'waiting' and expires_at <= ${at}
			returning id, kind, call, uid, amount, null as "orderId", null as "orderState", null as outcome, null as proof
		`;
		for (const row of rows) {
			const { noun, changeOf } = kinds[row.kind];
			const { keeps, ...details } = changeOf(row, 'expired');
			const entry = { atMs, actor: 'system', action: `expire-${noun}`, details, keeps };
			await recordAudit(tx, row.uid ? { ...entry, uid: row.uid } : entry);
		}
	});
}
