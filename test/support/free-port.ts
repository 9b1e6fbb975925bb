import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that systems give to connections: one of these could take a port between the search and its use. */
const FIRST = 20_000;
const COUNT = 10_000;

const given = new Set<number>();

export async function freePort(): Promise<number> {
	for (;;) {
		const port = FIRST + Math.floor(Math.random() * COUNT);
		if (given.has(port)) continue;
		given.add(port);
		if ((await isFree(port, '127.0.0.1')) && (await isFree(port, '::1'))) return port;
	}
}

async function isFree(port: number, host: string): Promise<boolean> {
	const probe = createServer().listen(port, host);
	try {
		await once(probe, 'listening');
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EADDRNOTAVAIL';
	}
	await new Promise((resolve) => probe.close(resolve));
	return true;
}
