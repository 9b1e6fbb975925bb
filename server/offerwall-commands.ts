import { randomBytes } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { atTheMachine } from './accounts/with-audit.ts';
import { selectSealedProposals, updateSealedProposal } from './admin/proposals/store-proposals.ts';
import { type Config, readWallsFile } from './app/config.ts';
import type { Dependencies } from './app/dependencies.ts';
import { keyFile } from './app/refused-settings.ts';
import { lockSettings, secretSetting, storeSetting } from './app/site-settings/site-settings.ts';
import { readGivenFile, WrongUse } from './command-line.ts';
import { createSecretBox } from './lib/secrets/secret-box.ts';
import { StartProblem } from './lib/start-problem.ts';
import { type ImportDeps, importOfferwalls } from './offerwalls/saved-walls/import-offerwalls.ts';
import { rotateSecretsKey } from './offerwalls/saved-walls/rotate-secrets-key.ts';
import { banCallbackUrl, callbackUrl, toWalls, type Wall } from './offerwalls/walls/wall.ts';
import { checkOfferwall } from './offerwalls/walls/wall-warnings.ts';
import { runAction } from './staff-commands.ts';
import { resealCodes } from './withdrawals/gift-cards/codes.ts';
import { type CheckedOrder, checkOrders } from './withdrawals/review/payout-review.ts';

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

/** Saves the new key before the commit and under the lock, so that neither a crash nor a second rotation loses it. */
export async function rotateSecretsKeyHere(deps: Dependencies): Promise<number> {
	const { config, secretBox: from } = deps;
	const key = randomBytes(KEY_BYTES).toString('base64url');
	const to = createSecretBox(key);
	const file = config.secretsKey === undefined ? keyFile(config.dataDir, 'SECRETS_KEY') : undefined;
	const saveKey = async () => {
		if (file) await writeFile(`${file}.next`, `${key}\n`, { mode: 0o600, flush: true });
		else console.log(`SECRETS_KEY=${key}`);
	};
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
		const count = await rotateSecretsKey(deps, { from, to, proposals, saveKey }, atTheMachine);
		if (file) await rename(`${file}.next`, file);
		const where = file ? `It's stored in ${file}.` : 'Set the SECRETS_KEY printed above on every node.';
		return `Re-encrypted ${count} offerwalls. Key ${to.keyId} replaces key ${from.keyId}. ${where} Restart every node. Until then you can't save offerwalls.`;
	});
}

const ORDER_ID_MAX = 200;

/** @param operands a file with an order id on each line. @returns 1 if an answer is unclear. */
export async function queryVendorHere(
	{ db, clock, currentVendor: vendor }: Pick<Dependencies, 'db' | 'clock' | 'currentVendor'>,
	[file = '']: readonly string[],
): Promise<number> {
	if (!vendor) throw new StartProblem('No vendor is set up. Set PAYOUT_VENDOR.');
	const checked = await checkOrders({ db, clock, vendor }, await readOrderIds(file));
	for (const { orderId, found, status } of checked) {
		if (found === 'only-there')
			console.log(`${orderId}: only ${vendor.name} has this order (${status}). See Withdrawals in the admin area.`);
		if (found === 'unclear') console.log(`${orderId}: unclear response. Run this command again later.`);
	}
	const count = (found: CheckedOrder['found']) => checked.filter((order) => order.found === found).length;
	console.log(
		`${checked.length} orders: ${count('ours')} known here, ${count('only-there')} only at ${vendor.name}, ${count('unknown')} unknown, ${count('unclear')} unclear.`,
	);
	return count('unclear') === 0 ? 0 : 1;
}

async function readOrderIds(file: string): Promise<string[]> {
	const text = (await readGivenFile(file)).toString();
	const orderIds = [...new Set(text.split(/\r?\n/).map((line) => line.trim()))].filter((line) => line !== '');
	const wrong = orderIds.find((id) => id.length > ORDER_ID_MAX || !/^[\w.:-]+$/.test(id));
	if (wrong !== undefined) throw new StartProblem(`${file} must contain one order ID per line. Invalid line: ${wrong}`);
	return orderIds;
}
