import type { earningsCalls } from '../../contract/proof/earnings.ts';
import type { liabilityProofCalls } from '../../contract/proof/liability-proof.ts';
import type { receiptCalls } from '../../contract/proof/proof.ts';
import type { Feature, WithOwner } from '../lib/feature.ts';
import { productVersion } from '../lib/product-version.ts';
import { getEarnings, publishEarnings } from './earnings/publish-earnings.ts';
import { destroyKey } from './erase-user.ts';
import { forgetTrees, getLiabilityProof, treeIfDue } from './liabilities/liability-trees.ts';
import { checkLogDaily, listProofAlerts } from './log/check-log.ts';
import { sealTransfers } from './log/seal-transfers.ts';
import { isRestorationUntold, makeCheckpoint } from './make-checkpoint.ts';
import { publishKey } from './published-keys.ts';
import { getOwnReceipt } from './receipts/get-receipt.ts';
import { type ProofDeps, proofRoutes } from './routes.ts';
import { askWitnesses, listWitnessAlerts } from './witnesses/ask-witnesses.ts';

type JobDeps = ProofDeps & WithOwner & { giveWay: () => Promise<void> };

export const publicProof = {
	calls: { getLiabilityProof, getReceipt: getOwnReceipt, getEarnings },
	routes: proofRoutes,
	prepare: (deps) => publishKey(deps, deps.proofKey),
	jobs: [
		{ name: 'seal-transfers', at: '* * * * *', isQuiet: true, run: sealTransfers },
		{
			name: 'checkpoint',
			// At midnight it runs a minute later, so that late rows of the previous day arrive.
			at: ({ hour, min }) => min === (hour === 0 ? 1 : 0),
			atStart: ({ db }) => isRestorationUntold(db),
			async run(deps) {
				await makeCheckpoint({ ...deps, version: productVersion, ...(await treeIfDue(deps.owner, deps.clock)) });
				await checkLogDaily(deps);
			},
		},
		{
			name: 'ask-witnesses',
			at: '*/5 * * * *',
			isQuiet: true,
			isOn: ({ config }) => config.publicProof && config.witnesses.length > 0,
			run: askWitnesses,
		},
		{ name: 'publish-earnings', at: '23 4 * * *', isLong: true, run: publishEarnings },
		{ name: 'forget-liability-trees', at: '33 3 * * *', run: forgetTrees },
	],
	alerts: async (deps) => [...(await listProofAlerts(deps)), ...(await listWitnessAlerts(deps))],
	erase: destroyKey,
} satisfies Feature<typeof liabilityProofCalls & typeof receiptCalls & typeof earningsCalls, ProofDeps, JobDeps>;
