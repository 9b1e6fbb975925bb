import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../../server/lib/postgres/embedded-postgres.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { socketFolderOf } from '../../../test/support/socket-folder-of.ts';
import { until } from '../../until.ts';
import type { Found, Print } from '../trial.ts';
import { type Given, PROJECT, run } from './machine.ts';

const READY_MS = 120_000;
const POLL_MS = 500;

const placesIn = (folder: string) => [
	...['--root', join(folder, 'images'), '--runroot', join(folder, 'containers'), '--storage-driver', 'vfs'],
];

/** Builds the image and starts it with a database outside, as deploy/compose.yaml does. */
export async function proveImage({ folder, source }: Given, print: Print): Promise<Found> {
	const places = placesIn(folder);
	const buildah = (...args: string[]) => run('buildah', [...places, ...args]);
	const startedAt = performance.now();
	try {
		print(`building the image of ${source} ...`);
		const build = ['build', '--isolation', 'chroot', '--pull=never', '--file', join(source, 'deploy/Dockerfile')];
		await buildah(...build, '--tag', 'lootpass', source);
		const buildSeconds = Math.round((performance.now() - startedAt) / 1000);
		const container = (await buildah('from', '--pull=never', 'lootpass')).trim();
		const start = [...places, 'run', '--isolation', 'chroot'];
		const isReady = await becomesReady(start, container, await mkdtemp(join(folder, 'database-')));
		return { buildSeconds, findings: isReady ? [] : ['the image did not become ready'] };
	} catch (error) {
		return { findings: [(error as Error).message] };
	}
}

/** Stands for the image of the registry, which this machine may not reach. */
export async function makeNodeImage({ folder, base }: Omit<Given, 'source'>): Promise<void> {
	const buildah = (...args: string[]) => run('buildah', [...placesIn(folder), ...args]);
	const bin = join(base, 'usr/local/bin');
	await cp(join(PROJECT, 'node_modules/node/bin/node'), join(bin, 'node'));
	const { packageManager } = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8'));
	await run('npm', ['install', '--loglevel=error', '--global', '--prefix', join(base, 'usr/local'), packageManager]);
	await run('chroot', [base, 'useradd', '--create-home', 'node']);
	const container = (await buildah('from', 'scratch')).trim();
	await buildah('add', container, base, '/');
	const path = ['--env', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'];
	await buildah('config', ...path, '--env', 'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt', container);
	await buildah('commit', container, 'docker.io/library/node:24-trixie-slim');
}

async function becomesReady(start: string[], container: string, dataDir: string): Promise<boolean> {
	const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, durable: false });
	const port = await freePort();
	const [databasePort, socketFolder] = [await freePort(), socketFolderOf(postgres.appUrl)];
	const gate = createServer((outside) => {
		const inside = connect(join(socketFolder, '.s.PGSQL.5432'));
		for (const socket of [outside, inside]) socket.on('error', () => socket.destroy());
		outside.pipe(inside).pipe(outside);
	}).listen(databasePort, '127.0.0.1');
	const address = (url: string) =>
		`${url.slice(0, url.indexOf('@'))}@127.0.0.1:${databasePort}${new URL(url.replace('@/', '@localhost/')).pathname}`;
	const settings = {
		...{ PORT: port, DATABASE_URL: address(postgres.appUrl), DATABASE_OWNER_URL: address(postgres.ownerUrl) },
		...{
			PUBLIC_URL: 'https://rewards.example',
			APP_SECRET: 'Vx81TqLmZ0cYw5RbNf72HsKdJgPa94Ue',
			PAYOUT_VENDOR: 'manual',
		},
		...{ ADMIN_EMAIL: 'admin@rewards.example', ADMIN_PASSWORD: 'wander-Tulip-38-orbit', REQUIRE_ADMIN_TOTP: 'on' },
		...{ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'no-reply@rewards.example', TRUSTED_PROXIES: '127.0.0.1' },
	};
	const env = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
	const command = [...start, ...env, container, '--', 'node', '--v8-pool-size=1', 'server/main.ts'];
	const child = spawn('buildah', command, { detached: true, stdio: ['ignore', 'inherit', 'inherit'] });
	const ended = once(child, 'exit');
	try {
		const isUp = () =>
			fetch(`http://127.0.0.1:${port}/readyz`).then(
				({ ok }) => ok,
				() => false,
			);
		await until(async () => child.exitCode !== null || (await isUp()), READY_MS, POLL_MS);
		return child.exitCode === null && (await isUp());
	} finally {
		if (child.exitCode === null) process.kill(-(child.pid as number), 'SIGTERM');
		await ended;
		gate.close();
		await postgres.stop();
	}
}
