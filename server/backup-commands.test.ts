import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BackedUpSite, lookAtBooks, openBackedUpSite } from '../test/sites/backed-up-site.ts';
import { type FakeBucket, startFakeBucket } from '../test/sites/fake-bucket.ts';
import { typeCommand } from '../test/support/commands.ts';
import { backupCommands } from './backup-commands.ts';
import { siteCommands } from './site-commands.ts';

let site: BackedUpSite;
let bucket: FakeBucket;
let booked: number;

beforeAll(async () => {
	[site, bucket] = await Promise.all([openBackedUpSite(), startFakeBucket()]);
	const load = site.startLoad(2);
	await vi.waitFor(() => expect(load.acknowledged()).toBeGreaterThan(20));
	booked = await load.stop();
});
afterAll(async () => {
	await site?.close();
	await bucket?.close();
});

async function type(line: string, dataDir = site.dataDir, more: NodeJS.ProcessEnv = {}) {
	const { endpoint, bucket: name, prefix, accessKeyId, secretAccessKey } = bucket.settings;
	const env = {
		...{ DATA_DIR: dataDir, BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_BUCKET: name, BACKUP_S3_PREFIX: prefix },
		...{ BACKUP_S3_ACCESS_KEY_ID: accessKeyId, BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey, ...more },
	};
	return typeCommand({ ...backupCommands(env), ...siteCommands(env) }, line);
}

test('a backup in a bucket is verified and restored, and a damaged one is rejected', async () => {
	const taken = await type('backup --to s3');
	expect(taken).toMatchObject({ code: 0, text: expect.stringContaining('verify-backup --from s3') });
	expect([...bucket.files.keys()].every((name) => name.startsWith('of/lootpass/site-'))).toBe(true);
	const proven = await type('verify-backup --from s3');
	expect(proven).toMatchObject({ code: 0, text: expect.stringContaining(`transfers         ${booked} (last: `) });
	const into = join(site.folder, 'from-the-bucket');
	const restored = await type(`restore --from s3 --into ${into}`, join(site.folder, 'nothing-here'));
	expect(restored).toMatchObject({ code: 0, text: expect.stringContaining('RESTORED, and the books balance.') });
	expect(await lookAtBooks(into)).toEqual({ transfers: booked, isOn: false });

	const [part = ''] = [...bucket.files.keys()].filter((name) => name.includes('part-0001'));
	const spoiled = Buffer.from(bucket.files.get(part) ?? '');
	spoiled[spoiled.length >> 1] = (spoiled[spoiled.length >> 1] ?? 0) ^ 1;
	bucket.files.set(part, spoiled);
	const red = await type('verify-backup --from s3');
	expect(red).toMatchObject({ code: 1, text: expect.stringMatching(/NOT PROVEN.*\n.* (was changed|is damaged)/) });
	expect(await type(`restore --from s3 --into ${into}-2`)).toMatchObject({ code: 1 });
	expect(await readdir(`${into}-2`)).toEqual([]);
	const unset = await type('verify-backup --from s3', site.dataDir, { BACKUP_S3_BUCKET: '' });
	expect(unset).toMatchObject({
		code: 1,
		text: expect.stringContaining("The bucket isn't configured. Set BACKUP_S3_ENDPOINT and the other"),
	});
});

test('a running site is exported and imported into another folder', async () => {
	const files = join(site.folder, 'files');
	const other = join(site.folder, 'other');
	expect(await type(`export-site --to ${files}`)).toMatchObject({
		code: 0,
		text: expect.stringContaining(`It contains ${booked} transfers`),
	});
	expect(await type(`import-site --from ${files}`)).toMatchObject({
		code: 1,
		text: expect.stringContaining('The product is running on'),
	});
	await mkdir(other);
	const arrived = await type(`import-site --from ${files}`, other);
	expect(arrived).toMatchObject({ code: 0, text: expect.stringContaining('Payouts are off') });
	expect(await lookAtBooks(other)).toEqual({ transfers: booked, isOn: false });
	expect(await type(`export-site --to ${files}`)).toMatchObject({
		code: 1,
		text: expect.stringContaining("isn't empty"),
	});
	expect(await type('export-site')).toMatchObject({ code: 2, text: expect.stringContaining('Missing --to DIR.') });
	const nowhere = await type(`export-site --to ${files}-2`, join(site.folder, 'nowhere'));
	expect(nowhere).toMatchObject({ code: 1, text: expect.stringContaining('No database in') });
	const own = await typeCommand(siteCommands({ DATABASE_URL: 'postgres://a:b@localhost/c' }), 'upgrade-database');
	expect(own).toEqual({ code: 1, text: expect.stringContaining('your own server (DATABASE_URL)') });
});
