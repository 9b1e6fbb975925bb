import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpConnection } from '../credits/http-connection.ts';

export type SendDue = (connection: HttpConnection, dueAt: number, nth: number) => Promise<void>;

/** Latency counts from the due time, so a stall affects all delayed requests. */
export async function openLoop(
	connections: readonly HttpConnection[],
	{ rate, isOver }: { rate: number; isOver: (nth: number) => boolean },
	send: SendDue,
): Promise<void> {
	// Uses all connections in turn, because the server closes those that are idle for a minute.
	const free = [...connections];
	const inFlight = new Set<Promise<void>>();
	const start = performance.now();
	for (let nth = 0; !isOver(nth); ) {
		const dueAt = start + (nth * 1000) / rate;
		const connection = dueAt <= performance.now() ? free.shift() : undefined;
		if (!connection) {
			await sleep(1);
			continue;
		}
		const sent = send(connection, dueAt, nth).then(() => {
			free.push(connection);
			inFlight.delete(sent);
		});
		inFlight.add(sent);
		nth += 1;
	}
	await Promise.all(inFlight);
}
