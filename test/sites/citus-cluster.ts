import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, appendFile, chmod, chown, glob, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
	EMBEDDED_APP_LOGIN,
	EMBEDDED_DATABASE,
	EMBEDDED_OWNER_ROLE,
} from '../../server/lib/postgres/embedded-postgres.ts';
import { choosePostgresUser, type PostgresUser } from '../../server/lib/postgres/programs.ts';
import { execute } from '../support/execute.ts';
import { freePort } from '../support/free-port.ts';
import { openRunFolder } from './run-folder/open-run-folder.ts';

export const CITUS_IS_MISSING =
	'Citus is not installed beside a PostgreSQL here (CITUS_BIN, or /usr/lib/postgresql/*/bin with lib/citus.so): left out.';
const CLUSTER_TIMEOUT_MS = 60_000;
const SHARDS = 4;

export type CitusNode = Awaited<ReturnType<typeof startNode>>;

export type CitusCluster = Awaited<ReturnType<typeof startCitus>>;

export async function findCitus(): Promise<string | undefined> {
	const folders = process.env.CITUS_BIN ? [process.env.CITUS_BIN] : [];
	for await (const folder of glob('/usr/lib/postgresql/*/bin')) folders.push(folder);
	for (const folder of folders) {
		const isThere = await access(join(dirname(folder), 'lib/citus.so')).then(
			() => true,
			() => false,
		);
		if (isThere) return folder;
	}
	return undefined;
}

/** Starts a coordinator and workers on local ports, without distributed tables. They end with this process. */
export async function startCitus({ workers, durable }: { workers: number; durable: boolean }) {
	const programs = await findCitus();
	if (!programs) throw new Error(CITUS_IS_MISSING);
	const user = await choosePostgresUser(tmpdir());
	const { folder, clear } = await openRunFolder('citus');
	await chmod(folder, 0o755);
	const nodes: CitusNode[] = [];
	const stop = async () => {
		await Promise.all(nodes.map((node) => node.stop()));
		await clear();
	};
	const urlOf = (role: string, node = 0, database = EMBEDDED_DATABASE) =>
		`postgres://${role}@127.0.0.1:${nodes[node]?.port}/${database}?sslmode=disable`;
	try {
		for (let n = 0; n <= workers; n += 1) {
			nodes.push(await startNode({ programs, user, durable, home: join(folder, `node-${n}`) }));
			await prepare(urlOf('postgres', n, 'postgres'), urlOf('postgres', n));
		}
		await execute(urlOf('postgres'), `select citus_set_coordinator_host('127.0.0.1', ${nodes[0]?.port})`);
		for (const { port } of nodes.slice(1))
			await execute(urlOf('postgres'), `select citus_add_node('127.0.0.1', ${port})`);
	} catch (error) {
		await stop();
		throw error;
	}
	return {
		nodes,
		urlOf,
		superuserUrl: urlOf('postgres', 0, 'postgres'),
		ownerUrl: urlOf(EMBEDDED_OWNER_ROLE),
		appUrl: urlOf(EMBEDDED_APP_LOGIN),
		stop,
	};
}

type Node = { programs: string; user: PostgresUser; durable: boolean; home: string };

async function startNode({ programs, user, durable, home }: Node) {
	const port = await freePort();
	await mkdir(home);
	if (user) await chown(home, user.uid, user.gid);
	const data = join(home, 'data');
	const given = ['-D', data, '-U', 'postgres', '--auth=trust', '--locale=C.UTF-8', '-E', 'UTF8', '--no-sync'];
	await promisify(execFile)(join(programs, 'initdb'), given, { ...user, cwd: home });
	await appendFile(
		join(data, 'postgresql.conf'),
		[
			"listen_addresses = '127.0.0.1'",
			`port = ${port}`,
			`unix_socket_directories = '${home}'`,
			"shared_preload_libraries = 'citus'",
			'max_connections = 300',
			'max_prepared_transactions = 400',
			'max_worker_processes = 40',
			'wal_level = logical',
			`citus.shard_count = ${SHARDS}`,
			'citus.enable_statistics_collection = off',
			"citus.node_conninfo = 'sslmode=disable'",
			...(durable ? [] : ['fsync = off']),
		].join('\n'),
	);
	let server: ChildProcess | undefined;
	let output = '';

	function begin(): ChildProcess {
		const child = spawn(join(programs, 'postgres'), ['-D', data], {
			...user,
			cwd: home,
			env: { PATH: process.env.PATH, HOME: home },
			stdio: ['ignore', 'ignore', 'pipe'],
		});
		child.stderr.setEncoding('utf8').on('data', (words: string) => {
			output = (output + words).slice(-4_000);
		});
		return child;
	}

	async function start(): Promise<void> {
		const deadline = performance.now() + CLUSTER_TIMEOUT_MS;
		server = begin();
		while (!(await answers(port))) {
			if (performance.now() > deadline) throw new Error(`PostgreSQL didn't start: ${output}`);
			// Retry: the killed server may still hold shared memory.
			if (server.exitCode !== null) server = begin();
			await sleep(50);
		}
	}

	async function end(signal: 'SIGKILL' | 'SIGQUIT'): Promise<void> {
		if (!server || server.exitCode !== null || server.signalCode !== null) return;
		const ended = once(server, 'exit');
		server.kill(signal);
		await ended;
	}

	await start();
	const socketPath = join(home, `.s.PGSQL.${port}`);
	return { port, socketPath, start, kill: () => end('SIGKILL'), stop: () => end('SIGQUIT') };
}

async function answers(port: number): Promise<boolean> {
	return execute(`postgres://postgres@127.0.0.1:${port}/postgres?sslmode=disable`, 'select 1').then(
		() => true,
		() => false,
	);
}

async function prepare(serverUrl: string, databaseUrl: string): Promise<void> {
	await execute(
		serverUrl,
		'set citus.enable_ddl_propagation = off',
		`create role ${EMBEDDED_OWNER_ROLE} login createrole`,
		`create role ${EMBEDDED_APP_LOGIN} login`,
		'create role lootpass_app nologin',
		'create role lootpass_warehouse nologin',
		`grant lootpass_app to ${EMBEDDED_APP_LOGIN}`,
		`create database ${EMBEDDED_DATABASE} owner ${EMBEDDED_OWNER_ROLE}`,
	);
	await execute(databaseUrl, 'create extension citus', `grant all on schema public to ${EMBEDDED_OWNER_ROLE}`);
}
