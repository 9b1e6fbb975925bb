import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { copyPreparedData } from '../../../test/sites/backed-up-site.ts';
import { execute } from '../../../test/support/execute.ts';
import { socketFolderOf } from '../../../test/support/socket-folder-of.ts';
import {
	canRunUnprivileged,
	isRoot,
	killStarter,
	postmasterPid,
	startElsewhere as startPostgresElsewhere,
	stopOrphan,
	UNPRIVILEGED,
} from '../../../test/support/start-elsewhere.ts';
import { type EmbeddedPostgres, findService, startEmbeddedPostgres } from './embedded-postgres.ts';
import { canRun, choosePostgresUser, providePrograms } from './programs.ts';
import { findProcess } from './running-process.ts';

const PROGRAM = join(import.meta.dirname, '../../../test/programs/start-postgres.ts');
const run = promisify(execFile);
const starters = [
	{ who: isRoot ? 'root' : 'an ordinary user', user: undefined },
	...(canRunUnprivileged ? [{ who: 'an ordinary user', user: UNPRIVILEGED }] : []),
];

let scratch: string;
let folder: string;
let children: ChildProcess[];
let servers: EmbeddedPostgres[];

beforeEach(async () => {
	scratch = await mkdtemp(join(tmpdir(), 'lootpass-embedded-'));
	folder = scratch;
	children = [];
	servers = [];
});

afterEach(async () => {
	for (const server of servers) await server.stop();
	for (const child of children) await killStarter(child);
	await stopOrphan(folder);
	await rm(scratch, { recursive: true, force: true });
});

async function start(options: { durable?: boolean; signal?: AbortSignal } = {}) {
	const server = await startEmbeddedPostgres({ dataDir: folder, log: () => {}, durable: false, ...options });
	servers.push(server);
	return server;
}

async function startElsewhere(user?: { uid: number; gid: number }) {
	const started = await startPostgresElsewhere(folder, user);
	children.push(started.child);
	return started;
}

async function useCreated(user?: { uid: number; gid: number }) {
	await copyPreparedData(folder);
	if (user) await run('chown', ['-R', `${user.uid}:${user.gid}`, folder]);
}

async function writePidFile(pid: number, socketFolder = '/tmp/elsewhere') {
	const file = join(folder, 'postgres/data/postmaster.pid');
	await writeFile(file, `${pid}\n/somewhere\n1\n5432\n${socketFolder}\n\n0 0\nready   \n`);
	return file;
}

test('the server is durable and has no TCP port; its data survives a stop, which leaves no process and no socket', async () => {
	const first = await start({ durable: true });
	expect(first.version).toMatch(/^18\./);
	const setting = (name: string) => execute(first.superuserUrl, `show ${name}`).then(([row]) => row?.[name]);
	const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', data_checksums: 'on' };
	const settings = { ...durable, autovacuum: 'on', server_encoding: 'UTF8', listen_addresses: '' };
	for (const [name, value] of Object.entries(settings)) expect(await setting(name), name).toBe(value);
	expect(await execute(first.superuserUrl, `select lower('ÄŽ') as lower`)).toEqual([{ lower: 'äž' }]);
	await execute(first.ownerUrl, 'create table kept as select 42 as answer');
	const pid = await postmasterPid(folder);
	await first.stop();
	expect(await findProcess(pid ?? 0)).toBeUndefined();
	await expect(stat(socketFolderOf(first.ownerUrl))).rejects.toThrow('ENOENT');

	const second = await start({ durable: true });
	expect(await execute(second.ownerUrl, 'select answer from kept')).toEqual([{ answer: 42 }]);
});

test('requires a password that only our user can read, and gives the application a login without ownership', async () => {
	await useCreated();
	const { ownerUrl, appUrl } = await start();
	await expect(execute(ownerUrl.replace(/:[0-9a-f]{64}@/, ':wrong@'), 'select 1')).rejects.toThrow('password');
	expect((await stat(join(folder, 'postgres/secret'))).mode & 0o777).toBe(0o600);
	expect(dirname(socketFolderOf(ownerUrl))).toBe(join(folder, 'postgres/data'));
	expect((await stat(socketFolderOf(ownerUrl))).mode & 0o777).toBe(0o700);
	await expect(execute(appUrl, 'create table public.mine ()')).rejects.toThrow('permission denied');
	await expect(execute(appUrl, 'set role lootpass_owner')).rejects.toThrow('permission denied');
});

describe.each(starters)('a server started by $who', ({ user }) => {
	beforeEach(async () => {
		if (user) await chown(folder, user.uid, user.gid);
	});

	test('the start after a killed one takes over or recovers, without losing committed data', async () => {
		await useCreated(user);
		const killed = await startElsewhere(user);
		await execute(killed.ownerUrl, 'create table kept as select 42 as answer');
		await killStarter(killed.child);
		const orphan = await postmasterPid(folder);
		expect((await findProcess(orphan ?? 0))?.program).toBe('postgres');

		const next = await startElsewhere(user);
		expect(next.refusal).toBeUndefined();
		expect(await findProcess(orphan ?? 0)).toBeUndefined();
		await expect(stat(socketFolderOf(killed.ownerUrl))).rejects.toThrow('ENOENT');
		expect(await execute(next.ownerUrl, 'select answer from kept')).toEqual([{ answer: 42 }]);

		await execute(next.ownerUrl, 'update kept set answer = 43');
		const pid = (await postmasterPid(folder)) ?? 0;
		await killStarter(next.child);
		process.kill(pid, 'SIGKILL');
		const last = await startElsewhere(user);
		expect(last.refusal).toBeUndefined();
		expect(await execute(last.ownerUrl, 'select answer from kept')).toEqual([{ answer: 43 }]);
	});

	test('the start after one killed during database creation succeeds', async () => {
		const child = spawn(process.execPath, [PROGRAM, folder], { ...user, stdio: 'ignore' });
		children.push(child);
		const home = join(folder, 'postgres');
		const isHalf = async () => (await readdir(home).catch(() => [])).some((name) => name.startsWith('data.new-'));
		while (!(await isHalf())) await sleep(5);
		await sleep(50);
		await killStarter(child);
		expect(await isHalf()).toBe(true);

		expect((await startElsewhere(user)).refusal).toBeUndefined();
		expect(await isHalf()).toBe(false);
		const names = await readdir(join(home, 'data'));
		expect(names.filter((name) => name.startsWith('socket-'))).toHaveLength(1);
	});

	test('refuses a second start on the same data and keeps the first running; SIGTERM stops starter and server', async () => {
		await useCreated(user);
		const first = await startElsewhere(user);
		const second = await startElsewhere(user);
		expect(second.refusal).toMatch(`Process ${first.child.pid} (start-postgres.ts as `);
		expect(second.refusal).toContain(`) is using the database in ${folder}.`);
		expect(await execute(first.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
		await killStarter(first.child, 'SIGTERM');
		expect(first.child.exitCode).toBe(0);
		expect(await postmasterPid(folder)).toBeUndefined();
	});

	test('exactly one of two concurrent starts on an empty folder succeeds', async () => {
		const both = await Promise.all([startElsewhere(user), startElsewhere(user)]);
		const refusals = both.map((one) => one.refusal).filter((refusal) => refusal !== undefined);
		expect(refusals).toEqual([expect.stringContaining('is using the database in')]);
		expect(await readdir(join(folder, 'postgres'))).not.toContainEqual(expect.stringMatching(/^data\.new-/));
	});

	test('a path too long for a socket address works for starts and commands, and a failed start explains why', async () => {
		folder = join(folder, 'x'.repeat(100));
		await mkdir(folder);
		await useCreated(user);
		const { child, refusal } = await startElsewhere(user);
		expect(refusal).toBeUndefined();
		const { ownerUrl = '' } = (await findService(folder)) ?? {};
		expect(await execute(ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
		expect(socketFolderOf(ownerUrl)).toMatch(/^\/proc\/self\/fd\//);
		await killStarter(child, 'SIGTERM');
		await writeFile(join(folder, 'postgres/secret'), 'replaced');
		expect((await startElsewhere(user)).refusal).toContain('The database rejects its own password.');
	});

	test('a crash of the starter leaves no server running', async () => {
		await useCreated(user);
		const { child } = await startElsewhere(user);
		const pid = (await postmasterPid(folder)) ?? 0;
		child.kill('SIGUSR2');
		for (let waited = 0; waited < 5_000 && (await findProcess(pid)); waited += 10) await sleep(10);
		expect(await findProcess(pid)).toBeUndefined();
	});
});

test('starts despite a pid file that names another running program', async () => {
	await useCreated();
	await writePidFile(process.pid);
	await expect(start()).resolves.toBeDefined();
});

test('leaves alone another PostgreSQL that reused the pid', async () => {
	await useCreated();
	const otherFolder = await mkdtemp(join(tmpdir(), 'lootpass-embedded-'));
	await copyPreparedData(otherFolder);
	const other = await startEmbeddedPostgres({ dataDir: otherFolder, log: () => {}, durable: false });
	try {
		await writePidFile((await postmasterPid(otherFolder)) ?? 0);
		await start();
		expect(await execute(other.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
	} finally {
		await other.stop();
		await rm(otherFolder, { recursive: true, force: true });
	}
});

test('refuses a folder whose server has no lock, but answers on the socket of its pid file', async () => {
	await useCreated();
	const older = createServer().listen(join(folder, '.s.PGSQL.5432'));
	const pidFile = await writePidFile(4_194_305, folder);
	await expect(start()).rejects.toThrow('is using the database in');
	expect(await readFile(pidFile, 'utf8')).toContain('4194305');
	older.close();
});

test('an aborted signal stops the start', async () => {
	await useCreated();
	await expect(start({ signal: AbortSignal.abort() })).rejects.toThrow('Stopped while PostgreSQL was starting.');
	expect(await postmasterPid(folder)).toBeUndefined();
});

test.runIf(canRunUnprivileged)('explains in one line a data folder owned by another user', async () => {
	await chmod(folder, 0o755);
	const { refusal } = await startElsewhere(UNPRIVILEGED);
	expect(refusal).toBe(
		`Couldn't write to the data folder ${folder}: permission denied. Change its owner, or set DATA_DIR to another folder.`,
	);
});

test('explains a foreign folder, another version and a lost secret in one line each', async () => {
	const data = join(folder, 'postgres/data');
	await mkdir(data, { recursive: true });
	await writeFile(join(data, 'holiday.jpg'), '');
	await expect(start()).rejects.toThrow(`${data} isn't empty and contains no database.`);

	await writeFile(join(data, 'PG_VERSION'), '16\n');
	await expect(start()).rejects.toThrow(/contains data of PostgreSQL 16 \(ICU \d+\)\. Available: 18\./);

	await rm(join(folder, 'postgres/secret'));
	await expect(start()).rejects.toThrow('secret is missing. Restore it from your backup.');
});

test('explains a failed server start with the end of its log', async () => {
	await useCreated();
	await rm(join(folder, 'postgres/data/global/pg_control'));
	await expect(start()).rejects.toThrow(/^PostgreSQL didn't start: .*pg_control.*\(full log: .*\)$/s);
});

describe.runIf(isRoot)('a folder that only root can enter', () => {
	test('holds the data of a server that runs as another user', async () => {
		await chmod(folder, 0o700);
		const { superuserUrl } = await start();
		expect((await stat(join(folder, 'postgres/data'))).uid).not.toBe(0);
		expect(await execute(superuserUrl, 'show listen_addresses')).toHaveLength(1);
	});

	test('concurrent starts copy the programs once to a folder their user can access', async () => {
		const user = await choosePostgresUser(join(folder, 'none'));
		const closedPackage = join(folder, 'closed');
		await mkdir(join(closedPackage, 'native'), { recursive: true, mode: 0o700 });
		await mkdir(join(closedPackage, 'native/bin'), { mode: 0o700 });
		await writeFile(join(closedPackage, 'package.json'), '{"version":"1.2.3"}');
		await writeFile(join(closedPackage, 'native/bin/postgres'), '', { mode: 0o700 });
		await chmod(folder, 0o755);

		const copies = join(folder, 'copies');
		const both = await Promise.all([0, 1].map(() => providePrograms(join(closedPackage, 'native'), user, copies)));
		expect(both.map((programs) => programs.postgres)).toEqual([
			join(copies, 'postgresql-1.2.3/bin/postgres'),
			join(copies, 'postgresql-1.2.3/bin/postgres'),
		]);
		expect(await canRun(both[0]?.postgres ?? '', UNPRIVILEGED)).toBe(true);
		expect(await readdir(copies)).toEqual(['postgresql-1.2.3']);
	});
});
