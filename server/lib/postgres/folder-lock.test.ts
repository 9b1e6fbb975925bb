import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { copyPreparedData } from '../../../test/sites/backed-up-site.ts';
import {
	canRunUnprivileged,
	canUnshare,
	type Elsewhere,
	killStarter,
	OTHER_NAMESPACES,
	startElsewhere,
	stopOrphan,
	UNPRIVILEGED,
} from '../../../test/support/start-elsewhere.ts';
import { rowOf, withSession } from '../db/database.ts';
import { isListening } from './control-socket.ts';
import { findService } from './embedded-postgres.ts';
import { lockFolder, takeOver } from './folder-lock.ts';
import { SOCKET_NAME } from './programs.ts';

const run = promisify(execFile);
const folders: string[] = [];
const children: ChildProcess[] = [];
const read = (file: string) => readFile(file, 'utf8').catch(() => '');
const machine = (await read('/etc/machine-id')).trim();
const boot = (await read('/proc/sys/kernel/random/boot_id')).trim();
const holder = { pid: 4711, program: 'main.ts', user: 'lootpass', since: '2026-11-23', host: 'other.example' };

afterAll(async () => {
	for (const child of children) await killStarter(child);
	for (const folder of folders) {
		await stopOrphan(folder);
		await rm(folder, { recursive: true, force: true });
	}
});

async function newFolder(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'lootpass-lock-'));
	folders.push(folder);
	return folder;
}

async function start(folder: string, wrapper: readonly string[] = [], user?: typeof UNPRIVILEGED): Promise<Elsewhere> {
	const started = await startElsewhere(folder, user, wrapper);
	children.push(started.child);
	return started;
}

async function newSite(wrapper: readonly string[] = []): Promise<{ folder: string; child: ChildProcess }> {
	const folder = await newFolder();
	await copyPreparedData(folder);
	const { child, refusal } = await start(folder, wrapper);
	expect(refusal).toBeUndefined();
	return { folder, child };
}

async function isServed(folder: string): Promise<boolean> {
	const service = await findService(folder);
	if (!service) return false;
	const row = await withSession({ url: service.ownerUrl, name: 'test' }, (session) => rowOf(session)`select 1`);
	return row !== undefined;
}

test.runIf(canUnshare).concurrent(
	'a service in other namespaces serves commands and keeps a second service out',
	async () => {
		const { folder, child } = await newSite(OTHER_NAMESPACES);
		expect(await isServed(folder)).toBe(true);
		expect((await stat(join(folder, 'control'))).mode & 0o777).toBe(0o700);
		expect((await stat(join(folder, 'control/.s.PGSQL.5432'))).mode & 0o777).toBe(0o600);
		const before = await readdir(folder, { recursive: true });
		const { refusal } = await start(folder);
		expect(refusal).toMatch(
			/^Process \d+ \(start-postgres\.ts as .*, in another container or namespace on .*\) is using/,
		);
		expect(await readdir(folder, { recursive: true })).toEqual(before);
		expect(await isServed(folder)).toBe(true);
		await killStarter(child);
		while (await findService(folder)) await sleep(10);
		// Its pids are those of the killed service.
		expect((await start(folder, OTHER_NAMESPACES)).refusal).toBeUndefined();
	},
	180_000,
);

test.runIf(canUnshare).concurrent(
	'a service in other namespaces refuses a folder whose server runs outside of them',
	async () => {
		const { folder } = await newSite();
		expect((await start(folder, OTHER_NAMESPACES)).refusal).toContain(`is using the database in ${folder}.`);
		expect(await isServed(folder)).toBe(true);
	},
	180_000,
);

test.runIf(canUnshare).concurrent(
	'an orphaned server in other namespaces keeps the folder until it ends',
	async () => {
		const { folder, child } = await newSite([...OTHER_NAMESPACES, 'sh', '-c', '"$@"; sleep 600', 'sh']);
		child.stdin?.write('end');
		while (await findService(folder)) await sleep(10);
		expect((await start(folder)).refusal).toContain('in another container or namespace');
		await killStarter(child);
		expect((await start(folder)).refusal).toBeUndefined();
		expect(await isServed(folder)).toBe(true);
	},
	180_000,
);

test.runIf(canRunUnprivileged).concurrent(
	'an orphaned server of another user keeps the folder',
	async () => {
		const folder = await newFolder();
		await copyPreparedData(folder);
		await run('chown', ['-R', `${UNPRIVILEGED.uid}:${UNPRIVILEGED.gid}`, folder]);
		const { child } = await start(folder, [], UNPRIVILEGED);
		await killStarter(child);
		await chmod(folder, 0o755);
		const { refusal } = await start(folder, [], { uid: UNPRIVILEGED.uid - 1, gid: UNPRIVILEGED.gid - 1 });
		expect(refusal).toMatch(/^PostgreSQL of the ended process \d+ \(.* as nobody, since .*\) is using the database/);
	},
	180_000,
);

test.each([
	['is damaged', ''],
	['is of a killed process', JSON.stringify({ ...holder, machine: 'elsewhere', boot })],
	['is from before a reboot', JSON.stringify({ ...holder, machine, boot: 'earlier' })],
	['is of an earlier container without a machine id', JSON.stringify({ ...holder, machine: '', boot: 'earlier' })],
])('replaces a lock that %s', async (_, text) => {
	const folder = await newFolder();
	await writeFile(join(folder, 'lock'), text);
	const lock = await lockFolder(folder);
	expect(JSON.parse(await readFile(join(folder, 'lock'), 'utf8'))).toMatchObject({ pid: process.pid, machine, boot });
	expect(await lockFolder(folder)).toBeUndefined();
	await lock?.release();
	expect(await readdir(folder)).toEqual([]);
});

test.runIf(machine !== '')(
	'only a take-over releases the lock of another machine, unless a process holds it',
	async () => {
		const folder = await newFolder();
		await writeFile(join(folder, 'lock'), JSON.stringify({ ...holder, machine: 'elsewhere', boot: 'elsewhere' }));
		const refusal = `The machine other.example uses the data folder ${folder} since 2026-11-23.`;
		await expect(lockFolder(folder)).rejects.toThrow(refusal);
		await expect(lockFolder(folder)).rejects.toThrow('repeat this with --take-over');
		await takeOver(folder);
		const lock = await lockFolder(folder);
		await takeOver(folder);
		expect(await readdir(folder)).toEqual(['lock']);
		await lock?.release();
	},
);

test('a process that ends before it accepts the connection does not listen', async () => {
	const folder = await newFolder();
	const listen = `require('net').createServer().listen(process.argv[1], () => console.log('up'))`;
	const child = spawn(process.execPath, ['-e', listen, join(folder, SOCKET_NAME)]);
	await once(child.stdout, 'data');
	expect(await isListening(folder)).toBe(true);
	child.kill('SIGSTOP');
	const answer = isListening(folder);
	child.kill('SIGKILL');
	// Until then nothing here may read the state of the connection.
	execFileSync('sleep', ['1']);
	expect(await answer).toBe(false);
});
