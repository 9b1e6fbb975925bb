import { createServer } from 'node:net';
import { reasonOf, StartProblem } from '../lib/start-problem.ts';

export type WantedPort = { setting: string; port: number; hosts: string[] };

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
