import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpConnection } from '../../bench/credits/http-connection.ts';
import { summarise } from '../../bench/lib/bench.ts';
import { answerParent } from '../../bench/lib/child-process.ts';
import { keepSending, type Pace } from './keep-sending.ts';

export type FloodInput = Pace & { secret: string; uids: string[]; name: string };

export type FloodResult = Awaited<ReturnType<typeof flood>>;
export type FloodCalls = { flood: { input: FloodInput; result: FloodResult } };

const PATIENCE_MS = 15_000;

answerParent<FloodCalls>({ flood }, async () => {});

async function flood(input: FloodInput) {
	const counts = { refused: 0, refusedWithoutRetryAfter: 0 };
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

	const { heldBack, seconds } = await keepSending(input, send);
	return {
		...counts,
		/** Skipped because their connection was waiting for a response. */
		heldBack,
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
