import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readdir, readlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findProgram } from '../world/find-program.ts';

const run = promisify(execFile);
const POLL_MS = 20;
const NETWORK = '10.77.0';
const BRIDGE = 'lootpass';
/** Of util-linux and iproute2. */
const programs = { ip: 'ip', unshare: 'unshare', nsenter: 'nsenter', setpriv: 'setpriv' };

/**
 * Processes with a network of their own, beside each other on one switch: what dies, freezes or vanishes then does so as a machine
 * does. Nothing of it is to be seen outside, and it ends with its processes.
 */
export type Machine = {
	readonly address: string;
	/** @param words a program and its arguments. It outlives nobody: whoever closes the machines ends it. */
	start(
		words: readonly string[],
		options?: { user?: { uid: number; gid: number }; env?: Record<string, string> },
	): void;
	/** All of its processes at once, without warning. */
	kill(): Promise<void>;
	freeze(): Promise<void>;
	thaw(): Promise<void>;
	/** What is sent from or to it is swallowed, and nobody is told. */
	cutOff(): Promise<void>;
	join(): Promise<void>;
	/** Runs a program in it. @returns what it prints. */
	inside(...words: string[]): Promise<string>;
	/** What its programs said last. */
	words(): string;
};

export const MACHINES_NETWORK = `${NETWORK}.0/24`;

/** @returns what a machine of this kind lacks here, in words. */
export async function machinesAreMissing(): Promise<string | undefined> {
	if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'root on Linux';
	for (const program of Object.values(programs)) {
		if (!(await findProgram(program))) return program;
	}
	return undefined;
}

/** @param opened ends them. */
export async function openMachines(opened: AsyncDisposableStack, count: number): Promise<Machine[]> {
	const inSwitch = await openNetwork(opened);
	await inSwitch('ip', 'link', 'add', BRIDGE, 'type', 'bridge');
	await inSwitch('ip', 'link', 'set', BRIDGE, 'up');
	const machines: Machine[] = [];
	for (let index = 1; index <= count; index += 1) machines.push(await openMachine(opened, inSwitch, index));
	return machines;
}

type InNetwork = ((...words: string[]) => Promise<string>) & { readonly pid: number };

/** Its only process sleeps: the network is there for as long. */
async function openNetwork(opened: AsyncDisposableStack): Promise<InNetwork> {
	const holder = spawn(programs.unshare, ['--net', 'sleep', 'infinity'], { stdio: 'ignore' });
	opened.defer(() => void holder.kill('SIGKILL'));
	const pid = holder.pid ?? 0;
	const ours = await networkOf(process.pid);
	while ((await networkOf(pid)) === ours) await sleep(POLL_MS);
	const inside = async (...words: string[]) =>
		(await run(programs.nsenter, ['--target', String(pid), '--net', ...words])).stdout;
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
	const words: string[] = [];
	const started = new Set<number>();

	/** Until there is none that has not got it: between two looks a program may have started another one. */
	async function signalAll(signal: NodeJS.Signals): Promise<void> {
		const told = new Set<number>([inside.pid]);
		for (;;) {
			const pids = (await processesOf(network)).filter((pid) => !told.has(pid));
			if (pids.length === 0) return;
			// Before what they look after, or they would act on its end.
			pids.sort((a, b) => Number(started.has(b)) - Number(started.has(a)));
			for (const pid of pids) send(pid, signal);
			// Whoever was killed is looked for until it is gone.
			if (signal !== 'SIGKILL') for (const pid of pids) told.add(pid);
			else await sleep(POLL_MS);
		}
	}

	opened.defer(() => signalAll('SIGKILL'));
	return {
		address,
		start(command, { user, env = {} } = {}) {
			const lesser = user ? [programs.setpriv, `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : [];
			const all = ['--target', String(inside.pid), '--net', ...lesser, ...command];
			const { PATH = '', TMPDIR = '/tmp' } = process.env;
			const child = spawn(programs.nsenter, all, { env: { PATH, TMPDIR, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
			if (child.pid) started.add(child.pid);
			keepWords(child, words);
		},
		kill: () => signalAll('SIGKILL'),
		freeze: () => signalAll('SIGSTOP'),
		thaw: () => signalAll('SIGCONT'),
		cutOff: async () => void (await inSwitch('ip', 'link', 'set', port, 'nomaster')),
		join: async () => void (await inSwitch('ip', 'link', 'set', port, 'master', BRIDGE)),
		inside,
		words: () => words.join(''),
	};
}

const WORDS_MAX = 400;

function keepWords(child: ChildProcess, words: string[]): void {
	for (const stream of [child.stdout, child.stderr]) {
		stream?.setEncoding('utf8').on('data', (chunk: string) => {
			words.push(chunk);
			words.splice(0, words.length - WORDS_MAX);
		});
	}
	child.on('error', ({ message }) => words.push(message));
}

async function processesOf(network: string): Promise<number[]> {
	const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
	const networks = await Promise.all(pids.map((pid) => networkOf(pid)));
	return pids.filter((_, index) => networks[index] === network);
}

/** @returns the network's name in the kernel; none for who has ended. */
function networkOf(pid: number): Promise<string> {
	return readlink(`/proc/${pid}/ns/net`).catch(() => '');
}

function send(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(pid, signal);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}
