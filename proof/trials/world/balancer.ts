import { spawn } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { access, constants, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export const HAPROXY_IS_MISSING =
	'HAProxy is not installed. Only this proof needs it, the product does not: `apt-get install haproxy` (Debian, Ubuntu).';
/** Beside PATH: where packages put it, which is in root's PATH alone. */
const FOLDERS = ['/usr/sbin', '/usr/local/sbin'];
const START_TIMEOUT_MS = 60_000;

export type Balancer = { close(): Promise<void> };

export async function findHaproxy(): Promise<string | undefined> {
	for (const folder of [...(process.env.PATH ?? '').split(delimiter), ...FOLDERS]) {
		const path = join(folder, 'haproxy');
		const isThere = await access(path, constants.X_OK).then(
			() => true,
			() => false,
		);
		if (isThere) return path;
	}
	return undefined;
}

/** Passes on to ready nodes in turns. @throws Error when HAProxy is not installed or does not start. */
export async function startBalancer(
	folder: string,
	{ port, nodePorts }: { port: number; nodePorts: readonly number[] },
): Promise<Balancer> {
	const program = await findHaproxy();
	if (!program) throw new Error(HAPROXY_IS_MISSING);
	const file = join(folder, 'haproxy.cfg');
	// As Node resolves it, or the two may mean different loopbacks.
	const { address } = await lookup('localhost');
	await writeFile(file, configuration(address, port, nodePorts));
	const child = spawn(program, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
	let words = '';
	child.on('error', (error) => {
		words += error.message;
	});
	child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
		words += chunk;
	});
	const exited = once(child, 'exit').catch(() => {});
	const deadline = performance.now() + START_TIMEOUT_MS;
	while (!(await listens(port))) {
		if (child.exitCode !== null || child.pid === undefined || performance.now() > deadline) {
			child.kill('SIGKILL');
			throw new Error(`HAProxy did not start: ${words}`);
		}
		await sleep(50);
	}
	return {
		async close() {
			child.kill('SIGKILL');
			await exited;
		},
	};
}

/** Another node gets only what was never sent: whether it was acted on, only the one that asked can find out. */
function configuration(address: string, port: number, nodePorts: readonly number[]): string {
	const host = address.includes(':') ? `[${address}]` : address;
	return `global
	maxconn 4096
defaults
	mode http
	timeout connect 5s
	timeout client 60s
	timeout server 60s
	timeout check 10s
frontend door
	bind ${host}:${port}
	default_backend nodes
backend nodes
	balance roundrobin
	option forwardfor
	option redispatch 1
	retries 3
	retry-on conn-failure
	option httpchk
	http-check send meth GET uri /readyz hdr host localhost
	http-check expect status 200
	http-response set-header x-node %s
	default-server check inter 500ms fall 2 rise 1
${nodePorts.map((nodePort, index) => `\tserver node-${index + 1} ${host}:${nodePort}\n`).join('')}`;
}

async function listens(port: number): Promise<boolean> {
	const socket = connect({ port, host: 'localhost' });
	const isOpen = await once(socket, 'connect').then(
		() => true,
		() => false,
	);
	socket.destroy();
	return isOpen;
}
