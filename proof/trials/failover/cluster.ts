import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, glob, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { choosePostgresUser } from '../../../server/lib/postgres/programs.ts';
import type { LinkedPostgres } from '../../../test/sites/real-server.ts';
import { filledIn } from '../world/fill-in.ts';
import { findProgram } from '../world/find-program.ts';
import { isWhole } from './is-whole.ts';
import { MACHINES_NETWORK, type Machine, machinesAreMissing, openMachines } from './machines.ts';

const run = promisify(execFile);
const MAKE_ROLES = join(import.meta.dirname, '../../../deploy/make-roles.sh');
const START_TIMEOUT_MS = 120_000;
const POLL_MS = 500;
const names = ['one', 'two', 'three'] as const;

/** A machine of the database: PostgreSQL, Patroni and etcd. */
export type DatabaseMachine = Machine & {
	/** Of this machine's own PostgreSQL, without anything between. */
	readonly straightUrl: string;
	/** Starts what a machine starts by itself. */
	boot(): void;
};

/** Two machines with a PostgreSQL each, of which one is primary, and a third that has a say; HAProxy leads to the primary. */
export type Cluster = LinkedPostgres & {
	readonly machines: readonly [DatabaseMachine, DatabaseMachine];
	/** Waits until one is primary and the other would take over. @returns which. @throws Error after two minutes */
	untilWhole(): Promise<0 | 1>;
};

/** @returns what is not installed here, in words, as a command where there is one. */
export async function clusterIsMissing(): Promise<string | undefined> {
	const missing = [(await postgresPrograms()) ? '' : 'postgresql'];
	for (const name of ['patroni', 'etcd', 'etcdctl', 'haproxy']) missing.push((await findProgram(name)) ? '' : name);
	const packages = missing.filter(Boolean).map((name) => (name.startsWith('etcd') ? 'etcd-server etcd-client' : name));
	if (packages.length > 0) return `apt-get install ${[...new Set(packages)].join(' ')} (Debian)`;
	return machinesAreMissing();
}

/** @param opened ends it. @throws Error when a part of it does not start, with what it said. */
export async function startCluster(opened: AsyncDisposableStack): Promise<Cluster> {
	const folder = await mkdtemp(join(tmpdir(), 'cluster-'));
	opened.defer(() => rm(folder, { recursive: true, force: true }));
	await chmod(folder, 0o755);
	const machines = await openMachines(opened, names.length);
	const [first, second, third] = machines as [Machine, Machine, Machine];
	const password = () => randomBytes(16).toString('hex');
	const superuser = password();
	const [ONE, TWO, THREE] = machines.map(({ address }) => address) as [string, string, string];
	const shared = {
		ONE,
		TWO,
		THREE,
		NETWORK: MACHINES_NETWORK,
		PROGRAMS: (await postgresPrograms()) ?? '',
		SUPERUSER_PASSWORD: superuser,
		REPLICATION_PASSWORD: password(),
		REWIND_PASSWORD: password(),
	};
	const boots = await Promise.all(
		machines.map((machine, index) => prepare(machine, names[index] ?? '', folder, shared)),
	);
	for (const { boot } of boots) boot();
	const databases = [first, second].map((machine, index) => ({ ...machine, ...(boots[index] as Prepared) }));
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
			if (performance.now() > deadline) {
				throw new Error(`not whole: ${leader}, ${sync}\n${first.words()}\n${second.words()}`);
			}
			await sleep(POLL_MS);
		}
	};
	const primary = databases[await untilWhole()] as DatabaseMachine;
	const passwords = { APP_PASSWORD: password(), OWNER_PASSWORD: password() };
	await makeRoles(primary.straightUrl, passwords, shared.PROGRAMS);
	const url = (role: string, secret: string) =>
		`postgres://${role}:${secret}@/lootpass?host=${encodeURIComponent(door)}&port=5432`;
	const killPrimary = async () => databases[await untilWhole()]?.kill();
	return {
		machines: databases as unknown as Cluster['machines'],
		untilWhole,
		appUrl: url('lootpass_server', passwords.APP_PASSWORD),
		ownerUrl: url('lootpass_owner', passwords.OWNER_PASSWORD),
		socketPath,
		kill: async () => void (await killPrimary()),
		start: async () => {},
		stop: async () => {},
	};
}

type Prepared = Pick<DatabaseMachine, 'boot' | 'straightUrl'>;

/** The third has no PostgreSQL. */
async function prepare(
	machine: Machine,
	name: string,
	folder: string,
	shared: Record<string, string> & { SUPERUSER_PASSWORD: string },
): Promise<Prepared> {
	const user = await choosePostgresUser(folder);
	const state = join(folder, name);
	await mkdir(state, { mode: 0o700 });
	const programs: string[][] = [];
	const own = { ...shared, NAME: name, ADDRESS: machine.address };
	for (const [program, option] of [['etcd', '--config-file'], ...(name === 'three' ? [] : [['patroni']])] as const) {
		const file = join(state, `${program}.yml`);
		const STATE = program === 'etcd' ? join(state, 'etcd') : state;
		await writeFile(file, await filledIn(`database/${program}.yml`, { ...own, STATE }));
		programs.push([(await findProgram(program)) ?? '', ...(option ? [option] : []), file]);
		if (user) await chown(file, user.uid, user.gid);
	}
	if (user) await chown(state, user.uid, user.gid);
	const host = encodeURIComponent(state);
	return {
		straightUrl: `postgres://postgres:${shared.SUPERUSER_PASSWORD}@/postgres?host=${host}&port=5432`,
		boot() {
			for (const words of programs) machine.start(words, { ...(user && { user }), env: { HOME: state } });
		},
	};
}

/** As `deploy/compose.yaml` does. */
async function makeRoles(url: string, passwords: Record<string, string>, programs: string): Promise<void> {
	const { searchParams, password } = new URL(url.replace('@/', '@localhost/'));
	const env = {
		PATH: `${programs}:${process.env.PATH}`,
		PGHOST: searchParams.get('host') ?? '',
		PGPASSWORD: password,
		...passwords,
	};
	await run(join(programs, 'createdb'), ['--username', 'postgres', 'lootpass'], { env });
	await run('sh', [MAKE_ROLES], { env });
}

/** @returns what Patroni keeps under this name; nothing when it does not, or etcd does not answer. */
async function inEtcd({ inside, address }: Machine, key: string): Promise<string> {
	const etcdctl = (await findProgram('etcdctl')) ?? '';
	const asked = [
		etcdctl,
		'--total-timeout=2s',
		`--endpoints=http://${address}:2379`,
		'get',
		`/service/lootpass/${key}`,
	];
	return inside('env', 'ETCDCTL_API=2', ...asked).then(
		(answer) => answer.trim(),
		() => '',
	);
}

/** Of Debian's packages the newest. */
async function postgresPrograms(): Promise<string | undefined> {
	const found: string[] = [];
	for await (const folder of glob('/usr/lib/postgresql/*/bin')) found.push(folder);
	return found.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
}
