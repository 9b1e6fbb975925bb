import { setTimeout as sleep } from 'node:timers/promises';
import { bearer, type Json } from '../../../test/sites/json-client.ts';
import { type LatencySummary, summarise } from '../../bench/lib/latencies.ts';
import type { User } from '../world/load.ts';

export type CanaryResult = LatencySummary & {
	answered: number;
	/** Responses 429, 503 or 504 with `retry-after`. */
	refused: number;
	failed: Record<string, number>;
};

const PAUSE_MS = 200;
/** Longer than the server's own timeouts. */
const PATIENCE_MS = 20_000;

export function startCanaries(url: string, { email, password, uid, accessToken, wanted }: User) {
	let isOver = false;

	async function repeat(send: () => Promise<Response>): Promise<CanaryResult> {
		const latencies: number[] = [];
		const counts = { answered: 0, refused: 0 };
		const failed: Record<string, number> = {};
		while (!isOver) {
			const startedAt = performance.now();
			const outcome = await outcomeOf(send);
			latencies.push(performance.now() - startedAt);
			if (outcome === 'answered' || outcome === 'refused') counts[outcome] += 1;
			else failed[outcome] = (failed[outcome] ?? 0) + 1;
			await sleep(PAUSE_MS);
		}
		return { ...counts, failed, ...summarise(latencies) };
	}

	const own = bearer(accessToken);
	const signal = () => AbortSignal.timeout(PATIENCE_MS);
	const post = (path: string, body: Json, headers: Record<string, string> = {}) =>
		fetch(url + path, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...headers },
			body: JSON.stringify(body),
			signal: signal(),
		});
	const results = Promise.all([
		repeat(() => post('/auth/sign-in/email', { email, password })),
		repeat(() => post('/api/processWithdrawal', { data: { ...wanted, requestId: crypto.randomUUID() } }, own)),
		repeat(() => fetch(`${url}/data/users/${uid}`, { headers: own, signal: signal() })),
	]);
	return {
		async end() {
			isOver = true;
			const [signIn, withdrawal, profile] = await results;
			return { signIn, withdrawal, profile };
		},
	};
}

async function outcomeOf(send: () => Promise<Response>): Promise<string> {
	try {
		const response = await send();
		const text = await response.text();
		if (response.status < 500 && response.status !== 429) return 'answered';
		const isRefused = [429, 503, 504].includes(response.status) && response.headers.has('retry-after');
		return isRefused ? 'refused' : `${response.status} ${text.slice(0, 100)}`;
	} catch (error) {
		return (error as Error).name;
	}
}
