import { randomBytes } from 'node:crypto';
import { chmod, chown, glob, mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { choosePostgresUser } from '../../../server/lib/postgres/programs.ts';
import type { LinkedPostgres } from '../../../test/sites/real-server.ts';
import { socketFolderOf } from '../../../test/support/socket-folder-of.ts';
import { findProgram, run } from '../run.ts';
import { MACHINES_NETWORK, type Machine, machinesAreMissing, openMachines } from './machines.ts';

const DEPLOY = join(import.meta.dirname, '../../../deploy');
const MAKE_ROLES = join(DEPLOY, 'make-roles.sh');
const BLANK = /\$\{(\w+)\}/g;
const START_TIMEOUT_MS = 120_000;
const CLUSTER_POLL_MS = 500;
const names = ['one', 'two', 'three'] as const;

export type DatabaseMachine = Machine & { readonly directUrl: string; boot(): void };

export type Cluster = LinkedPostgres & {
	readonly machines: readonly [DatabaseMachine, DatabaseMachine];
	/** Waits for a synchronous standby and returns the primary's index. @throws Error after two minutes. */
	untilWhole(): Promise<0 | 1>;
};

export async function clusterIsMissing(): Promise<string | undefined> {
	const missing = [(await postgresPrograms()) ? '' : 'postgresql'];
	for (const name of ['patroni', 'etcd', 'etcdctl', 'haproxy']) missing.push((await findProgram(name)) ? '' : name);
	const packages = missing.filter(Boolean).map((name) => (name.startsWith('etcd') ? 'etcd-server etcd-client' : name));
	const lacks =
		packages.length > 0 ? `apt-get install ${[...new Set(packages)].join(' ')} (Debian)` : await machinesAreMissing();
	return lacks && `left out: this trial needs ${lacks}. The product does not.`;
}

export async function startCluster(opened: AsyncDisposableStack): Promise<Cluster> {
	const { path: folder } = opened.use(await mkdtempDisposable(join(tmpdir(), 'cluster-')));
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
	await run(join(programs, 'createdb'), ['--username', 'postgres', 'lootpass'], env);
	await run('sh', [MAKE_ROLES], env);
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
