import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openAdminSite, startSite } from '../test/sites/identity-site.ts';
import { capturePrinted } from '../test/support/commands.ts';
import { testFolder } from '../test/support/contents-of.ts';
import { openTestDatabase, waitingStatements } from '../test/support/database.ts';
import { inTransaction } from './lib/db/database.ts';
import {
	importOfferwallsHere,
	printCallbackUrl,
	printOfferwallChecks,
	rotateSecretsKeyHere,
} from './offerwall-commands.ts';
import { lockSavedWalls } from './offerwalls/saved-walls/store-saved-walls.ts';

const database = openTestDatabase();
const dataDir = testFolder();
const site = openAdminSite(database, { env: { DATA_DIR: dataDir } });
const output = capturePrinted();
const printed = () => output.join('\n');
const entry = {
	id: 'kiwi',
	partner: 'kiwiwall',
	name: 'Kiwi',
	secret: 'hush-8Kd02mVqPz',
	pathKey: 'pk-72hQmZ0vTtB3sLwE',
};
const other = { ...entry, id: 'other', name: 'Other', secret: 'else-8Kd02mVqPz' };

function fileOf(entries: unknown): string {
	const file = join(dataDir, `${randomUUID()}.json`);
	writeFileSync(file, typeof entries === 'string' ? entries : JSON.stringify(entries));
	return file;
}
async function importing(entries: unknown): Promise<number> {
	const code = await importOfferwallsHere(site.deps, [fileOf(entries)]);
	await site.deps.wallChanges.refresh();
	return code;
}
const storedKey = () => readFileSync(join(dataDir, 'secrets-key'), 'utf8').trim();
const ids = () => site.deps.walls.map(({ id }) => id);

test('a file is imported completely, once and in order', async () => {
	expect(await importing([other, entry])).toBe(0);
	expect(ids()).toEqual(['other', 'kiwi']);
	expect(await importing([other, entry])).toBe(0);
	expect(output.splice(0)).toEqual(['Imported: other, kiwi.', 'Nothing changed since the last import.']);
	expect(await importing([other, { ...entry, name: 'Another' }])).toBe(0);
	expect(output).toEqual(['Imported: kiwi.']);
	expect(site.deps.wallChanges.find('kiwi')?.name).toBe('Another');
	expect(await importing([entry])).toBe(0);
	expect(await printOfferwallChecks(site.deps)).toBe(0);
	expect(await printCallbackUrl(site.deps, ['kiwi'])).toBe(0);
	expect(printed()).toContain(`/postback/kiwi/${entry.pathKey}`);
});

test('prints walls of OFFERWALLS_FILE that are not imported yet, and rejects a broken file', async () => {
	const at = (entries: unknown) => ({ walls: [], config: { ...site.deps.config, offerwallsFile: fileOf(entries) } });
	expect(await printCallbackUrl(at([entry]), ['kiwi'])).toBe(0);
	expect(printed()).toContain(`/postback/kiwi/${entry.pathKey}`);
	expect(await printOfferwallChecks(at([entry]))).toBe(0);
	expect(printed()).toContain('kiwi (KiwiWall)');
	await expect(printOfferwallChecks(at('[{'))).rejects.toThrow("Couldn't read");
});

test('rotating the key seals all secrets again, and the old key cannot start the site', async () => {
	const ada = await site.admin();
	const payload = { entry: { ...entry, id: 'waiting' }, reason: 'They pay well.' };
	const { proposal: id } = (await site.callAs('adminSaveOfferwall', payload, ada)) as { proposal: string };
	expect(await rotateSecretsKeyHere(site.deps)).toBe(0);
	expect(printed()).toMatch(/Re-encrypted 2 offerwalls\. Key [0-9a-f]{8} replaces key [0-9a-f]{8}/);
	const secretsKey = storedKey();
	expect(printed()).not.toContain(secretsKey);

	await site.deps.wallChanges.refresh();
	expect(site.deps.wallChanges.find('kiwi')?.secret).toBe(entry.secret);
	expect(await site.callAs('adminSaveOfferwall', payload, ada)).toMatchObject({
		details: { reason: 'secrets-key-changed' },
	});
	expect(await rotateSecretsKeyHere(site.deps)).toBe(1);

	await expect(startSite(database, {})).rejects.toThrow(/Wrong SECRETS_KEY: /);
	const again = await startSite(database, { secrets: { secretsKey } });
	expect(again.deps.wallChanges.find('kiwi')?.secret).toBe(entry.secret);
	const ben = await site.admin();
	const approve = { data: { id, decision: 'approve', reason: 'Yes.' } };
	const headers = { authorization: `Bearer ${ben.accessToken}` };
	expect((await again.post('/api/adminDecideProposal', approve, headers)).json().result).toMatchObject({
		state: 'done',
	});
	expect(again.deps.wallChanges.find('waiting')?.secret).toBe(entry.secret);
	await again.close();
});

test('a second rotation that runs at the same time does nothing and does not replace the stored key', async () => {
	const twice = await startSite(database, { env: { DATA_DIR: dataDir }, secrets: { secretsKey: storedKey() } });
	const runs: Promise<number>[] = [];
	await inTransaction(database.app, async (tx) => {
		await lockSavedWalls(tx);
		for (const n of [1, 2]) {
			runs.push(rotateSecretsKeyHere(twice.deps));
			await expect.poll(() => waitingStatements(database.app)).toHaveLength(n);
		}
	});
	expect((await Promise.all(runs)).toSorted()).toEqual([0, 1]);
	await twice.close();
	const after = await startSite(database, { secrets: { secretsKey: storedKey() } });
	expect(after.deps.wallChanges.find('kiwi')?.secret).toBe(entry.secret);
	await after.close();
});
