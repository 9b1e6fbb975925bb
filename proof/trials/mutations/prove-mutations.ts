import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runNode } from '../../run-node.ts';

const ROOT = join(import.meta.dirname, '../../..');
const REPORTS = 'build/proof/mutants';
const STRYKER = 'node_modules/@stryker-mutator/core/bin/stryker.js';
const SCORE_MIN = 0.85;

/** A mutant that cannot run is in neither list. */
const NOTICED = ['Killed', 'Timeout'];
const UNNOTICED = ['Survived', 'NoCoverage'];

/** See https://github.com/stryker-mutator/mutation-testing-elements */
type Report = { files: Record<string, { mutants: { status: string }[] }> };

export async function proveMutations(): Promise<{ noticed: number; unnoticed: number; findings: string[] }> {
	const statuses: string[] = [];
	for (const { file, tests } of ruleFiles) {
		const report = `${REPORTS}/${file.replaceAll('/', '.')}.json`;
		const options = ['--mutate', file, '--incrementalFile', report, '--logLevel', 'error'];
		const args = [STRYKER, 'run', 'proof/trials/mutations/stryker.config.json', ...options];
		if (!(await runNode(args, { LOOTPASS_RULE_TESTS: tests.join(',') }))) throw new Error(`Stryker failed on ${file}`);
		const { files }: Report = JSON.parse(await readFile(join(ROOT, report), 'utf8'));
		statuses.push(...(files[file]?.mutants ?? []).map(({ status }) => status));
	}
	const count = (of: readonly string[]) => statuses.filter((status) => of.includes(status)).length;
	const [noticed, unnoticed] = [count(NOTICED), count(UNNOTICED)];
	const score = noticed / (noticed + unnoticed);
	const findings = score >= SCORE_MIN ? [] : [`tests notice ${(100 * score).toFixed(1)}% of the mutants`];
	return { noticed, unnoticed, findings };
}

const booking = [
	...['book-events', 'boosts', 'chargebacks/chargeback', 'held-credit'].map((test) => `offerwalls/booking/${test}`),
	'offerwalls/partners/partners',
	'offerwalls/postbacks/take-postback',
	'offerwalls/postbacks/tampering',
	'offerwalls/terms/set-terms',
];
const payouts = ['pay-withdrawal', 'gather-writes'].map((test) => `withdrawals/payouts/${test}`);
const requests = ['request/process-withdrawal', 'request/get-withdraw-limits', 'safety/payout-safety'].map(
	(test) => `withdrawals/${test}`,
);

const testsByRules: Record<string, readonly string[]> = {
	'ledger/transfer': ['ledger/transfer'],
	'withdrawals/withdrawal': ['withdrawals/withdrawal'],
	'withdrawals/review/review': ['withdrawals/review/review'],
	'withdrawals/safety/circuit': ['withdrawals/safety/circuit'],
	'withdrawals/request/request-rules': requests,
	'withdrawals/request/find-pass': ['withdrawals/request/find-pass'],
	'withdrawals/payouts/record-outcome': payouts,
	'withdrawals/payouts/pay-withdrawal': payouts,
	'withdrawals/payouts/reconcile-withdrawal': payouts,
	'withdrawals/vendors/rbxcrate': ['withdrawals/vendors/rbxcrate'],
	'accounts/sign-in/age': ['accounts/sign-in/age'],
	'accounts/sign-in/one-time-code': ['accounts/sign-in/one-time-code'],
	'accounts/passwords/password-policy': ['accounts/passwords/password-policy'],
	'accounts/sessions/device': ['accounts/sessions/device'],
	'lib/secrets/same-text': ['offerwalls/postbacks/signature', 'offerwalls/walls/protection/wall-guard'],
	'offerwalls/postbacks/reading/raw-parameters': [
		'offerwalls/postbacks/reading/raw-parameters',
		'offerwalls/postbacks/postback',
	],
	'offerwalls/postbacks/signature': ['offerwalls/postbacks/signature'],
	'offerwalls/postbacks/postback': ['offerwalls/postbacks/postback', 'offerwalls/postbacks/signature'],
	'offerwalls/postbacks/received-postback': ['offerwalls/postbacks/received-postback'],
	'offerwalls/walls/protection/wall-guard': ['offerwalls/walls/protection/wall-guard'],
	'offerwalls/walls/wall': ['offerwalls/walls/wall'],
	'offerwalls/booking/decide-round': booking,
	'offerwalls/booking/offer-transfers': booking,
	'admin/proposals/decide-proposal': ['admin/proposals/proposals'],
};

export const ruleFiles = Object.entries(testsByRules).map(([rules, tests]) => ({
	file: `server/${rules}.ts`,
	tests: tests.map((test) => `server/${test}.test.ts`),
}));
