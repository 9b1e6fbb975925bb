import { createServer } from 'node:net';
import { reasonOf, StartProblem } from '../lib/start-problem.ts';

type WantedPort = { setting: string; port: number; hosts: string[] };

/** Error codes if the machine has no such address, for example no IPv6. */
const ABSENT = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

export async function requireFreePorts(wanted: WantedPort[]): Promise<void> {
	for (const { setting, port, hosts } of wanted) {
		for (const [index, host] of hosts.entries()) {
			const problem = await tryToListen(port, host);
			if (!problem || (index > 0 && ABSENT.has(problem.code ?? ''))) continue;
			throw portProblem(problem, { setting, port, host });
		}
	}
}

export function portProblem(error: unknown, wanted: { setting: string; port: number; host: string }): StartProblem {
	const { setting, port, host } = wanted;
	const { code } = error as NodeJS.ErrnoException;
	const line =
		code === 'EADDRINUSE'
			? `Port ${port} is in use. Stop the program that uses it, or set ${setting} to a free port.`
			: code === 'EACCES'
				? `This user may not use port ${port}. Set ${setting} to a port above 1023.`
				: code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND'
					? `This machine has no address ${host}. Correct HOST.`
					: `Couldn't listen on port ${port} of ${host}: ${reasonOf(error)}.`;
	return new StartProblem(line, { cause: error });
}

function tryToListen(port: number, host: string): Promise<NodeJS.ErrnoException | undefined> {
	return new Promise((resolve) => {
		const server = createServer();
		server.once('error', resolve);
		server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
	});
}

export type Stop = () => Promise<void>;

export async function stopAll(stops: Stop[]): Promise<void> {
	const failures: unknown[] = [];
	for (let stop = stops.pop(); stop; stop = stops.pop()) await stop().catch((error) => failures.push(error));
	if (failures.length > 0) throw new AggregateError(failures, "some parts didn't stop cleanly");
}

const WIDTH = 30;

export function createProgressBar(out: NodeJS.WriteStream): (what: string, done: number, of: number) => void {
	let shown = '';
	return (what, done, of) => {
		const share = of > 0 ? Math.min(done / of, 1) : 1;
		const filled = Math.round(share * WIDTH);
		const line = `${what.padEnd(12)} [${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${String(Math.floor(share * 100)).padStart(3)}%  ${done} of ${of}`;
		if (out.isTTY) {
			out.write(`\r\x1b[K${line}${share === 1 ? '\n' : ''}`);
			return;
		}
		const tenth = `${what} ${Math.floor(share * 10)}`;
		if (tenth !== shown) out.write(`${line}\n`);
		shown = tenth;
	};
}
