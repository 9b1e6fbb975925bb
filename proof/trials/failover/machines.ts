import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendSignal } from '../../../test/sites/run-folder/clear-folder.ts';
import { findProgram, run } from '../run.ts';

const POLL_MS = 20;
const OUTPUT_CHUNKS_MAX = 400;
const NETWORK = '10.77.0';
export const MACHINES_NETWORK = `${NETWORK}.0/24`;
const BRIDGE = 'lootpass';
export const programs = { ip: 'ip', unshare: 'unshare', nsenter: 'nsenter', setpriv: 'setpriv' };

/** Processes in their own network namespace, connected by one switch. */
export type Machine = {
	readonly address: string;
	start(
		command: readonly string[],
		options?: { user?: { uid: number; gid: number }; env?: Record<string, string> },
	): void;
	kill(): Promise<void>;
	freeze(): Promise<void>;
	thaw(): Promise<void>;
	cutOff(): Promise<void>;
	join(): Promise<void>;
	inside(...command: string[]): Promise<string>;
	output(): string;
};

export async function machinesAreMissing(): Promise<string | undefined> {
	if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'root on Linux';
	for (const program of Object.values(programs)) if (!(await findProgram(program))) return program;
	return undefined;
}

export async function openMachines(opened: AsyncDisposableStack, count: number): Promise<Machine[]> {
	const inSwitch = await openNetwork(opened);
	await inSwitch('ip', 'link', 'add', BRIDGE, 'type', 'bridge');
	await inSwitch('ip', 'link', 'set', BRIDGE, 'up');
	const machines: Machine[] = [];
	for (let index = 1; index <= count; index += 1) machines.push(await openMachine(opened, inSwitch, index));
	return machines;
}

type InNetwork = ((...command: string[]) => Promise<string>) & { readonly pid: number };

async function openNetwork(opened: AsyncDisposableStack): Promise<InNetwork> {
	const holder = spawn(programs.unshare, ['--net', 'sleep', 'infinity'], { stdio: 'ignore' });
	opened.defer(() => void holder.kill('SIGKILL'));
	const pid = holder.pid ?? 0;
	const ours = await networkOf(process.pid);
	while ((await networkOf(pid)) === ours) await sleep(POLL_MS);
	const inside = (...command: string[]) => run(programs.nsenter, ['--target', String(pid), '--net', ...command]);
	await inside('ip', 'link', 'set', 'lo', 'up');
	return Object.assign(inside, { pid });
}

async function openMachine(opened: AsyncDisposableStack, inSwitch: InNetwork, index: number): Promise<Machine> {
	const inside = await openNetwork(opened);
	const port = `port${index}`;
	const address = `${NETWORK}.${index}`;
	await inSwitch('ip', 'link', 'add', port, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(inside.pid));
	await inSwitch('ip', 'link', 'set', port, 'master', BRIDGE, 'up');
	await inside('ip', 'address', 'add', `${address}/24`, 'dev', 'eth0');
	await inside('ip', 'link', 'set', 'eth0', 'up');
	const network = await networkOf(inside.pid);
	const output: string[] = [];
	const started = new Set<number>();

	/** Repeats, because a program may start another process meanwhile. */
	async function signalAll(signal: NodeJS.Signals): Promise<void> {
		const signalled = new Set<number>([inside.pid]);
		for (;;) {
			const pids = (await processesOf(network)).filter((pid) => !signalled.has(pid));
			if (pids.length === 0) return;
			// Parents first, so that they cannot react to a child's exit.
			pids.sort((a, b) => Number(started.has(b)) - Number(started.has(a)));
			for (const pid of pids) sendSignal(pid, signal);
			if (signal !== 'SIGKILL') for (const pid of pids) signalled.add(pid);
			else await sleep(POLL_MS);
		}
	}

	opened.defer(() => signalAll('SIGKILL'));
	return {
		address,
		start(command, { user, env = {} } = {}) {
			const lesser = user ? [programs.setpriv, `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : [];
			const args = ['--target', String(inside.pid), '--net', ...lesser, ...command];
			const { PATH = '', TMPDIR = '/tmp' } = process.env;
			const child = spawn(programs.nsenter, args, { env: { PATH, TMPDIR, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
			if (child.pid) started.add(child.pid);
			collectOutput(child, output);
		},
		kill: () => signalAll('SIGKILL'),
		freeze: () => signalAll('SIGSTOP'),
		thaw: () => signalAll('SIGCONT'),
		cutOff: async () => void (await inSwitch('ip', 'link', 'set', port, 'nomaster')),
		join: async () => void (await inSwitch('ip', 'link', 'set', port, 'master', BRIDGE)),
		inside,
		output: () => output.join(''),
	};
}

function collectOutput(child: ChildProcess, output: string[]): void {
	for (const stream of [child.stdout, child.stderr]) {
		stream?.setEncoding('utf8').on('data', (chunk: string) => {
			output.push(chunk);
			output.splice(0, output.length - OUTPUT_CHUNKS_MAX);
		});
	}
	child.on('error', ({ message }) => output.push(message));
}

async function processesOf(network: string): Promise<number[]> {
	const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
	const networks = await Promise.all(pids.map((pid) => networkOf(pid)));
	return pids.filter((_, index) => networks[index] === network);
}

const networkOf = (pid: number): Promise<string> => readlink(`/proc/${pid}/ns/net`).catch(() => '');
