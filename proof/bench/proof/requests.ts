import { openHttpConnection } from '../credits/http-connection.ts';
import { postbackOf } from '../credits/postback-mix.ts';
import { openLoop } from '../lib/open-loop.ts';

const RATE = 200;
const CONNECTIONS = 64;

export type Requests = {
	/** People and partners, 200 requests a second in turns, until `work` is over. */
	during<Result>(work: () => Promise<Result>): Promise<{ result: Result; latencies: number[]; seconds: number }>;
	/** What was not answered as it should be, and how often. */
	readonly surprises: Readonly<Record<string, number>>;
};

/** Histories that are read, and postbacks that are booked. @param tokens of people. */
export function createRequests({ port, tokens }: { port: number; tokens: readonly string[] }): Requests {
	const surprises: Record<string, number> = {};
	// None twice, also not in a folder that was measured on before.
	const first = Date.now();
	let next = first;

	function requestOf(nth: number) {
		if (nth % 2 === 1) return postbackOf(next++, { first, hot: false });
		const header = `Authorization: Bearer ${tokens[nth % tokens.length]}`;
		return { kind: 'history', path: '/api/getOfferHistory', header, body: '{"data":{}}' };
	}

	return {
		surprises,
		async during(work) {
			const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => openHttpConnection(port)));
			const latencies: number[] = [];
			let isOver = false;
			const startedMs = performance.now();
			const sending = openLoop(connections, { rate: RATE, isOver: () => isOver }, async (connection, dueAt, nth) => {
				const { kind, ...request } = requestOf(nth);
				const { status, body } = await connection.ask(request);
				latencies.push(performance.now() - dueAt);
				if (status === (kind === 'forged' ? 403 : 200)) return;
				const what = `${kind}: ${status} ${body}`;
				surprises[what] = (surprises[what] ?? 0) + 1;
			});
			const result = await work().finally(() => {
				isOver = true;
			});
			const seconds = (performance.now() - startedMs) / 1000;
			await sending;
			for (const connection of connections) connection.end();
			return { result, latencies, seconds };
		},
	};
}
