import { randomUUID } from 'node:crypto';
import { type HttpConnection, openHttpConnection } from '../credits/http-connection.ts';
import { summarise } from '../lib/bench.ts';
import { answerParent } from '../lib/child-process.ts';
import { openLoop } from '../lib/open-loop.ts';
import { AMOUNT, nameOf, PLACES } from './users.ts';

export type LoadInput = {
	port: number;
	connections: number;
	rate: number;
	first: number;
	warmUp: number;
	tokens: string[];
};
export type LoadCalls = { run: { input: LoadInput; result: Awaited<ReturnType<typeof run>> } };

answerParent<LoadCalls>({ run }, async () => {});

async function run({ port, connections: count, rate, first, warmUp, tokens }: LoadInput) {
	const connections = await Promise.all(Array.from({ length: count }, () => openHttpConnection(port)));
	const latencies: number[] = [];
	const sentLate: number[] = [];
	const surprises: Record<string, number> = {};
	let accepted = 0;

	async function withdraw(connection: HttpConnection, dueAt: number, index: number): Promise<void> {
		const n = first + index;
		if (index >= warmUp) sentLate.push(performance.now() - dueAt);
		const request = { roblox_username: nameOf(n), placeId: PLACES + n, amount: AMOUNT, requestId: randomUUID() };
		const { status, body } = await connection.request({
			path: '/api/processWithdrawal',
			header: `Authorization: Bearer ${tokens[index]}`,
			body: JSON.stringify({ data: request }),
		});
		if (index >= warmUp) latencies.push(performance.now() - dueAt);
		if (status === 200) accepted += 1;
		else surprises[`${status} ${body}`] = (surprises[`${status} ${body}`] ?? 0) + 1;
	}

	const start = performance.now();
	await openLoop(connections, { rate, isOver: (nth) => nth >= tokens.length }, withdraw);
	const seconds = (performance.now() - start) / 1000;
	for (const connection of connections) connection.end();
	return { accepted, latency: summarise(latencies), sentLate: summarise(sentLate), surprises, seconds };
}
