import { readFile } from 'node:fs/promises';
import { findProcess } from '../../server/lib/postgres/process-identity.ts';

/** The process ids of those that serve beside the first one, where a node is several processes. Linux only. */
export async function webProcessesOf(pid: number | undefined): Promise<number[]> {
	const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
	const found = await Promise.all(children.trim().split(' ').map(Number).map(findProcess));
	return found.flatMap((one) => (one?.args.some((arg) => arg.endsWith('/server/main.ts')) ? [one.pid] : []));
}
