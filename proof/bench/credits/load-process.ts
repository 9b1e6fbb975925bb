import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { summarise } from '../lib/bench.ts';
import { answerParent } from '../lib/child-process.ts';
import { openLoop, type SendDue } from '../lib/open-loop.ts';
import { type HttpConnection, openHttpConnection } from './http-connection.ts';
import { postbackOf } from './postback-mix.ts';

export type LoadResult = Awaited<ReturnType<typeof run>>;

export type LoadInput = {
	port: number;
	hot: boolean;
	connections: number;
	warmUpSeconds: number;
	seconds: number;
	/** Postbacks per second; absent in a closed loop. */
	rate?: number;
};

export type LoadCalls = {
	run: { input: LoadInput; result: LoadResult };
	writeAcknowledged: { input: { path: string }; result: undefined };
};

const NUMBERS_MAX = 20_000_000;

const acknowledged = new Uint8Array(NUMBERS_MAX);
let next = 1;

answerParent<LoadCalls>(
	{
		run,
		async writeAcknowledged({ path }) {
			await writeFile(path, acknowledged.subarray(0, next));
			return undefined;
		},
	},
	async () => {},
);

async function run(input: LoadInput) {
	const connections = await Promise.all(
		Array.from({ length: input.connections }, () => openHttpConnection(input.port)),
	);
	const recording = { on: false, credits: 0, postbacks: 0, latencies: [] as number[] };
	const surprises: Record<string, number> = {};
	const first = next;

	async function send(connection: HttpConnection, dueAt: number): Promise<void> {
		const n = next++;
		const postback = postbackOf(n, { first, hot: input.hot });
		const { kind } = postback;
		const { status, body } = await connection.request(postback);
		const isExpected = kind === 'forged' ? status === 403 : status === 200 && postback.bodies.includes(body);
		if (isExpected && kind === 'credit') acknowledged[n] = 1;
		if (!isExpected) {
			const what = `${kind}: ${status} ${body}`;
			surprises[what] = (surprises[what] ?? 0) + 1;
		}
		if (!recording.on) return;
		recording.postbacks += 1;
		if (isExpected && kind === 'credit') recording.credits += 1;
		recording.latencies.push(performance.now() - dueAt);
	}

	let hasEnded = false;
	const isOver = () => hasEnded;
	const { rate } = input;
	const settled = rate ? openLoop(connections, { rate, isOver }, send) : closedLoop(connections, isOver, send);
	await Promise.race([sleep(input.warmUpSeconds * 1000), settled]);
	recording.on = true;
	const start = performance.now();
	await Promise.race([sleep(input.seconds * 1000), settled]);
	recording.on = false;
	const elapsed = (performance.now() - start) / 1000;
	hasEnded = true;
	await settled;
	for (const connection of connections) connection.end();
	return {
		creditsPerSecond: recording.credits / elapsed,
		postbacksPerSecond: recording.postbacks / elapsed,
		latency: summarise(recording.latencies),
		total: next - first,
		first,
		end: next,
		surprises,
	};
}

async function closedLoop(connections: readonly HttpConnection[], isOver: () => boolean, send: SendDue): Promise<void> {
	await Promise.all(
		connections.map(async (connection) => {
			while (!isOver()) await send(connection, performance.now(), 0);
		}),
	);
}
