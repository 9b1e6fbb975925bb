import { randomBytes } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type pg from 'pg';
import { z } from 'zod';
import { type Config, liveConfig, loadConfig, provideSecrets } from './app/config.ts';
import { checkpointDeps } from './app/published-settings.ts';
import { keyFile } from './app/refused-settings.ts';
import { selectSettings } from './app/site-settings/site-settings.ts';
import { type Command, type Given, WrongUse } from './command-line.ts';
import { systemClock } from './lib/clock-and-log.ts';
import { createDatabase, type Database } from './lib/db/database.ts';
import { StartProblem } from './lib/start-problem.ts';
import { readJsonFile } from './move-in/sources/read-files.ts';
import { readCheckpointsFile } from './public-proof/checkpoints-file.ts';
import { prepareTree } from './public-proof/liabilities/liability-trees.ts';
import { proveUnchanged } from './public-proof/log/check-log.ts';
import { makeCheckpoint } from './public-proof/make-checkpoint.ts';
import { type ProofKey, readProofKey } from './public-proof/proof-key.ts';
import { announceKey, getPublishedKeys } from './public-proof/published-keys.ts';
import { checkReceipt, type ReceiptVerdict } from './public-proof/receipts/get-receipt.ts';

type WithPool = (config: Config, login: 'app' | 'owner', work: (pool: pg.Pool) => Promise<number>) => Promise<number>;

const KEY_BYTES = 32;

export const proofCommands = (env: NodeJS.ProcessEnv, withPool: WithPool): Readonly<Record<string, Command>> => {
	const withDatabase = (login: 'app' | 'owner', work: (db: Database, config: Config) => Promise<number>) => {
		const config = loadConfig(env);
		return withPool(config, login, (pool) => work(createDatabase(pool), config));
	};
	return {
		checkpoint: {
			does: 'publish a signed checkpoint of the books now',
			options: { liabilities: { does: "include the liability tree, if it wasn't published today" } },
			run: ({ options }) =>
				withDatabase('owner', (owner, config) =>
					publishCheckpoint(owner, config, { isWithLiabilities: options.liabilities !== undefined }),
				),
		},
		'prove-unchanged': {
			does: 'check that nothing was changed since a saved checkpoint; reads every transfer',
			options: { since: { takes: 'FILE', does: 'response of /proof/checkpoints; its last checkpoint is used' } },
			run: async ({ options }) => {
				const checkpoints = await readSince(options);
				return withDatabase('app', (db) => reportComparison(db, checkpoints));
			},
		},
		'check-receipt': {
			does: 'check a receipt against the published keys and the books',
			operands: ['FILE'],
			run: async ({ operands: [file = ''] }) => {
				const shown = await readJsonFile(resolve(file), z.unknown());
				return withDatabase('app', async (db) => {
					const verdict = await checkReceipt(db, shown);
					console.log(verdicts[verdict]);
					return verdict === 'holds' || verdict === 'person-gone' ? 0 : 1;
				});
			},
		},
		'rotate-proof-key': {
			listedWith: 'checkpoint',
			does: 'create a new signing key, signed by the current one; used from the next start',
			run: () => withDatabase('app', rotateProofKey),
		},
	};
};

const verdicts: Record<ReceiptVerdict, string> = {
	holds: 'The receipt is valid: this site signed it, and its transfer is in the books.',
	'person-gone':
		"The receipt is valid: this site signed it, and its transfer is in the books. The user has deleted their account, so the recipient can't be checked.",
	'not-a-receipt': 'NOT A RECEIPT: fields are missing.',
	'not-signed-by-us': 'FORGED OR CHANGED: no key of this site signed it.',
	'no-transfer':
		"SIGNED, BUT WITHOUT A TRANSFER: a key of this site signed it, but the transfer isn't in the books. The books were changed or restored, or the key was stolen.",
	'another-transfer': 'SIGNED, BUT THE TRANSFER DIFFERS: the books were changed, or the key was stolen.',
};

async function publishCheckpoint(
	owner: Database,
	config: Config,
	{ isWithLiabilities }: { isWithLiabilities: boolean },
): Promise<number> {
	const { proofKey: seed } = await provideSecrets(config);
	const proofKey = readProofKey(seed);
	await requirePublished(owner, proofKey);
	const tree = isWithLiabilities ? await prepareTree(owner) : {};
	const live = { ...config, ...liveConfig(config, await selectSettings(owner)) };
	const deps = { ...checkpointDeps({ config: live, clock: systemClock, proofKey }), owner, ...tree };
	const { n, transfers } = await makeCheckpoint(deps);
	console.log(`Checkpoint ${n}: ${transfers.count} transfers, root ${transfers.root}`);
	return 0;
}

/** Throws for a key that the site did not publish, because it may be another site's. */
async function requirePublished(db: Database, { id }: ProofKey): Promise<void> {
	const { keys } = await getPublishedKeys(db);
	if (keys.some((key) => key.id === id)) return;
	throw new StartProblem(
		`PROOF_KEY isn't one of this site's keys (${keys.map((key) => key.id).join(', ') || 'none published yet'}). Set the site's key.`,
	);
}

async function readSince({ since }: Given['options']) {
	if (!since) throw new WrongUse('Missing --since FILE.');
	return readCheckpointsFile(resolve(since));
}

async function reportComparison(
	db: Database,
	checkpoints: Awaited<ReturnType<typeof readCheckpointsFile>>,
): Promise<number> {
	const since = checkpoints.at(-1) ?? checkpoints[0];
	const { transfers, entries, problems } = await proveUnchanged(db, since);
	for (const { rule, detail } of problems) console.log(`BROKEN: ${rule}\n  ${detail}`);
	const when = new Date(Number(since.at)).toISOString();
	if (problems.length === 0) console.log(`Nothing was changed since checkpoint ${since.n} of ${when}.`);
	console.log(`Checked ${transfers} transfers and ${entries} audit entries.`);
	return problems.length === 0 ? 0 : 1;
}

async function rotateProofKey(db: Database, config: Config): Promise<number> {
	const { proofKey: seed } = await provideSecrets(config);
	const by = readProofKey(seed);
	await requirePublished(db, by);
	const text = randomBytes(KEY_BYTES).toString('base64url');
	const next = readProofKey(text);
	const file = config.proofKey === undefined ? keyFile(config.dataDir, 'PROOF_KEY') : undefined;
	if (file) await writeFile(`${file}.next`, `${text}\n`, { mode: 0o600, flush: true });
	else console.log(`PROOF_KEY=${text}`);
	await announceKey({ db, clock: systemClock }, by, next);
	if (file) await rename(`${file}.next`, file);
	const where = file ? `It's stored in ${file}.` : 'Set the PROOF_KEY printed above on every node.';
	console.log(`Key ${by.id} signed key ${next.id}. ${where} Restart to sign with the new key.`);
	return 0;
}
