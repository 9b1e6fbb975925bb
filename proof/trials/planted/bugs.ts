import type { Bug } from './bug.ts';
import { claimBugs } from './claim-bugs.ts';
import { identityBugs } from './identity-bugs.ts';
import { ledgerBugs } from './ledger-bugs.ts';
import { offerBugs } from './offer-bugs.ts';
import { offerwallBugs } from './offerwall-bugs.ts';
import { proofBugs } from './proof-bugs.ts';
import { withdrawalBugs } from './withdrawal-bugs.ts';

export const bugs: readonly Bug[] = [
	...ledgerBugs,
	...offerBugs,
	...offerwallBugs,
	...claimBugs,
	...withdrawalBugs,
	...identityBugs,
	...proofBugs,
];
