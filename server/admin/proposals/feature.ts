import type { proposalCalls } from '../../../contract/admin/proposals.ts';
import type { Feature } from '../../lib/feature.ts';
import { decideProposal, listProposals, type ProposalDeps } from './decide-proposal.ts';
import { eraseProposals } from './erase-user.ts';
import { expireProposals } from './expire-proposals.ts';

export const proposals = {
	calls: { adminGetProposals: listProposals, adminDecideProposal: decideProposal },
	jobs: [{ name: 'expire-proposals', at: '17 * * * *', run: expireProposals }],
	erase: eraseProposals,
} satisfies Feature<typeof proposalCalls, ProposalDeps>;
