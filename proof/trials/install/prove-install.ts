import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { createReleaseKey, signRelease } from '../../../scripts/release/sign.mjs';
import { startEmbeddedPostgres } from '../../../server/lib/postgres/embedded-postgres.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { socketFolderOf } from '../../../test/support/socket-folder-of.ts';
import { until } from '../../until.ts';
import { findProgram, run } from '../run.ts';
import type { Found, Print, TrialOptions } from '../trial.ts';
import { type Given, PROJECT, trustAuthorities } from './machine.ts';

type Releases = { clone: string; unpacked: string; next: string; nextVersion: string };

const [version, nextVersion] = ['1000.0.0', '1000.1.0'];
const MIGRATION = 'create table trial (id int)';

/** Makes two releases in a clone with a key of this trial. The second one has a migration and a wrong signature beside it. */
async function makeReleases(folder: string, print: Print): Promise<Releases> {
	const [clone, unpacked, next] = [join(folder, 'clone'), join(folder, 'unpacked'), join(folder, 'next')];
	const work = join(folder, 'work');
	const secretFile = join(folder, 'keys/release.pem');
	for (const copy of [clone, work]) await run('git', ['clone', '--quiet', PROJECT, copy]);
	const git = (...args: string[]) => run('git', ['-C', work, ...args]);
	await git('config', 'user.name', 'Trial');
	await git('config', 'user.email', 'trial@rewards.example');
	const release = async (each: string) => {
		print(`making release ${each} ...`);
		await run('env', ['-C', work, `RELEASE_KEY=${secretFile}`, 'npm', 'run', 'release', '--', each]);
		return join(work, 'build/release', `lootpass-${each}.tar.gz`);
	};
	await git('rm', '--quiet', '--ignore-unmatch', 'deploy/release-key.pub');
	await describe(work, 'First.');
	await git('commit', '--quiet', '--all', '--message', 'trial: leave the key out');
	await mkdir(unpacked);
	await run('tar', ['-xzf', await release(version), '--strip-components=1', '-C', unpacked]);
	await writeFile(join(work, 'db/migrations/999-trial.sql'), MIGRATION);
	await describe(work, 'Second.');
	await git('add', '--all');
	await git('commit', '--quiet', '--message', 'trial: add a migration');
	const archive = await release(nextVersion);
	await mkdir(next);
	for (const end of ['', '.minisig']) await cp(`${archive}${end}`, join(next, `lootpass-${nextVersion}.tar.gz${end}`));
	const other = { secretFile: join(folder, 'keys/other.pem'), publicFile: join(folder, 'keys/other.pub') };
	createReleaseKey(other);
	const signature = signRelease(await readFile(archive), { ...other, comment: `lootpass ${nextVersion}` });
	await writeFile(join(next, `lootpass-${nextVersion}.tar.gz.other`), signature);
	return { clone, unpacked, next, nextVersion };
}

async function describe(root: string, line: string): Promise<void> {
	const file = join(root, 'CHANGELOG.md');
	const text = await readFile(file, 'utf8');
	const end = text.indexOf('\n## ');
	const rest = text.slice(end).replace('\n## Next\n', '');
	await writeFile(file, `${text.slice(0, end)}\n## Next\n\n- ${line}\n${rest}`);
}

const HOST = 'rewards.localhost';
const PROGRAMS = ['debootstrap', 'systemd-nspawn', 'buildah', 'openssl'];
const LIMITS = { installSeconds: 300, packages: 210, ownMegabytes: 120 };

/** @returns the reason why this machine can't run the trial. */
export async function installIsMissing(): Promise<string | undefined> {
	const found = await Promise.all(PROGRAMS.map(findProgram));
	if (process.getuid?.() === 0 && found.every(Boolean)) return undefined;
	return `left out: this trial needs root and ${PROGRAMS.join(', ')} (Debian: debootstrap systemd-container buildah openssl).`;
}

export async function proveInstall(_: TrialOptions, print: Print): Promise<Found> {
	await using opened = await mkdtempDisposable(join(tmpdir(), 'lootpass-install-'));
	const folder = opened.path;
	const base = join(folder, 'base');
	print('making a bare Debian 13 ...');
	await run('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'trixie', base]);
	await cp('/etc/resolv.conf', join(base, 'etc/resolv.conf'), { dereference: true });
	await trustAuthorities(base);
	const releases = await makeReleases(folder, print);
	const services = {
		release: await proveService({ folder, base, source: releases.unpacked }, print, releases),
		clone: await proveService({ folder, base, source: releases.clone }, print),
	};
	await makeNodeImage({ folder, base });
	const found: Record<string, Found> = {
		...services,
		releasedImage: await proveImage({ folder, base, source: releases.unpacked }, print),
		clonedImage: await proveImage({ folder, base, source: releases.clone }, print),
	};
	const parts = Object.entries(found);
	return {
		...Object.fromEntries(parts.map(([name, { findings, ...figures }]) => [name, figures])),
		findings: parts.flatMap(([name, { findings }]) => findings.map((finding) => `${name}: ${finding}`)),
	};
}

async function proveService({ folder, base, source }: Given, print: Print, releases?: Releases): Promise<Found> {
	const machine = await mkdtemp(join(folder, 'machine-'));
	await run('cp', ['-a', `${base}/.`, machine]);
	await run('chroot', [
		machine,
		...['sh', '-c', 'apt-get update -qq && apt-get install -y -qq --no-install-recommends systemd systemd-sysv dbus'],
	]);
	await run('cp', ['-a', source, join(machine, 'root/source')]);
	if (releases) await run('cp', ['-a', `${releases.next}/.`, join(machine, 'root')]);
	const mails = await receiveMails();
	await prepareMachine(machine, mails.port, releases);
	print(`booting it and installing ${source} ...`);
	await run('systemd-nspawn', ['--quiet', '--register=no', '--keep-unit', '--boot', '-D', machine]).catch((error) =>
		print(`systemd-nspawn ended with ${error.message}`),
	);
	await mails.close();
	const said = await readFile(join(machine, 'root/said'), 'utf8').catch(() => 'finding: the machine did not boot');
	print(said);
	const figures = Object.fromEntries(
		[...said.matchAll(/^(\w+)=(\d+)$/gm)].map(([, name, value]) => [name, Number(value)]),
	);
	const findings = [...said.matchAll(/^finding: (.*)$/gm)].map(([, text = '']) => text);
	for (const [name, limit] of Object.entries(LIMITS)) {
		if ((figures[name] ?? Infinity) > limit) findings.push(`${name} is ${figures[name]} instead of ${limit} at most`);
	}
	if (!/^ended$/m.test(said)) findings.push('the commands in the machine did not end');
	return { ...figures, mails: mails.received(), findings };
}

async function prepareMachine(machine: string, mailPort: number, releases?: Releases): Promise<void> {
	const [httpsPort, port] = [await freePort(), await freePort()];
	const path = (file: string) => join(machine, file);
	await makeCertificate(path('root'), path('usr/local/share/ca-certificates/trial.crt'));
	await writeFile(path('etc/hosts'), `127.0.0.1 localhost ${HOST}\n`);
	await cp(join(import.meta.dirname, 'inside.sh'), path('root/inside.sh'));
	const answers = {
		...{ PUBLIC_URL: `https://${HOST}:${httpsPort}`, ADMIN_EMAIL: 'admin@rewards.example', PORT: port },
		...{ ADMIN_PASSWORD: 'wander-Tulip-38-orbit', PAYOUT_VENDOR: 'manual', SMTP_URL: `smtp://127.0.0.1:${mailPort}` },
		...{ MAIL_FROM: 'Rewards <no-reply@rewards.example>', BACKUP_DIR: '/var/backups/lootpass', NETWORK_TABLE: 'none' },
		...{ TLS_PROXY: 'caddy', TLS_CERTIFICATE: '/etc/trial/cert.pem /etc/trial/key.pem' },
		...(releases && { NEXT: `/root/lootpass-${releases.nextVersion}.tar.gz`, NEXT_VERSION: releases.nextVersion }),
	};
	const lines = Object.entries(answers).map(([name, value]) => `${name}='${value}'\n`);
	await writeFile(path('root/answers'), lines.join(''));
	await writeFile(
		path('etc/systemd/system/trial.service'),
		`[Unit]
After=multi-user.target
[Service]
Type=oneshot
Environment=HOME=/root
ExecStart=/bin/sh -c 'install -D -m 644 -t /etc/trial /root/cert.pem /root/key.pem; update-ca-certificates; sh /root/inside.sh >/root/said 2>&1; systemctl poweroff'
[Install]
WantedBy=default.target
`,
	);
	await run('chroot', [machine, 'systemctl', 'enable', 'trial.service']);
}

async function makeCertificate(folder: string, trusted: string): Promise<void> {
	const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
	const names = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`];
	await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '90', ...files, ...names]);
	await cp(join(folder, 'cert.pem'), trusted);
}

async function receiveMails() {
	let count = 0;
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		onData(stream, _session, done) {
			count += 1;
			stream.resume().once('end', () => done());
		},
	});
	const port = await freePort();
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	return { port, received: () => count, close: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

const READY_MS = 120_000;
const POLL_MS = 500;

const placesIn = (folder: string) => [
	...['--root', join(folder, 'images'), '--runroot', join(folder, 'containers'), '--storage-driver', 'vfs'],
];

async function proveImage({ folder, source }: Given, print: Print): Promise<Found> {
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

/** Stands for the image of the registry, which this machine may not reach. Puts a Node into `base`, which is bare no longer. */
async function makeNodeImage({ folder, base }: Omit<Given, 'source'>): Promise<void> {
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
	await using opened = new AsyncDisposableStack();
	const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, durable: false });
	opened.defer(postgres.stop);
	const port = await freePort();
	const [databasePort, socketFolder] = [await freePort(), socketFolderOf(postgres.appUrl)];
	const gate = createServer((outside) => {
		const inside = connect(join(socketFolder, '.s.PGSQL.5432'));
		for (const socket of [outside, inside]) socket.on('error', () => socket.destroy());
		outside.pipe(inside).pipe(outside);
	}).listen(databasePort, '127.0.0.1');
	opened.defer(() => void gate.close());
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
	opened.defer(async () => {
		if (child.exitCode === null) process.kill(-(child.pid as number), 'SIGTERM');
		await ended;
	});
	const isUp = () =>
		fetch(`http://127.0.0.1:${port}/readyz`).then(
			({ ok }) => ok,
			() => false,
		);
	await until(async () => child.exitCode !== null || (await isUp()), READY_MS, POLL_MS);
	return child.exitCode === null && (await isUp());
}
