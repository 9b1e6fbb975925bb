import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testFolder } from '../../test/support/contents-of.ts';
import { provideSecret } from '../lib/secrets/secret-file.ts';
import { toWalls } from '../offerwalls/walls/wall.ts';
import { loadConfig, provideSecrets, sandboxWallIds, wallsToImport } from './config.ts';

const folder = testFolder();
let dataDir: string;

beforeEach(async () => {
	dataDir = await mkdtemp(join(folder, 'data-'));
});

test('generates secrets once, readable only by their owner', async () => {
	const first = await provideSecrets(loadConfig({ DATA_DIR: dataDir }));
	const second = await provideSecrets(loadConfig({ DATA_DIR: dataDir }));
	expect(second).toEqual(first);
	expect(first.authSecret).toHaveLength(43);
	expect(first.adminPasswordFile).toBe(join(dataDir, 'admin-password'));
	expect((await readFile(join(dataDir, 'admin-password'), 'utf8')).trim()).toBe(first.adminPassword);
	for (const name of await readdir(dataDir)) expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o600);
	expect(new Set([first.authSecret, first.adminPassword, first.sandboxWallSecret, first.sandboxVendorKey]).size).toBe(
		4,
	);
});

test("uses the operator's secrets without storing them", async () => {
	const keys = { AUTH_SECRET: 'mine', MEMORY_KEY: 'my key', SECRETS_KEY: 'my other key', PROOF_KEY: 'p'.repeat(43) };
	const env = { ...keys, DATA_DIR: dataDir, ADMIN_PASSWORD: 'mine too', SANDBOX: 'off' };
	expect(await provideSecrets(loadConfig(env))).toMatchObject({
		...{ authSecret: 'mine', memoryKey: 'my key', secretsKey: 'my other key', proofKey: keys.PROOF_KEY },
		adminPassword: 'mine too',
	});
	expect(await readdir(dataDir)).toEqual([]);
});

const APP_SECRET = 'Zk3v9Qw1rT7yUi0pAs5dFg8hJk2lXcVb';

test('derives four different keys from APP_SECRET, the same on every node, and stores none of them', async () => {
	const env = { APP_SECRET, ADMIN_PASSWORD: 'mine too', SANDBOX: 'off' };
	const [one, two] = await Promise.all(
		['one', 'two'].map((name) => provideSecrets(loadConfig({ ...env, DATA_DIR: join(dataDir, name) }))),
	);
	expect(one).toEqual(two);
	const names = ['AUTH_SECRET', 'MEMORY_KEY', 'SECRETS_KEY', 'PROOF_KEY'];
	expect(one?.keySources).toEqual(Object.fromEntries(names.map((name) => [name, 'derived'])));
	const keys = [one?.authSecret, one?.memoryKey, one?.secretsKey, one?.proofKey];
	expect(new Set(keys).size).toBe(4);
	for (const key of keys) expect(Buffer.from(key ?? '', 'base64url')).toHaveLength(32);
	expect(await readdir(dataDir)).toEqual([]);
});

test('a site with stored keys keeps them when APP_SECRET is set', async () => {
	await writeFile(join(dataDir, 'auth-secret'), 'the stored one\n');
	const secrets = await provideSecrets(loadConfig({ DATA_DIR: dataDir, APP_SECRET }));
	expect(secrets.authSecret).toBe('the stored one');
	expect(secrets.keySources).toMatchObject({ AUTH_SECRET: 'stored', PROOF_KEY: 'derived' });
});

test('production starts without APP_SECRET only if each key is set or stored', async () => {
	const problemsOf = (env: NodeJS.ProcessEnv) => {
		try {
			loadConfig({ NODE_ENV: 'production', DATA_DIR: dataDir, ...env });
		} catch (error) {
			return (error as Error).message;
		}
	};
	const set = { AUTH_SECRET: APP_SECRET, MEMORY_KEY: APP_SECRET, SECRETS_KEY: APP_SECRET };
	expect(problemsOf(set)).toContain('APP_SECRET is missing');
	await writeFile(join(dataDir, 'proof-key'), 'stored\n');
	expect(problemsOf(set)).not.toContain('APP_SECRET');
});

test('concurrent starts agree on one secret and leave no partial file', async () => {
	const file = join(dataDir, 'new/secret');
	const secrets = await Promise.all(Array.from({ length: 20 }, () => provideSecret(file)));
	expect(new Set(secrets).size).toBe(1);
	expect(await readdir(join(dataDir, 'new'))).toEqual(['secret']);
});

test('explains an unwritable folder and an empty file in one line each', async () => {
	await writeFile(join(dataDir, 'file'), '');
	await expect(provideSecret(join(dataDir, 'file/secret'))).rejects.toThrow(
		/^Couldn't write to the data folder .*: a file with this name exists\. Change its owner, or set DATA_DIR/,
	);
	await expect(provideSecret(join(dataDir, 'file'))).rejects.toThrow('is empty. Delete it to create a new secret.');
});

const secrets = { sandboxWallSecret: 'test-wall-secret' };
const read = (env: Record<string, string>) => wallsToImport(loadConfig(env), secrets);

async function fileOf(text: string): Promise<string> {
	const file = join(folder, 'walls.json');
	await writeFile(file, text);
	return file;
}

test("reads OFFERWALLS_FILE instead of the sandbox's walls", async () => {
	const file = await fileOf('\uFEFF[{ "id": "kiwi" }]');
	expect(read({ OFFERWALLS_FILE: file })).toEqual({ source: `OFFERWALLS_FILE ${file}`, entries: [{ id: 'kiwi' }] });
	expect(read({ OFFERWALLS_FILE: file, ROLE: 'worker' })?.entries).toHaveLength(1);
});

test.each([undefined, '', '[{', '[{ "id": "kiwi", "sec'])('rejects a missing or incomplete file: %j', async (text) => {
	const OFFERWALLS_FILE = text === undefined ? join(folder, 'missing.json') : await fileOf(text);
	expect(() => read({ OFFERWALLS_FILE })).toThrow(/^Couldn't read OFFERWALLS_FILE .*\.json: /);
});

test('without a file, only the node that starts the sandbox gets its walls, identical at each start', () => {
	const file = read({});
	expect(toWalls(file?.entries, 'test').map(({ id }) => id)).toEqual(sandboxWallIds);
	expect(read({})).toEqual(file);
	expect(read({ SANDBOX: 'off' })).toBeUndefined();
	expect(read({ ROLE: 'worker' })).toBeUndefined();
});
