import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { type BackedUpSite, openBackedUpSite } from '../../test/sites/backed-up-site.ts';
import { flipByte } from '../../test/support/flip-byte.ts';
import { encryptBackup, readIdentity } from './encryption.ts';
import { listBackups } from './layout.ts';
import { type Manifest, writeManifest } from './manifest.ts';
import { createFolderStore } from './stores/backup-store.ts';
import { takeBackup } from './take-backup.ts';
import { verifyBackup } from './verify-backup.ts';

let site: BackedUpSite;
let folder: string;
let manifest: Manifest;
let acknowledged: number;

beforeAll(async () => {
	site = await openBackedUpSite();
	folder = join(site.folder, 'backups');
	const load = site.startLoad(4);
	await vi.waitFor(() => expect(load.acknowledged()).toBeGreaterThan(20));
	acknowledged = load.acknowledged();
	manifest = await takeBackup(site.source, createFolderStore(folder), site);
	await load.stop();
});
afterAll(() => site?.close());

async function copyOf(from = folder) {
	const copy = await mkdtemp(join(site.folder, 'copy-'));
	await cp(from, copy, { recursive: true });
	return copy;
}

async function verify(at: string, identityFile?: string) {
	const decrypt = identityFile === undefined ? undefined : await readIdentity(identityFile);
	return verifyBackup({ store: createFolderStore(at), decrypt, scratchParent: site.scratchFolder });
}

async function find(at: string, name: RegExp): Promise<string> {
	const files = await readdir(at, { recursive: true });
	const found = files.find((file) => name.test(file));
	if (found === undefined) throw new Error(`no ${name} in ${files.join(', ')}`);
	return join(at, found);
}

test('a backup under load passes the verification and contains everything acknowledged before', async () => {
	expect(manifest.transfers).toBeGreaterThanOrEqual(acknowledged);
	expect(manifest.secrets_not_included.map(({ secret }) => secret)).toContain('AUTH_SECRET');
	const certificate = await verify(folder);
	expect(certificate).toMatchObject({ problems: [], transfers: manifest.transfers, decrypted: false });
	expect(Object.keys(certificate.totals).sort()).toEqual(['partner:w', 'wallet']);
	expect((await readdir(join(folder, manifest.site, 'certificates'))).length).toBe(1);
	expect(await readdir(site.scratchFolder)).toEqual([]);
});

test.each([
	['a flipped byte in a part', flipByte, /part-0001/, /was changed|is damaged/],
	['a flipped byte in the WAL', flipByte, /wal\/.*\.gz$/, /was changed/],
	['a flipped byte in the manifest', flipByte, /manifest\.json$/, /manifest\.json/],
	['a missing part', rm, /part-0002/, /is missing/],
	['a missing WAL segment', rm, /wal\/.*\.gz$/, /is missing/],
] as const)('%s fails the verification', async (_, spoil, name, problem) => {
	const copy = await copyOf();
	await spoil(await find(copy, name));
	expect((await verify(copy)).problems).toEqual([expect.stringMatching(problem)]);
});

test('differing totals fail the verification', async () => {
	const copy = await copyOf();
	const backup = `${manifest.site}/backups/${manifest.name}`;
	await writeManifest(createFolderStore(copy), backup, { ...manifest, totals: { ...manifest.totals, wallet: '1' } });
	expect((await verify(copy)).problems).toEqual([expect.stringContaining('The totals are')]);
});

test('rejects a truncated backup', async () => {
	const copy = await copyOf();
	await rm(await find(copy, /manifest\.json$/));
	expect(await listBackups(createFolderStore(copy))).toEqual([]);
	await expect(verify(copy)).rejects.toThrow('No complete backup in');
});

test('an encrypted backup is verified only with its identity and contains no readable files', async () => {
	const identity = await generateIdentity();
	const encrypted = join(site.folder, 'encrypted');
	const recipient = await identityToRecipient(identity);
	const store = createFolderStore(encrypted);
	await encryptBackup({ store: createFolderStore(folder), manifest }, { store, recipient, ...site });
	const [right, wrong] = [join(site.folder, 'right.txt'), join(site.folder, 'wrong.txt')];
	await writeFile(right, `# created: today\n${identity}\n`);
	await writeFile(wrong, await generateIdentity());

	expect(await verify(encrypted, right)).toMatchObject({ problems: [], decrypted: true });
	expect((await verify(encrypted, wrong)).problems).toEqual([expect.stringContaining("Couldn't decrypt the backup")]);
	expect((await verify(encrypted)).problems).toEqual([expect.stringContaining('--identity')]);
	const names = await readdir(encrypted, { recursive: true });
	expect(names.filter((name) => /\.(gz|tar)$/.test(name))).toEqual([]);
});
