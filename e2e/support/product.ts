import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brandingSettings, loadConfig } from '../../server/app/config.ts';
import { freePort } from '../../test/support/free-port.ts';

const ROOT = join(import.meta.dirname, '../..');
const NODE = join(ROOT, 'node_modules/.bin/node');
const START_TIMEOUT_MS = 180_000;

export const ADMIN = { email: 'admin@lootpass.example', password: 'correct horse battery' } as const;

export type Addresses = { url: string; sandboxUrl: string };
export type RunningProduct = Addresses & { dataDir: string; stop: () => Promise<void> };

export async function startProduct(change: Record<string, string> = {}): Promise<RunningProduct> {
	const folder = await mkdtemp(join(tmpdir(), 'lootpass-e2e-'));
	const dataDir = join(folder, 'data');
	const [port, sandboxPort, smtpPort] = [await freePort(), await freePort(), await freePort()];
	const env = {
		PATH: process.env.PATH,
		// Identical branding, so that pages are prepared once.
		...brandingSettings(loadConfig({})),
		PORT: String(port),
		SANDBOX_PORT: String(sandboxPort),
		SANDBOX_SMTP_PORT: String(smtpPort),
		DATA_DIR: dataDir,
		ADMIN_EMAIL: ADMIN.email,
		ADMIN_PASSWORD: ADMIN.password,
		// All test traffic comes from one address and would exceed the limits.
		RATE_LIMITS: 'off',
		LOG_LEVEL: 'warn',
		...(process.env.LANGUAGES && { LANGUAGES: process.env.LANGUAGES }),
		...change,
	};
	const clear = () => rm(folder, { recursive: true, force: true });
	const stopProgram = await runProgram('server/main.ts', 'is ready.', env).catch(async (error) => {
		await clear();
		throw error;
	});
	const stop = () => stopProgram().then(clear);
	return { url: `http://localhost:${port}`, sandboxUrl: `http://localhost:${sandboxPort}`, dataDir, stop };
}

/** @returns a function that stops the program. */
export async function runProgram(file: string, sign: string, env: NodeJS.ProcessEnv): Promise<() => Promise<void>> {
	const child = spawn(NODE, [join(ROOT, file)], { env, stdio: ['ignore', 'pipe', 'pipe'] });
	await untilReady(child, sign).catch(async (error) => {
		await end(child);
		throw error;
	});
	return () => end(child);
}

async function untilReady(child: ChildProcess, sign: string): Promise<void> {
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream?.setEncoding('utf8').on('data', (text: string) => {
			output += text;
		});
	}
	const deadline = performance.now() + START_TIMEOUT_MS;
	while (!output.includes(sign)) {
		if (child.exitCode !== null) throw new Error(`The product ended: ${output}`);
		if (performance.now() > deadline) throw new Error(`The product did not become ready: ${output}`);
		await sleep(20);
	}
}

async function end(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const ended = once(child, 'exit');
	child.kill('SIGTERM');
	await ended;
}
