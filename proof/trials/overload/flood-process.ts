import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type HttpConnection, openHttpConnection } from '../../bench/credits/http-connection.ts';
import { answerParent } from '../../bench/lib/child-process.ts';
import { type LatencySummary, summarise } from '../../bench/lib/latencies.ts';

export type FloodInput = {
	port: number;
	secret: string;
	uids: string[];
	/** Begins the transaction ids of this flood: no two may share it. */
	name: string;
	connections: number;
	seconds: number;
	rate?: number;
};

export type FloodResult = {
	/** Credits that were acknowledged, a second: the goodput. */
	goodput: number;
	acknowledged: number;
	/** Told to come back: 429 or 503. */
	refused: number;
	/** Told so without saying when. */
	refusedWithoutRetryAfter: number;
	/** Due, but all connections waited for an answer: what a partner's own server would hold back. */
	heldBack: number;
	/** A connection broke, or an answer was none of these. */
	others: Record<string, number>;
	acceptedLatency: LatencySummary;
	refusedLatency: LatencySummary;
	/** Postbacks were numbered from 0 to before this. */
	sent: number;
	bits: string;
};

export type FloodCalls = { flood: { input: FloodInput; result: FloodResult } };

const PATIENCE_MS = 15_000;
const SENT_MAX = 8_000_000;

answerParent<FloodCalls>({ flood }, async () => {});

async function flood(input: FloodInput): Promise<FloodResult> {
	const bits = new Uint8Array(SENT_MAX / 8);
	const counts = { acknowledged: 0, refused: 0, refusedWithoutRetryAfter: 0, heldBack: 0 };
	const others: Record<string, number> = {};
	const [accepted, refused]: [number[], number[]] = [[], []];
	let next = 0;
	const endsAt = performance.now() + input.seconds * 1000;

	/** @returns whether the connection can be used again. */
	async function send(connection: HttpConnection): Promise<boolean> {
		const n = next++;
		const sentAt = performance.now();
		const answer = await Promise.race([connection.ask({ path: pathOf(input, n) }), patience()]).catch(
			(error: Error) => error.message,
		);
		const tookMs = performance.now() - sentAt;
		if (typeof answer === 'string') {
			others[answer] = (others[answer] ?? 0) + 1;
			return false;
		}
		const { status, body, hasRetryAfter } = answer;
		if (status === 200 && body === 'OK') {
			counts.acknowledged += 1;
			bits[n >> 3] = (bits[n >> 3] ?? 0) | (1 << (n & 7));
			accepted.push(tookMs);
		} else if (status === 503 || status === 429) {
			counts.refused += 1;
			if (!hasRetryAfter) counts.refusedWithoutRetryAfter += 1;
			refused.push(tookMs);
		} else {
			const what = `${status} ${body}`;
			others[what] = (others[what] ?? 0) + 1;
		}
		return true;
	}

	const open = () => openHttpConnection(input.port);
	const connections = await Promise.all(Array.from({ length: input.connections }, open));
	const startedAt = performance.now();
	if (input.rate) await openLoop(connections, input.rate, endsAt, send, open, counts);
	else await Promise.all(connections.map((connection) => closedLoop(connection, endsAt, send, open)));
	const seconds = (performance.now() - startedAt) / 1000;
	return {
		...counts,
		others,
		goodput: counts.acknowledged / seconds,
		acceptedLatency: summarise(accepted),
		refusedLatency: summarise(refused),
		sent: next,
		bits: Buffer.from(bits.subarray(0, (next >> 3) + 1)).toString('base64'),
	};
}

type Send = (connection: HttpConnection) => Promise<boolean>;
type Open = () => Promise<HttpConnection>;

async function closedLoop(first: HttpConnection, endsAt: number, send: Send, open: Open): Promise<void> {
	let connection = first;
	while (performance.now() < endsAt) {
		if (await send(connection)) continue;
		connection.end();
		const opened = await open().catch(() => undefined);
		if (!opened) return;
		connection = opened;
	}
	connection.end();
}

async function openLoop(
	free: HttpConnection[],
	rate: number,
	endsAt: number,
	send: Send,
	open: Open,
	counts: { heldBack: number },
): Promise<void> {
	const inFlight = new Set<Promise<void>>();
	const startedAt = performance.now();
	for (let due = 0; performance.now() < endsAt; ) {
		const dueNow = Math.floor(((performance.now() - startedAt) * rate) / 1000);
		for (; due < dueNow; due += 1) {
			// In turns: one that is never used is closed by the server in the end.
			const connection = free.shift();
			if (!connection) {
				counts.heldBack += dueNow - due;
				due = dueNow;
				break;
			}
			const sent = send(connection)
				.then(async (isUsable) => {
					if (!isUsable) connection.end();
					const usable = isUsable ? connection : await open().catch(() => undefined);
					if (usable) free.push(usable);
				})
				.finally(() => inFlight.delete(sent));
			inFlight.add(sent);
		}
		await sleep(1);
	}
	await Promise.all(inFlight);
	for (const connection of free) connection.end();
}

async function patience(): Promise<never> {
	await sleep(PATIENCE_MS, undefined, { ref: false });
	throw new Error('no answer in 15 s');
}

function pathOf({ uids, secret, name }: FloodInput, n: number): string {
	const subId = uids[n % uids.length] as string;
	const transId = `${name}-${n}`;
	const signature = hash('md5', `${subId}${transId}1${secret}`);
	return `/postback/w?subId=${subId}&transId=${transId}&status=1&reward=1&payout=0.005&signature=${signature}`;
}
