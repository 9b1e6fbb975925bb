import type { proposalCalls } from '../../../contract/admin/proposals.ts';
import { changeSiteMode } from '../../accounts/site-mode.ts';
import type { Log } from '../../lib/clock-and-log.ts';
import type { Feature } from '../../lib/feature.ts';
import { adminStopProposal, applyProposals, expireProposals, listSoloAlerts, stopProposal } from './apply-proposals.ts';
import { decideProposal, listProposals, type ProposalDeps } from './decide-proposal.ts';
import { eraseProposals } from './erase-user.ts';
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
