import { setTimeout as sleep } from 'node:timers/promises';
import { type HttpConnection, openHttpConnection } from '../../bench/credits/http-connection.ts';

export type Pace = {
	port: number;
	connections: number;
	seconds: number;
	/** Per second. Undefined: each connection sends as soon as it has a response. */
	rate?: number;
};

/** @param send returns false if its connection is lost */
export async function keepSending(
	{ port, connections, seconds, rate }: Pace,
	send: (connection: HttpConnection) => Promise<boolean>,
): Promise<{ heldBack: number; seconds: number }> {
	const open = () => openHttpConnection(port);
	const opened = await Promise.all(Array.from({ length: connections }, open));
	const startedAt = performance.now();
	const endsAt = startedAt + seconds * 1_000;
	const everyMs = rate ? (connections * 1_000) / rate : 0;
	let heldBack = 0;

	async function use(first: HttpConnection, index: number): Promise<void> {
		let connection: HttpConnection | undefined = first;
		for (let dueAt = startedAt + (index * everyMs) / connections; connection && dueAt < endsAt; ) {
			const lateMs = performance.now() - dueAt;
			if (lateMs < 0) await sleep(-lateMs);
			if (!(await send(connection))) {
				connection.end();
				connection = await open().catch(() => undefined);
			}
			const skipped = everyMs && Math.max(0, Math.floor((performance.now() - dueAt) / everyMs) - 1);
			heldBack += skipped;
			dueAt = everyMs ? dueAt + (skipped + 1) * everyMs : performance.now();
		}
		connection?.end();
	}

	await Promise.all(opened.map(use));
	return { heldBack, seconds: (performance.now() - startedAt) / 1_000 };
}
