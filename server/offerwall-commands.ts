import { randomBytes } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { atTheMachine } from './accounts/with-audit.ts';
import { selectSealedProposals, updateSealedProposal } from './admin/proposals/store-proposals.ts';
import type { Config } from './app/config.ts';
import type { Dependencies } from './app/dependencies.ts';
import { keyFile } from './app/key-files.ts';
import { secretSetting } from './app/site-settings/site-settings.ts';
import { lockSettings, storeSetting } from './app/site-settings/store-settings.ts';
import { readWallsFile } from './app/walls-to-import.ts';
import { WrongUse } from './command-line.ts';
import { createSecretBox } from './lib/secrets/secret-box.ts';
import { type ImportDeps, importOfferwalls } from './offerwalls/saved-walls/import-offerwalls.ts';
import { rotateSecretsKey } from './offerwalls/saved-walls/rotate-secrets-key.ts';
import { banCallbackUrl, callbackUrl, toWalls, type Wall } from './offerwalls/walls/wall.ts';
import { checkOfferwall } from './offerwalls/walls/wall-warnings.ts';
import { runAction } from './staff-commands.ts';
import { resealCodes } from './withdrawals/gift-cards/codes.ts';

const KEY_BYTES = 32;

type PrintDeps = Pick<Dependencies, 'walls'> & { config: Pick<Config, 'publicUrl' | 'offerwallsFile'> };

/** Returns the walls, including those of OFFERWALLS_FILE that are not imported yet. */
function wallsToPrint({ walls, config: { offerwallsFile: path } }: PrintDeps): readonly Wall[] {
	if (!path) return walls;
	const { source, entries } = readWallsFile(path);
	return [...walls, ...toWalls(entries, source).filter(({ id }) => !walls.some((wall) => wall.id === id))];
}

export async function printOfferwallChecks(deps: PrintDeps): Promise<number> {
	const walls = wallsToPrint(deps);
	for (const wall of walls) {
		const { strength, findings } = checkOfferwall(wall, walls);
		console.log(`${wall.id} (${wall.partner.name}), signature: ${strength}`);
		for (const finding of findings) console.log(`  - ${finding}`);
		if (findings.length === 0) console.log('  no warnings');
	}
	if (walls.length === 0) console.log('No offerwalls yet.');
	return 0;
}

export async function printCallbackUrl(deps: PrintDeps, [wallId]: readonly string[]): Promise<number> {
	const walls = wallsToPrint(deps);
	const wall = walls.find(({ id }) => id === wallId);
	if (!wall) throw new WrongUse(`Unknown offerwall: ${wallId}. Choose one of: ${walls.map(({ id }) => id).join(', ')}`);
	console.log(callbackUrl(wall, deps.config.publicUrl));
	const bans = banCallbackUrl(wall, deps.config.publicUrl);
	if (bans) console.log(bans);
	return 0;
}

export async function importOfferwallsHere(deps: ImportDeps, [path = '']: readonly string[]): Promise<number> {
	const ids = await importOfferwalls(deps, readWallsFile(path, path));
	console.log(ids.length > 0 ? `Imported: ${ids.join(', ')}.` : 'Nothing changed since the last import.');
	return 0;
}

/** Saves the new key before using it, so that a crash loses nothing. */
export async function rotateSecretsKeyHere(deps: Dependencies): Promise<number> {
	const { config, secretBox: from } = deps;
	const key = randomBytes(KEY_BYTES).toString('base64url');
	const to = createSecretBox(key);
	const file = config.secretsKey === undefined ? keyFile(config.dataDir, 'SECRETS_KEY') : undefined;
	if (file) await writeFile(`${file}.next`, `${key}\n`, { mode: 0o600, flush: true });
	else console.log(`SECRETS_KEY=${key}`);
	const proposals: Parameters<typeof rotateSecretsKey>[1]['proposals'] = {
		async select(tx) {
			await resealCodes(tx, { from, to });
			const sealed = (await lockSettings(tx)).get(secretSetting);
			const channels = sealed === undefined ? [] : [{ id: secretSetting, wall: secretSetting, sealed }];
			return [...(await selectSealedProposals(tx)), ...channels];
		},
		update: (tx, id, sealed) =>
			id === secretSetting ? storeSetting(tx, id, sealed) : updateSealedProposal(tx, id, sealed),
	};
	return runAction(async () => {
		const count = await rotateSecretsKey(deps, { from, to, proposals }, atTheMachine);
		if (file) await rename(`${file}.next`, file);
		const where = file ? `It's stored in ${file}.` : 'Set the SECRETS_KEY printed above on every node.';
		return `Re-encrypted ${count} offerwalls. Key ${to.keyId} replaces key ${from.keyId}. ${where} Restart every node. Until then you can't save offerwalls.`;
	});
}
