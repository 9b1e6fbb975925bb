import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from '../world/world.ts';

export type Visitors = {
	/** Answers by status: `page 200`, `call 503`. */
	readonly answers: ReadonlyMap<string, number>;
	/** In ms. */
	slowest(): number;
	/** @returns answers that are no page of ours and no word of ours. */
	end(): Promise<string[]>;
};

const VISIT_EVERY_MS = 100;
/** Nobody waits longer before a page. */
const PATIENCE_MS = 20_000;
/** What a call with a wrong token is answered, and what it is answered while the database is away. */
const CALL_ANSWERS = [401, 503, 504];
const FINDINGS_MAX = 20;

/** Somebody opens a page again and again, and somebody else's page asks: both hear from us, whatever the database does. */
export function startVisitors({ url }: Pick<World, 'url'>): Visitors {
	const answers = new Map<string, number>();
	const findings: string[] = [];
	let slowestMs = 0;
	let isOver = false;

	async function visit(
		what: string,
		path: string,
		init: RequestInit,
		isFine: (status: number, text: string) => boolean,
	) {
		const askedAt = performance.now();
		const answer = await fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) })
			.then(async (response) => ({ status: response.status, text: await response.text() }))
			.catch((error: Error) => ({ status: 0, text: error.message }));
		slowestMs = Math.max(slowestMs, performance.now() - askedAt);
		const name = `${what} ${answer.status}`;
		answers.set(name, (answers.get(name) ?? 0) + 1);
		const isOurs = isFine(answer.status, answer.text);
		if (!isOurs && findings.length < FINDINGS_MAX) findings.push(`${name}: ${answer.text.slice(0, 200)}`);
	}

	const call = {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ data: { token: 'a'.repeat(43) } }),
	};
	const runs = [
		() => visit('page', '/', {}, (status, text) => status === 200 && text.includes('</html>')),
		() => visit('call', '/api/verifyWebSession', call, isOurAnswer),
	].map(async (once) => {
		while (!isOver) {
			await once();
			await sleep(VISIT_EVERY_MS);
		}
	});
	return {
		answers,
		slowest: () => slowestMs,
		async end() {
			isOver = true;
			await Promise.all(runs);
			return findings;
		},
	};
}

function isOurAnswer(status: number, text: string): boolean {
	return CALL_ANSWERS.includes(status) && text.startsWith('{"error":');
}
