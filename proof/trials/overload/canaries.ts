import { setTimeout as sleep } from 'node:timers/promises';
import { bearer, type Json } from '../../../test/sites/json-client.ts';
import { summarise } from '../../bench/lib/latencies.ts';
import type { User } from '../world/load.ts';

export type CanaryResult = {
	answered: number;
	/** Told to come back, by 429 or 503 with `retry-after`. */
	refused: number;
	/** Neither: an error, or silence. */
	failed: Record<string, number>;
	p50: number;
	p99: number;
	max: number;
};

export type Canaries = { end(): Promise<{ signIn: CanaryResult; withdrawal: CanaryResult; profile: CanaryResult }> };

const PAUSE_MS = 200;
/** Longer than the product lets anybody wait. */
const PATIENCE_MS = 20_000;

export function startCanaries(url: string, user: User): Canaries {
	let isOver = false;

	async function repeat(ask: () => Promise<Response>): Promise<CanaryResult> {
		const latencies: number[] = [];
		const counts = { answered: 0, refused: 0 };
		const failed: Record<string, number> = {};
		while (!isOver) {
			const startedAt = performance.now();
			const outcome = await outcomeOf(ask);
			latencies.push(performance.now() - startedAt);
			if (outcome === 'answered' || outcome === 'refused') counts[outcome] += 1;
			else failed[outcome] = (failed[outcome] ?? 0) + 1;
			await sleep(PAUSE_MS);
		}
		const { p50, p99, max } = summarise(latencies);
		return { ...counts, failed, p50, p99, max };
	}

	const post = (path: string, body: Json, headers: Record<string, string> = {}) =>
		fetch(url + path, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...headers },
			body: JSON.stringify(body),
			signal: AbortSignal.timeout(PATIENCE_MS),
		});
	const mine = bearer(user.accessToken);
	const results = Promise.all([
		repeat(() => post('/auth/sign-in/email', { email: user.email, password: user.password })),
		repeat(() => post('/api/processWithdrawal', { data: { ...user.wanted, requestId: crypto.randomUUID() } }, mine)),
		repeat(() => fetch(`${url}/data/users/${user.uid}`, { headers: mine, signal: AbortSignal.timeout(PATIENCE_MS) })),
	]);
	return {
		async end() {
			isOver = true;
			const [signIn, withdrawal, profile] = await results;
			return { signIn, withdrawal, profile };
		},
	};
}

async function outcomeOf(ask: () => Promise<Response>): Promise<string> {
	try {
		const response = await ask();
		const text = await response.text();
		if (response.status < 500 && response.status !== 429) return 'answered';
		const mayComeBack = [429, 503, 504].includes(response.status) && response.headers.has('retry-after');
		return mayComeBack ? 'refused' : `${response.status} ${text.slice(0, 100)}`;
	} catch (error) {
		return (error as Error).name;
	}
}
