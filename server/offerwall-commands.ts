import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { selectSealedProposals, updateSealedProposal } from './admin/proposals/store-proposals.ts';
import type { Dependencies } from './app/dependencies.ts';
import { keyFile } from './app/key-files.ts';
import { WrongUse } from './command-line.ts';
import { createSecretBox } from './lib/secret-box.ts';
import { StartProblem } from './lib/start-problem.ts';
import { importOfferwalls } from './offerwalls/saved-walls/import-offerwalls.ts';
import { rotateSecretsKey } from './offerwalls/saved-walls/rotate-secrets-key.ts';
import { callbackUrl } from './offerwalls/walls/callback-url.ts';
import { checkOfferwall } from './offerwalls/walls/check-offerwall.ts';
import { toWalls } from './offerwalls/walls/wall.ts';
import { atTheMachine, told } from './staff-commands.ts';

const KEY_BYTES = 32;

export async function printOfferwallChecks({ walls }: Pick<Dependencies, 'walls'>): Promise<number> {
	for (const wall of walls) {
		const { strength, findings } = checkOfferwall(wall, walls);
		console.log(`${wall.id} (${wall.partner.name}), signature: ${strength}`);
		for (const finding of findings) console.log(`  - ${finding}`);
		if (findings.length === 0) console.log('  nothing is missing');
	}
	if (walls.length === 0) console.log('There is no wall of a partner yet.');
	return 0;
}

export async function printCallbackUrl(
	{ walls, config }: Pick<Dependencies, 'walls' | 'config'>,
	[wallId]: readonly string[],
): Promise<number> {
	const wall = walls.find(({ id }) => id === wallId);
	if (!wall) throw new WrongUse(`There is no wall ${wallId}. There are: ${walls.map(({ id }) => id).join(', ')}`);
	console.log(callbackUrl(wall, config.publicUrl));
	return 0;
}

/** Copies a file of walls into the database. @throws StartProblem for a file that the product would not start with. */
export function importOfferwallsHere(deps: Dependencies, [file = '']: readonly string[]): Promise<number> {
	const entries = readEntries(file);
	toWalls(entries, file);
	return told(async () => {
		const added = await importOfferwalls(deps, entries as { id: string }[], atTheMachine);
		if (added.length === 0) return 'All of them are here already.';
		const shadowed = added.filter((id) => deps.wallChanges.isOfFile(id));
		const next = shadowed.length > 0 ? '\nTake OFFERWALLS_FILE away and restart: until then the file holds.' : '';
		return `Imported: ${added.join(', ')}.${next}`;
	});
}

/** The new key is told, or on the disk, before anything is sealed with it: whatever comes between, nothing is lost. */
export async function rotateSecretsKeyHere(deps: Dependencies): Promise<number> {
	const { config, secretBox: from } = deps;
	const key = randomBytes(KEY_BYTES).toString('base64url');
	const to = createSecretBox(key);
	const file = config.secretsKey === undefined ? keyFile(config.dataDir, 'SECRETS_KEY') : undefined;
	if (file) await writeFile(`${file}.next`, `${key}\n`, { mode: 0o600, flush: true });
	else console.log(`SECRETS_KEY=${key}`);
	const proposals = { select: selectSealedProposals, update: updateSealedProposal };
	return told(async () => {
		const count = await rotateSecretsKey(deps, { from, to, proposals }, atTheMachine);
		if (file) await rename(`${file}.next`, file);
		const where = file ? `It is in ${file}.` : 'Set it as above on every node.';
		return `${count} walls are sealed anew: key ${from.keyId} is over, key ${to.keyId} holds. ${where} Restart: until then nobody saves a wall.`;
	});
}

function readEntries(file: string): unknown {
	try {
		return JSON.parse(readFileSync(file, 'utf8'));
	} catch (error) {
		throw new StartProblem(`${file} cannot be read: ${(error as Error).message}`);
	}
}
