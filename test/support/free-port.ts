import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ephemeral range, where a connection could take the port first. */
const FIRST = 20_000;
const COUNT = 10_000;

/** Prevents concurrent processes from finding the same port. */
let next = (process.pid * 6_180) % COUNT;

export async function freePort(): Promise<number> {
	for (;;) {
		const port = FIRST + next;
		next = (next + 1) % COUNT;
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
