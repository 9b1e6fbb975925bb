import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type FakeBucket, startFakeBucket } from '../../../test/sites/fake-bucket.ts';
import { testFolder } from '../../../test/support/contents-of.ts';
import { type BackupStore, createBucketStore, createFolderStore, MissingFile } from './backup-store.ts';

const folder = testFolder();
let bucket: FakeBucket;
beforeAll(async () => {
	bucket = await startFakeBucket();
	await writeFile(join(folder, 'file'), 'contents');
});
afterAll(() => bucket.close());

const stores: [string, () => BackupStore][] = [
	['a folder', () => createFolderStore(join(folder, 'store'))],
	['a bucket', () => createBucketStore(bucket.settings)],
];

describe.each(stores)('%s', (_, open) => {
	test('returns stored files, lists them sorted across pages and removes them', async () => {
		const store = open();
		const file = join(folder, 'file');
		expect(await store.list('')).toEqual([]);
		for (const name of ['b/5', 'b/2', 'a/1', 'b/3', 'b/4']) await store.put(name, file);
		expect(await text(await store.read('b/3'))).toBe('contents');
		expect((await store.list('b/')).map(({ name }) => name)).toEqual(['b/2', 'b/3', 'b/4', 'b/5']);
		expect(await store.list('a')).toEqual([{ name: 'a/1', bytes: 8 }]);
		await store.remove('b/3');
		await store.remove('b/3');
		await expect(store.read('b/3')).rejects.toThrow(MissingFile);
	});
});

test('a folder without its last complete file is removed, also if a killed backup left a half file', async () => {
	const store = createFolderStore(join(folder, 'killed'));
	await store.put('night/1', join(folder, 'file'));
	await writeFile(join(folder, 'killed/night/2.half-0a1b2c3d'), 'cont');
	await store.remove('night/1');
	expect(await readdir(join(folder, 'killed'))).toEqual([]);
});

test('retries a busy bucket, and reports a refusing or unreachable bucket without its keys', async () => {
	bucket.failNext(2);
	expect(await createBucketStore(bucket.settings).list('a')).toHaveLength(1);
	const wrong = createBucketStore({ ...bucket.settings, secretAccessKey: 'wrong' });
	await expect(wrong.list('')).rejects.toThrow(/^Couldn't list files in the bucket .*: 403 SignatureDoesNotMatch/);
	const unavailableStore = createBucketStore({ ...bucket.settings, endpoint: 'http://127.0.0.1:1' });
	await expect(unavailableStore.put('x', join(folder, 'file'))).rejects.toThrow("Couldn't reach");
});
