import { chmod, chown, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseServer, openBundled, type ServerSettings } from './choose-server.ts';
import { newerThan } from './server-report.ts';

const isRoot = process.getuid?.() === 0;
let folder: string;
let debian: string;
let data: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'lootpass-servers-'));
	debian = join(folder, 'debian');
	data = join(folder, 'data');
	await mkdir(data);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A program that only states its version and names the ICU library that it would link. */
async function install(version: string, icu: string, at = join(debian, version.split('.')[0] ?? '')) {
	const programsFolder = join(at, 'bin');
	await mkdir(programsFolder, { recursive: true });
	const script = `#!/bin/sh\n# libicui18n.so.${icu}\necho "postgres (PostgreSQL) ${version} (Debian ${version}-0+deb13u1)"\n`;
	for (const name of ['postgres', 'initdb']) await writeFile(join(programsFolder, name), script, { mode: 0o755 });
	return programsFolder;
}

async function write(major: string, icu?: string) {
	await writeFile(join(data, 'PG_VERSION'), `${major}\n`);
	if (icu) await writeFile(join(data, 'lootpass-build.json'), JSON.stringify({ major, icu }));
}

const choose = (settings: Partial<ServerSettings> = {}) =>
	chooseServer(data, { postgresPrograms: undefined, isProduction: true, ...settings }, debian);

test('knows the newest minor release of each supported version', () => {
	expect(['15.19', '15.20', '17.9', '17.12', '18.4', '18.6', '99.1'].map(newerThan)).toEqual([
		'15.20',
		undefined,
		'17.12',
		undefined,
		'18.6',
		undefined,
		undefined,
	]);
});

test('without an installed server a new production site refuses to start, and other new sites use the bundled one', async () => {
	await expect(choose()).rejects.toThrow('Production needs a PostgreSQL 17 or newer. Install it');
	await mkdir(join(debian, '15/bin'), { recursive: true });
	await expect(choose()).rejects.toThrow('Production needs a PostgreSQL 17 or newer');
	expect(await choose({ isProduction: false })).toEqual(await openBundled());
});

test('a production site keeps the bundled server that it runs on, whether this is recorded or not', async () => {
	const bundled = await openBundled();
	await write(bundled.major);
	expect(await choose()).toEqual(bundled);
	await write(bundled.major, bundled.icu);
	expect(await choose()).toEqual(bundled);
});

test('data of a version that is not available is refused', async () => {
	await write('16', '72');
	await expect(choose()).rejects.toThrow('contains data of PostgreSQL 16 (ICU 72). Available: ');
});

test.each([['bin'], ['/nowhere/bin']])('POSTGRES_PROGRAMS=%s is refused', async (postgresPrograms) => {
	await expect(choose({ postgresPrograms })).rejects.toThrow(
		/^POSTGRES_PROGRAMS can't be used: (it isn't an absolute path|.nowhere.bin has no postgres)\./,
	);
});

describe.runIf(isRoot)('with servers that root installed', () => {
	test('a new site in production gets the newest one, unless POSTGRES_PROGRAMS names another', async () => {
		const programs = await install('17.12', '76');
		await install('19.1', '78');
		await install('9.6.24', '63');
		expect(await choose()).toMatchObject({ version: '19.1', major: '19', icu: '78', nativeFolder: undefined });
		const chosen = await choose({ postgresPrograms: programs });
		expect(chosen).toMatchObject({ version: '17.12', icu: '76', programsFolder: programs });
		expect(await choose({ postgresPrograms: programs, isProduction: false })).toEqual(chosen);
	});

	test('data opens with any minor release of its version, but with no other major or ICU version', async () => {
		await write('17', '76');
		await install('17.13', '76');
		await install('19.1', '78');
		expect(await choose()).toMatchObject({ version: '17.13' });
		const other = await install('17.13', '78', join(folder, 'other'));
		await expect(choose({ postgresPrograms: other })).rejects.toThrow(
			'contains data of PostgreSQL 17 (ICU 76). Available: 17.13 (ICU 78). Install that server or set POSTGRES_PROGRAMS to it, or move the data: upgrade-database.',
		);
		await write('19', '76');
		await expect(choose()).rejects.toThrow('contains data of PostgreSQL 19 (ICU 76). Available: 19.1 (ICU 78)');
	});

	test.each<[string, (programs: string) => Promise<unknown>, string]>([
		['of another owner', (programs) => chown(join(programs, 'postgres'), 65_533, 0), "postgres isn't owned by root."],
		['in a folder of a hidden owner', (programs) => chown(programs, 65_534, 0), 'a user namespace that hides'],
		['that anyone can write', (programs) => chmod(join(programs, 'initdb'), 0o757), 'is writable by others'],
		['in a folder that anyone can write', (programs) => chmod(programs, 0o777), 'is writable by others'],
		['in a folder below one that anyone can write', (programs) => chmod(join(programs, '..'), 0o777), 'writable'],
		['that a group can write', (programs) => chown(programs, 0, 65_534).then(() => chmod(programs, 0o775)), 'writable'],
		['older than 17', () => install('15.20', '72', join(folder, 'own')), 'PostgreSQL 15.20 is older than 17'],
	])('refuses programs %s', async (_, plant, reason) => {
		const programs = await install('17.12', '76', join(folder, 'own'));
		expect(await choose({ postgresPrograms: programs })).toMatchObject({ version: '17.12' });
		await plant(programs);
		await expect(choose({ postgresPrograms: programs })).rejects.toThrow(reason);
		await symlink(programs, join(folder, 'link'));
		await expect(choose({ postgresPrograms: join(folder, 'link') })).rejects.toThrow(reason);
	});
});
