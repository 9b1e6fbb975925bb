import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brandingSettings, loadConfig } from '../../server/app/config.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/lib/postgres/embedded-postgres.ts';
import { socketFolderOf } from '../support/socket-folder-of.ts';
import { copyPreparedData } from './backed-up-site.ts';

const MAIN = join(import.meta.dirname, '../../server/main.ts');
const START_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 30_000;

export type RealServer = { readonly process: ChildProcess; end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> };

/** Runs `npm start` with only PATH inherited. @throws Error if it ends or is not ready in time. */
export async function startRealServer(env: Record<string, string>): Promise<RealServer> {
	const child = spawn(process.execPath, [MAIN], {
		env: { PATH: process.env.PATH, ...brandingSettings(loadConfig({})), ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let words = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (chunk: string) => {
			words += chunk;
		});
	}
	const server = { process: child, end: (signal: 'SIGKILL' | 'SIGTERM') => end(child, signal) };
	const deadline = performance.now() + START_TIMEOUT_MS;
	while (!words.includes('is ready')) {
		if (hasEnded(child)) throw new Error(`the server ended: ${words}`);
		if (performance.now() > deadline) {
			// A kill would orphan its PostgreSQL.
			await Promise.race([server.end('SIGTERM'), sleep(STOP_TIMEOUT_MS)]);
			await server.end('SIGKILL');
			throw new Error(`the server did not become ready: ${words}`);
		}
		await sleep(20);
	}
	return server;
}

export async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
	if (hasEnded(child)) return;
	const ended = once(child, 'exit');
	child.kill(signal);
	await ended;
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

export function fakeOutside({ url }: { url: string }, vendorKey: string): Record<string, string> {
	return {
		SANDBOX: 'off',
		PLATFORM_USERS_URL: url,
		PLATFORM_THUMBNAILS_URL: url,
		PLATFORM_GAMES_URL: url,
		PLATFORM_APIS_URL: url,
		PAYOUT_VENDOR: 'rbxcrate',
		RBXCRATE_URL: `${url}/rbxcrate/api`,
		RBXCRATE_API_KEY: vendorKey,
		PAYOUT_TIMEOUT_MS: '500',
		PAYOUT_RECONCILE_MIN_MS: '200',
		PAYOUT_RECONCILE_MAX_MS: '1000',
		RATE_LIMITS: 'off',
	};
}

export type LinkedPostgres = Awaited<ReturnType<typeof startLinkedPostgres>>;

export async function startLinkedPostgres(folder: string) {
	const link = join(folder, 'socket');
	let postgres: EmbeddedPostgres;

	async function start(): Promise<void> {
		postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: () => {} });
		await symlink(socketFolderOf(postgres.appUrl), `${link}.next`);
		await rename(`${link}.next`, link);
	}

	await copyPreparedData(join(folder, 'data'));
	await start();
	const linked = (url: string) => url.replace(/host=[^&]+/, `host=${encodeURIComponent(link)}`);
	return {
		get appUrl() {
			return linked(postgres.appUrl);
		},
		get ownerUrl() {
			return linked(postgres.ownerUrl);
		},
		socketPath: join(link, '.s.PGSQL.5432'),
		start,
		async kill() {
			const [pid] = (await readFile(join(folder, 'data/postgres/data/postmaster.pid'), 'utf8')).split('\n');
			process.kill(Number(pid), 'SIGKILL');
			await postgres.exited;
			await postgres.stop();
		},
		stop: () => postgres.stop(),
	};
}
