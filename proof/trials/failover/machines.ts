import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, glob, mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { choosePostgresUser } from '../../../server/lib/postgres/programs.ts';
import type { LinkedPostgres } from '../../../test/sites/real-server.ts';
import { sendSignal } from '../../../test/sites/run-folder/clear-folder.ts';
import { socketFolderOf } from '../../../test/support/socket-folder-of.ts';

const run = promisify(execFile);
const POLL_MS = 20;
const OUTPUT_CHUNKS_MAX = 400;
const NETWORK = '10.77.0';
const MACHINES_NETWORK = `${NETWORK}.0/24`;
const BRIDGE = 'lootpass';
const programs = { ip: 'ip', unshare: 'unshare', nsenter: 'nsenter', setpriv: 'setpriv' };

/** Processes in their own network namespace, connected by one switch. */
type Machine = {
	readonly address: string;
	start(
		command: readonly string[],
		options?: { user?: { uid: number; gid: number }; env?: Record<string, string> },
	): void;
	kill(): Promise<void>;
	freeze(): Promise<void>;
	thaw(): Promise<void>;
	/** Drops all packets without an error. */
	cutOff(): Promise<void>;
	join(): Promise<void>;
	inside(...command: string[]): Promise<string>;
	output(): string;
};

async function machinesAreMissing(): Promise<string | undefined> {
	if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'root on Linux';
	for (const program of Object.values(programs)) if (!(await findProgram(program))) return program;
	return undefined;
}

async function openMachines(opened: AsyncDisposableStack, count: number): Promise<Machine[]> {
	const inSwitch = await openNetwork(opened);
	await inSwitch('ip', 'link', 'add', BRIDGE, 'type', 'bridge');
	await inSwitch('ip', 'link', 'set', BRIDGE, 'up');
	const machines: Machine[] = [];
	for (let index = 1; index <= count; index += 1) machines.push(await openMachine(opened, inSwitch, index));
	return machines;
}

function findProgram(name: string): Promise<string | undefined> {
	return run('which', [name], { env: { PATH: `${process.env.PATH}:/usr/sbin:/sbin` } }).then(
		({ stdout }) => stdout.trim(),
		() => undefined,
	);
}

type InNetwork = ((...command: string[]) => Promise<string>) & { readonly pid: number };

/** A sleeping process keeps the namespace alive. */
async function openNetwork(opened: AsyncDisposableStack): Promise<InNetwork> {
	const holder = spawn(programs.unshare, ['--net', 'sleep', 'infinity'], { stdio: 'ignore' });
	opened.defer(() => void holder.kill('SIGKILL'));
	const pid = holder.pid ?? 0;
	const ours = await networkOf(process.pid);
	while ((await networkOf(pid)) === ours) await sleep(POLL_MS);
	const inside = async (...command: string[]) =>
		(await run(programs.nsenter, ['--target', String(pid), '--net', ...command])).stdout;
	await inside('ip', 'link', 'set', 'lo', 'up');
	return Object.assign(inside, { pid });
}

async function openMachine(opened: AsyncDisposableStack, inSwitch: InNetwork, index: number): Promise<Machine> {
	const inside = await openNetwork(opened);
	const port = `port${index}`;
	const address = `${NETWORK}.${index}`;
	await inSwitch('ip', 'link', 'add', port, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(inside.pid));
	await inSwitch('ip', 'link', 'set', port, 'master', BRIDGE, 'up');
	await inside('ip', 'address', 'add', `${address}/24`, 'dev', 'eth0');
	await inside('ip', 'link', 'set', 'eth0', 'up');
	const network = await networkOf(inside.pid);
	const output: string[] = [];
	const started = new Set<number>();

	/** Repeats, because a program may start another process meanwhile. */
	async function signalAll(signal: NodeJS.Signals): Promise<void> {
		const signalled = new Set<number>([inside.pid]);
		for (;;) {
			const pids = (await processesOf(network)).filter((pid) => !signalled.has(pid));
			if (pids.length === 0) return;
			// Parents first, so that they cannot react to a child's exit.
			pids.sort((a, b) => Number(started.has(b)) - Number(started.has(a)));
			for (const pid of pids) sendSignal(pid, signal);
			if (signal !== 'SIGKILL') for (const pid of pids) signalled.add(pid);
			else await sleep(POLL_MS);
		}
	}

	opened.defer(() => signalAll('SIGKILL'));
	return {
		address,
		start(command, { user, env = {} } = {}) {
			const lesser = user ? [programs.setpriv, `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : [];
			const args = ['--target', String(inside.pid), '--net', ...lesser, ...command];
			const { PATH = '', TMPDIR = '/tmp' } = process.env;
			const child = spawn(programs.nsenter, args, { env: { PATH, TMPDIR, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
			if (child.pid) started.add(child.pid);
			collectOutput(child, output);
		},
		kill: () => signalAll('SIGKILL'),
		freeze: () => signalAll('SIGSTOP'),
		thaw: () => signalAll('SIGCONT'),
		cutOff: async () => void (await inSwitch('ip', 'link', 'set', port, 'nomaster')),
		join: async () => void (await inSwitch('ip', 'link', 'set', port, 'master', BRIDGE)),
		inside,
		output: () => output.join(''),
	};
}

function collectOutput(child: ChildProcess, output: string[]): void {
	for (const stream of [child.stdout, child.stderr]) {
		stream?.setEncoding('utf8').on('data', (chunk: string) => {
			output.push(chunk);
			output.splice(0, output.length - OUTPUT_CHUNKS_MAX);
		});
	}
	child.on('error', ({ message }) => output.push(message));
}

async function processesOf(network: string): Promise<number[]> {
	const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
	const networks = await Promise.all(pids.map((pid) => networkOf(pid)));
	return pids.filter((_, index) => networks[index] === network);
}

/** Returns '' for an ended process. */
const networkOf = (pid: number): Promise<string> => readlink(`/proc/${pid}/ns/net`).catch(() => '');

const DEPLOY = join(import.meta.dirname, '../../../deploy');
const MAKE_ROLES = join(DEPLOY, 'make-roles.sh');
const BLANK = /\$\{(\w+)\}/g;
const START_TIMEOUT_MS = 120_000;
const CLUSTER_POLL_MS = 500;
const names = ['one', 'two', 'three'] as const;

export type DatabaseMachine = Machine & {
	/** Bypasses HAProxy. */
	readonly directUrl: string;
	boot(): void;
};

export type Cluster = LinkedPostgres & {
	readonly machines: readonly [DatabaseMachine, DatabaseMachine];
	/** Waits for a synchronous standby and returns the primary's index. @throws Error after two minutes. */
	untilWhole(): Promise<0 | 1>;
};

export async function clusterIsMissing(): Promise<string | undefined> {
	const missing = [(await postgresPrograms()) ? '' : 'postgresql'];
	for (const name of ['patroni', 'etcd', 'etcdctl', 'haproxy']) missing.push((await findProgram(name)) ? '' : name);
	const packages = missing.filter(Boolean).map((name) => (name.startsWith('etcd') ? 'etcd-server etcd-client' : name));
	if (packages.length > 0) return `apt-get install ${[...new Set(packages)].join(' ')} (Debian)`;
	return machinesAreMissing();
}

export async function startCluster(opened: AsyncDisposableStack): Promise<Cluster> {
	const folder = await mkdtemp(join(tmpdir(), 'cluster-'));
	opened.defer(() => rm(folder, { recursive: true, force: true }));
	await chmod(folder, 0o755);
	const machines = await openMachines(opened, names.length);
	const [first, second, third] = machines as [Machine, Machine, Machine];
	const password = () => randomBytes(16).toString('hex');
	const shared = {
		ONE: first.address,
		TWO: second.address,
		THREE: third.address,
		NETWORK: MACHINES_NETWORK,
		PROGRAMS: (await postgresPrograms()) ?? '',
		SUPERUSER_PASSWORD: password(),
		REPLICATION_PASSWORD: password(),
		REWIND_PASSWORD: password(),
	};
	const prepared = await Promise.all(
		machines.map((machine, index) => prepare(machine, names[index] ?? '', folder, shared)),
	);
	for (const { boot } of prepared) boot();
	const databases = prepared.slice(0, 2) as unknown as Cluster['machines'];
	const door = join(folder, 'door');
	await mkdir(door);
	const socketPath = join(door, '.s.PGSQL.5432');
	const balancer = join(folder, 'database.cfg');
	await writeFile(balancer, await filledIn('haproxy/database.cfg', { ...shared, DOOR: `unix@${socketPath}` }));
	third.start([(await findProgram('haproxy')) ?? '', '-db', '-f', balancer]);

	const untilWhole = async (): Promise<0 | 1> => {
		const deadline = performance.now() + START_TIMEOUT_MS;
		for (;;) {
			const [leader, sync] = await Promise.all([inEtcd(third, 'leader'), inEtcd(third, 'sync')]);
			if (isWhole(leader, sync)) return leader === 'one' ? 0 : 1;
			if (performance.now() > deadline)
				throw new Error(`not whole: ${leader}, ${sync}\n${first.output()}\n${second.output()}`);
			await sleep(CLUSTER_POLL_MS);
		}
	};
	const passwords = { APP_PASSWORD: password(), OWNER_PASSWORD: password() };
	await makeRoles(databases[await untilWhole()].directUrl, passwords, shared.PROGRAMS);
	const url = (role: string, secret: string) =>
		`postgres://${role}:${secret}@/lootpass?host=${encodeURIComponent(door)}&port=5432`;
	return {
		machines: databases,
		untilWhole,
		appUrl: url('lootpass_server', passwords.APP_PASSWORD),
		ownerUrl: url('lootpass_owner', passwords.OWNER_PASSWORD),
		socketPath,
		kill: async () => databases[await untilWhole()].kill(),
		start: async () => {},
		stop: async () => {},
	};
}

/** Returns whether a standby would take over with every acknowledged commit, by Patroni's values in etcd. */
function isWhole(leader: string, sync: string): boolean {
	if (!leader || !sync) return false;
	const { leader: syncLeader, sync_standby: standby } = JSON.parse(sync);
	return syncLeader === leader && Boolean(standby) && standby !== leader;
}

async function prepare(
	machine: Machine,
	name: string,
	folder: string,
	shared: Record<string, string> & { SUPERUSER_PASSWORD: string },
): Promise<DatabaseMachine> {
	const user = await choosePostgresUser(folder);
	const state = join(folder, name);
	await mkdir(state, { mode: 0o700 });
	const commands: string[][] = [];
	const own = { ...shared, NAME: name, ADDRESS: machine.address };
	for (const [program, option] of [['etcd', '--config-file'], ...(name === 'three' ? [] : [['patroni']])] as const) {
		const file = join(state, `${program}.yml`);
		const STATE = program === 'etcd' ? join(state, 'etcd') : state;
		await writeFile(file, await filledIn(`database/${program}.yml`, { ...own, STATE }));
		commands.push([(await findProgram(program)) ?? '', ...(option ? [option] : []), file]);
		if (user) await chown(file, user.uid, user.gid);
	}
	if (user) await chown(state, user.uid, user.gid);
	return {
		...machine,
		directUrl: `postgres://postgres:${shared.SUPERUSER_PASSWORD}@/postgres?host=${encodeURIComponent(state)}&port=5432`,
		boot() {
			for (const command of commands) machine.start(command, { ...(user && { user }), env: { HOME: state } });
		},
	};
}

async function makeRoles(url: string, passwords: Record<string, string>, programs: string): Promise<void> {
	const { password } = new URL(url.replace('@/', '@localhost/'));
	const server = { PGHOST: socketFolderOf(url), PGPASSWORD: password };
	const env = { PATH: `${programs}:${process.env.PATH}`, ...server, ...passwords };
	await run(join(programs, 'createdb'), ['--username', 'postgres', 'lootpass'], { env });
	await run('sh', [MAKE_ROLES], { env });
}

/** Returns '' if there is no value or etcd does not respond. */
async function inEtcd({ inside, address }: Machine, key: string): Promise<string> {
	const etcdctl = (await findProgram('etcdctl')) ?? '';
	const options = ['--total-timeout=2s', '--no-sync', `--endpoints=http://${address}:2379`];
	// Without a quorum, a machine that just came back returns an old value.
	return inside('env', 'ETCDCTL_API=2', etcdctl, ...options, 'get', '--quorum', `/service/lootpass/${key}`).then(
		(answer) => answer.trim(),
		() => '',
	);
}

async function postgresPrograms(): Promise<string | undefined> {
	const found: string[] = [];
	for await (const folder of glob('/usr/lib/postgresql/*/bin')) found.push(folder);
	return found.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
}

/** Fills in a file of `deploy/` like an operator, so that trials test the shipped file. */
async function filledIn(file: string, values: Readonly<Record<string, string>>): Promise<string> {
	const text = await readFile(join(DEPLOY, file), 'utf8');
	return text.replace(BLANK, (_, name: string) => {
		const value = values[name];
		if (value === undefined) throw new Error(`nothing to fill in for ${name}`);
		return value;
	});
}
