import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type HttpConnection, openHttpConnection } from '../../bench/credits/http-connection.ts';
import { answerParent } from '../../bench/lib/child-process.ts';
import { type LatencySummary, summarise } from '../../bench/lib/latencies.ts';

export type FloodInput = {
	port: number;
	secret: string;
	uids: string[];
	name: string;
	connections: number;
	seconds: number;
	/** Per second. Undefined: each connection sends as soon as it has a response. */
	rate?: number;
};

export type FloodResult = {
	goodput: number;
	acknowledged: number;
	refused: number;
	refusedWithoutRetryAfter: number;
	/** Skipped because their connection was waiting for a response. */
	heldBack: number;
	others: Record<string, number>;
	acceptedLatency: LatencySummary;
	refusedLatency: LatencySummary;
	numbers: number[];
};

export type FloodCalls = { flood: { input: FloodInput; result: FloodResult } };

const PATIENCE_MS = 15_000;

answerParent<FloodCalls>({ flood }, async () => {});

async function flood(input: FloodInput): Promise<FloodResult> {
	const counts = { refused: 0, refusedWithoutRetryAfter: 0, heldBack: 0 };
	const others: Record<string, number> = {};
	const numbers: number[] = [];
	const [accepted, refused]: [number[], number[]] = [[], []];
	let next = 0;

	async function send(connection: HttpConnection): Promise<boolean> {
		const n = next++;
		const sentAt = performance.now();
		const answer = await Promise.race([connection.request({ path: pathOf(input, n) }), patience()]).catch(
			(error: Error) => error.message,
		);
		const tookMs = performance.now() - sentAt;
		const isAnswer = typeof answer !== 'string';
		if (isAnswer && answer.status === 200 && answer.body === 'OK') {
			numbers.push(n);
			accepted.push(tookMs);
		} else if (isAnswer && (answer.status === 503 || answer.status === 429)) {
			counts.refused += 1;
			if (!answer.hasRetryAfter) counts.refusedWithoutRetryAfter += 1;
			refused.push(tookMs);
		} else {
			const what = isAnswer ? `${answer.status} ${answer.body}` : answer;
			others[what] = (others[what] ?? 0) + 1;
		}
		return isAnswer;
	}

	const open = () => openHttpConnection(input.port);
	const connections = await Promise.all(Array.from({ length: input.connections }, open));
	const startedAt = performance.now();
	const endsAt = startedAt + input.seconds * 1_000;
	const everyMs = input.rate ? (input.connections * 1_000) / input.rate : 0;

	async function use(first: HttpConnection, index: number): Promise<void> {
		let connection: HttpConnection | undefined = first;
		for (let dueAt = startedAt + (index * everyMs) / input.connections; connection && dueAt < endsAt; ) {
			const lateMs = performance.now() - dueAt;
			if (lateMs < 0) await sleep(-lateMs);
			if (!(await send(connection))) {
				connection.end();
				connection = await open().catch(() => undefined);
			}
			const skipped = everyMs && Math.max(0, Math.floor((performance.now() - dueAt) / everyMs) - 1);
			counts.heldBack += skipped;
			dueAt = everyMs ? dueAt + (skipped + 1) * everyMs : performance.now();
		}
		connection?.end();
	}

	await Promise.all(connections.map(use));
	const seconds = (performance.now() - startedAt) / 1_000;
	return {
		...counts,
		acknowledged: numbers.length,
		goodput: numbers.length / seconds,
		others,
		acceptedLatency: summarise(accepted),
		refusedLatency: summarise(refused),
		numbers,
	};
}

async function patience(): Promise<never> {
	await sleep(PATIENCE_MS, undefined, { ref: false });
	throw new Error('no response in 15 s');
}

function pathOf({ uids, secret, name }: FloodInput, n: number): string {
	const subId = uids[n % uids.length] as string;
	const transId = `${name}-${n}`;
	const signature = hash('md5', `${subId}${transId}1${secret}`);
	return `/postback/w?subId=${subId}&transId=${transId}&status=1&reward=1&payout=0.005&signature=${signature}`;
}
