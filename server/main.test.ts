import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import { copyPreparedData } from '../test/sites/backed-up-site.ts';
import { bearer, request, send } from '../test/sites/json-client.ts';
import { execute } from '../test/support/execute.ts';
import { freePort } from '../test/support/free-port.ts';
import { killStarter, postmasterPid, stopOrphan } from '../test/support/start-elsewhere.ts';
import { findProcess } from './lib/postgres/running-process.ts';

const MAIN = join(import.meta.dirname, 'main.ts');

const READY = 'is ready.';

let folder: string;
let env: Record<string, string>;
let started: Started[];

type Started = {
	child: ChildProcess;
	output: () => string;
	errors: () => string;
	ended: Promise<number | null>;
	says: (text: string) => Promise<void>;
};

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'lootpass-main-'));
	const [port, sandboxPort] = await Promise.all([freePort(), freePort()]);
	env = {
		DATA_DIR: join(folder, 'data'),
		PORT: String(port),
		SANDBOX_PORT: String(sandboxPort),
		GAME_CREATION_URL: 'http://localhost:3001/creations',
		LOG_LEVEL: 'warn',
	};
	started = [];
});

afterEach(async () => {
	for (const { child } of started) await killStarter(child);
	await stopOrphan(env.DATA_DIR ?? '');
	await rm(folder, { recursive: true, force: true });
});

function start(change: Record<string, string> = {}): Started {
	const child = spawn(process.execPath, [MAIN], { env: { ...env, ...change }, stdio: ['ignore', 'pipe', 'pipe'] });
	const texts = { stdout: '', stderr: '' };
	for (const name of ['stdout', 'stderr'] as const) {
		child[name].setEncoding('utf8').on('data', (text: string) => {
			texts[name] += text;
		});
	}
	const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
	const says = async (text: string) => {
		while (!texts.stdout.includes(text)) {
			if (child.exitCode !== null) throw new Error(`ended before saying "${text}": ${texts.stdout}${texts.stderr}`);
			await sleep(10);
		}
	};
	const one = { child, ended, says, output: () => texts.stdout, errors: () => texts.stderr };
	started.push(one);
	return one;
}

async function refusal(change: Record<string, string>): Promise<string> {
	const { ended, errors } = start(change);
	expect(await ended).toBe(1);
	return errors().trimEnd();
}

const postgresPid = () => postmasterPid(env.DATA_DIR ?? '');

function answers(port: string | undefined, path = '/'): Promise<number> {
	return fetch(`http://localhost:${port}${path}`, { redirect: 'manual' }).then(
		({ status }) => status,
		() => 0,
	);
}

const inSandbox = (path: string) => `http://localhost:${env.SANDBOX_PORT}/control/${path}`;

async function requestSilentPlatform(): Promise<void> {
	const origin = `http://localhost:${env.PORT}`;
	const form = {
		email: 'robin@test.example',
		password: 'correct horse battery',
		name: 'Robin',
		birthDate: '2000-02-29',
	};
	const { body: signedUp } = await send('POST', `${origin}/auth/sign-up/email`, form);
	const { body: access } = await request(`${origin}/auth/token`, { headers: bearer(signedUp.token) });
	await send('POST', inSandbox('faults'), { part: 'platform', kind: 'timeout-before' });
	const call = { data: { username: 'sandbox_player' } };
	await send('POST', `${origin}/api/getRobloxUser`, call, bearer(access.token)).catch(() => {});
}

test('one start serves product and sandbox, prints their addresses, and stops cleanly', async () => {
	const { child, says, ended, output, errors } = start();
	await says(READY);
	expect(await answers(env.PORT, '/readyz')).toBe(200);
	expect(await answers(env.SANDBOX_PORT)).toBe(200);
	const password = (await readFile(join(env.DATA_DIR ?? '', 'admin-password'), 'utf8')).trim();
	for (const part of [`http://localhost:${env.PORT}`, `http://localhost:${env.SANDBOX_PORT}`, 'admin@', password]) {
		expect(output()).toContain(part);
	}
	expect((await stat(env.DATA_DIR ?? '')).mode & 0o077).toBe(0);

	child.kill('SIGTERM');
	expect(await ended).toBe(0);
	expect(errors()).toBe('');
	expect(await postgresPid()).toBeUndefined();
	expect(await answers(env.PORT, '/readyz')).toBe(0);
	expect(await answers(env.SANDBOX_PORT)).toBe(0);
});

test('after a kill, a restart keeps data and admin; losing the database ends the process', async () => {
	await copyPreparedData(env.DATA_DIR ?? '');
	const first = start();
	await first.says(READY);
	const orphan = await postgresPid();
	first.child.kill('SIGKILL');
	await first.ended;

	const second = start({ PROCESSES: '2', BACKUP_DRI: '/backups' });
	await second.says(READY);
	expect(second.output()).toContain('Warning: PROCESSES no longer exists');
	expect(second.output()).toContain("Warning: BACKUP_DRI isn't a setting and is ignored. Did you mean BACKUP_DIR?");
	expect(await findProcess(orphan ?? 0)).toBeUndefined();
	expect(await answers(env.SANDBOX_PORT)).toBe(200);
	const passwordOf = ({ output }: Started) => /password \S+/.exec(output())?.[0];
	expect(passwordOf(second)).toBe(passwordOf(first));

	process.kill((await postgresPid()) ?? 0, 'SIGKILL');
	expect(await second.ended).toBe(1);
	expect(second.output()).toContain('Stopping: the database server stopped');
	expect(await answers(env.SANDBOX_PORT)).toBe(0);
});

test('Ctrl-C during the start ends it and leaves no process', async () => {
	const { child, ended, errors } = start();
	while ((await postgresPid()) === undefined) await sleep(5);
	child.kill('SIGINT');
	expect(await ended).toBe(0);
	expect(errors()).toBe('');
	expect(await postgresPid()).toBeUndefined();
});

test('a second signal ends the process and the database immediately', async () => {
	await copyPreparedData(env.DATA_DIR ?? '');
	const { child, says, ended } = start();
	await says(READY);
	const pid = (await postgresPid()) ?? 0;
	const waiting = requestSilentPlatform();
	await vi.waitFor(async () =>
		expect((await request(inSandbox('requests?part=platform'))).body.requests).not.toEqual([]),
	);
	child.kill('SIGINT');
	await says('Stopping');
	await sleep(700);
	expect(child.exitCode).toBeNull();

	child.kill('SIGINT');
	expect(await ended).toBe(1);
	await waiting;
	while (await findProcess(pid)) await sleep(10);
});

test('a busy port is reported in one line before anything is started or written', async () => {
	for (const setting of ['PORT', 'SANDBOX_PORT']) {
		const busy = createServer().listen(Number(env[setting]), '127.0.0.1');
		await once(busy, 'listening');
		expect(await refusal({})).toBe(
			`Port ${env[setting]} is in use. Stop the program that uses it, or set ${setting} to a free port.`,
		);
		busy.close();
	}
	expect(await readdir(folder)).toEqual([]);
});

test('invalid settings are listed in one line', async () => {
	expect(await refusal({ PORT: 'x', SANDBOX: 'maybe' })).toBe(
		'These settings need attention: PORT must be a whole number from 1 to 65535; SANDBOX must be on or off.',
	);
});

test.runIf(process.getuid?.() !== 0)('a data folder without permission is reported in one line', async () => {
	await chmod(folder, 0o500);
	expect(await refusal({})).toContain(': permission denied.');
});

test('a missing or refusing database is reported in one line without the password', async () => {
	const port = await freePort();
	expect(await refusal({ DATABASE_URL: `postgres://me:hush@127.0.0.1:${port}/lootpass` })).toBe(
		"Couldn't connect to the database: nothing is listening on this address. Check DATABASE_URL.",
	);
	const { ownerUrl, superuserUrl } = inject('postgres');
	expect(await refusal({ DATABASE_URL: ownerUrl, DATABASE_OWNER_URL: superuserUrl })).toMatch('the same database.');
	expect(await refusal({ DATABASE_URL: ownerUrl.replace(/:[0-9a-f]{64}@/, ':hush@') })).toBe(
		"Couldn't connect to the database: wrong user or password. Check DATABASE_URL.",
	);
	expect(await refusal({ DATABASE_URL: ownerUrl.replace('/lootpass?', '/nowhere?') })).toBe(
		"Couldn't connect to the database: this database doesn't exist. Check DATABASE_URL.",
	);
});

async function withDatabase(work: (url: string) => Promise<void>): Promise<void> {
	const { superuserUrl } = inject('postgres');
	const name = `main_${randomBytes(6).toString('hex')}`;
	try {
		await execute(superuserUrl, `create database ${name}`);
		await work(superuserUrl.replace('/postgres?', `/${name}?`));
	} finally {
		await execute(superuserUrl, `drop database if exists ${name} with (force)`);
	}
}

describe('OFFERWALLS_FILE', () => {
	const PATH_KEYS = ['pk-72hQmZ0vTtB3sLwE', 'pk-Xq4NwR8bYd6KfGz1'] as const;
	const wall = { id: 'kiwi', partner: 'kiwiwall', name: 'Kiwi', secret: 'hush-8Kd02mVqPz', pathKey: PATH_KEYS[0] };
	const answer = async (pathKey: string, port = env.PORT) =>
		(await fetch(`http://localhost:${port}/postback/kiwi/${pathKey}`)).text();

	async function writeWalls(walls: unknown): Promise<string> {
		const file = join(folder, 'walls.json');
		await writeFile(file, typeof walls === 'string' ? walls : JSON.stringify(walls));
		return file;
	}

	async function startWith(walls: unknown): Promise<Started> {
		const one = start({ OFFERWALLS_FILE: await writeWalls(walls) });
		await one.says(READY);
		return one;
	}

	async function stop({ child, ended }: Started): Promise<void> {
		child.kill('SIGTERM');
		expect(await ended).toBe(0);
	}

	test('OFFERWALLS_FILE is imported before the server is ready and again after a change, and an invalid file stops the start', async () => {
		await copyPreparedData(env.DATA_DIR ?? '');
		const first = await startWith([wall]);
		expect(await answer(PATH_KEYS[0])).toBe('INVALID SIGNATURE');
		expect(await answer(PATH_KEYS[1])).toBe('FORBIDDEN');
		await stop(first);

		const OFFERWALLS_FILE = await writeWalls('[{ "id": "kiwi", "par');
		expect(await refusal({ OFFERWALLS_FILE })).toMatch(`Couldn't read OFFERWALLS_FILE ${OFFERWALLS_FILE}: `);
		await writeWalls([wall, { ...wall, id: 'bad', partner: 'unknown' }]);
		expect(await refusal({ OFFERWALLS_FILE })).toMatch(
			`OFFERWALLS_FILE ${OFFERWALLS_FILE}: entry 2 (bad), partner: must be one of`,
		);

		const second = await startWith([{ ...wall, pathKey: PATH_KEYS[1] }]);
		expect(await answer(PATH_KEYS[0])).toBe('FORBIDDEN');
		expect(await answer(PATH_KEYS[1])).toBe('INVALID SIGNATURE');
		await stop(second);

		const withoutFile = start();
		await withoutFile.says(READY);
		expect(await answer(PATH_KEYS[1])).toBe('INVALID SIGNATURE');
	});

	test('two nodes that start concurrently use DATABASE_URL only, and import OFFERWALLS_FILE once', () =>
		withDatabase(async (url) => {
			const OFFERWALLS_FILE = await writeWalls([wall]);
			const ports = [await freePort(), await freePort()].map(String);
			const shared = {
				...{ DATABASE_URL: url, SANDBOX: 'off', PAYOUT_VENDOR: 'manual', OFFERWALLS_FILE },
				...{ APP_SECRET: 'of-this-test-Zk3v9Qw1rT7yUi0pAs5d', ADMIN_PASSWORD: 'correct horse battery' },
			};
			const nodes = ports.map((PORT) => start({ ...shared, PORT, DATA_DIR: join(folder, PORT) }));
			await Promise.all(nodes.map(({ says }) => says(READY)));
			for (const port of ports) {
				expect(await answer(PATH_KEYS[0], port)).toBe('INVALID SIGNATURE');
				await expect(stat(join(folder, port, 'postgres'))).rejects.toThrow('ENOENT');
			}
			const applied = /^PostgreSQL 18\.\d+ of DATABASE_URL, \d+ migrations applied$/m;
			expect(nodes.some(({ output }) => applied.test(output()))).toBe(true);
			const rows = await execute(
				url,
				"select actor, details ->> 'wall' as wall from audit_entries where action = 'import-offerwalls'",
			);
			expect(rows).toEqual([{ actor: 'system', wall: 'kiwi' }]);
			for (const node of nodes) await stop(node);
		}));
});
