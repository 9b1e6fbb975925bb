import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpConnection } from '../credits/http-connection.ts';

export type SendDue = (connection: HttpConnection, dueAt: number, nth: number) => Promise<void>;

/**
 * Requests fall due at fixed times, as users come without asking how busy we are. One that finds no free connection waits,
 * and its latency counts from when it was due: a stall is felt by everyone it would have held up. They are used in turns:
 * a server lets go of one that asks nothing for half a minute.
 */
export async function openLoop(
	connections: readonly HttpConnection[],
	{ rate, isOver }: { rate: number; isOver: (nth: number) => boolean },
	send: SendDue,
): Promise<void> {
	// In turn: one that is never used is closed by the server after a minute, with an answer that nobody asked for.
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
