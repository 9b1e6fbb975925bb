import type { proposalCalls } from '../../../contract/admin/proposals.ts';
import { changeSiteMode } from '../../accounts/site-mode.ts';
import type { Feature } from '../../lib/feature.ts';
import type { Log } from '../../lib/log.ts';
import { adminStopProposal, applyProposals, listSoloAlerts, stopProposal } from './apply-proposals.ts';
import { decideProposal, listProposals, type ProposalDeps } from './decide-proposal.ts';
import { eraseProposals } from './erase-user.ts';
import { expireProposals } from './expire-proposals.ts';
import { adminGetFirstRun, type FirstRunDeps } from './get-first-run.ts';

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
