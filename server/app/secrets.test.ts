import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { provideSecret } from '../lib/secret-file.ts';
import { loadConfig } from './config.ts';
import { provideSecrets } from './secrets.ts';

let dataDir: string;

beforeEach(async () => {
	dataDir = await mkdtemp(join(tmpdir(), 'lootpass-secrets-'));
});

afterEach(() => rm(dataDir, { recursive: true, force: true }));

test('secrets are generated once and readable by us only', async () => {
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

test('what the operator set is taken as it is and not written down', async () => {
	const env = {
		DATA_DIR: dataDir,
		AUTH_SECRET: 'mine',
		MEMORY_KEY: 'my key',
		SECRETS_KEY: 'my other key',
		PROOF_KEY: 'my third key',
		ADMIN_PASSWORD: 'mine too',
		SANDBOX: 'off',
	};
	expect(await provideSecrets(loadConfig(env))).toMatchObject({
		authSecret: 'mine',
		memoryKey: 'my key',
		secretsKey: 'my other key',
		proofKey: 'my third key',
		adminPassword: 'mine too',
	});
	expect(await readdir(dataDir)).toEqual([]);
});

test('starts at the same moment agree on one secret and leave no half file', async () => {
	const file = join(dataDir, 'new/secret');
	const secrets = await Promise.all(Array.from({ length: 20 }, () => provideSecret(file)));
	expect(new Set(secrets).size).toBe(1);
	expect(await readdir(join(dataDir, 'new'))).toEqual(['secret']);
});

test('a folder that cannot be written and an empty file are one line each', async () => {
	await writeFile(join(dataDir, 'file'), '');
	await expect(provideSecret(join(dataDir, 'file/secret'))).rejects.toThrow(
		/^The data folder .* cannot be written: a file of that name is in the way\. Give it to this user, or set DATA_DIR/,
	);
	await expect(provideSecret(join(dataDir, 'file'))).rejects.toThrow('is empty. Remove it');
});
