import { spawn } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { filledIn } from './fill-in.ts';
import { findProgram } from './find-program.ts';

export const HAPROXY_IS_MISSING =
	'HAProxy is not installed. Only this proof needs it, the product does not: `apt-get install haproxy` (Debian, Ubuntu).';
const START_TIMEOUT_MS = 60_000;

export type Balancer = { close(): Promise<void> };

export const findHaproxy = () => findProgram('haproxy');

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
	const host = address.includes(':') ? `[${address}]` : address;
	const nodes = nodePorts.map((nodePort, index) => `server node-${index + 1} ${host}:${nodePort}`);
	await writeFile(file, await filledIn('haproxy/site.cfg', { SITE: `${host}:${port}`, NODES: nodes.join('\n\t') }));
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

async function listens(port: number): Promise<boolean> {
	const socket = connect({ port, host: 'localhost' });
	const isOpen = await once(socket, 'connect').then(
		() => true,
		() => false,
	);
	socket.destroy();
	return isOpen;
}
