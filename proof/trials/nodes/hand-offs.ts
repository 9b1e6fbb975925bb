import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, bearer, request } from '../../../test/sites/json-client.ts';
import { PATIENCE_MS, signUp } from '../world/load.ts';
import type { ProductNode } from '../world/product-nodes.ts';
import type { World } from '../world/world.ts';

export type HandOffs = {
	count(): number;
	/** What was refused although everything before it had been acknowledged, in words. */
	readonly findings: readonly string[];
	end(): Promise<void>;
};

const PAUSE_MS = 100;
const SERVER_FAILED = 500;

/** A step that got no whole answer: whether it was acted on is unknown, so the round is begun anew. */
class NoAnswer extends Error {}

/** Hand-offs again and again, each step at the next node. One-time secrets are asked for once: a repeat would be refused. */
export async function startHandOffs(world: World): Promise<HandOffs> {
	const { uid, accessToken } = await signUp(world);
	const findings: string[] = [];
	let count = 0;
	let isOver = false;

	async function step(what: string, url: string, init: RequestInit): Promise<Answer['body']> {
		const answer = await request(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => undefined);
		if (!answer || answer.status >= SERVER_FAILED) throw new NoAnswer();
		if (answer.status !== 200) throw new Error(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
		return answer.body;
	}

	const ask = (path: string, body: unknown, headers: Record<string, string> = {}) =>
		step(path, `${world.url}${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...headers },
			body: JSON.stringify(body),
		});

	async function goOnce(): Promise<void> {
		const { result: made } = await ask('/api/createWebSession', { data: null }, bearer(accessToken));
		const { result: exchanged } = await ask('/api/verifyWebSession', { data: { token: made.token } });
		const { token, user } = await ask('/auth/sign-in/custom-token', exchanged);
		if (user.id !== uid) throw new Error(`signed in as ${user.id} instead of ${uid}`);
		await Promise.all(world.nodes.map((node) => show(token, node)));
		count += 1;
	}

	/** A node that is down at the moment cannot say anything. */
	async function show(token: string, { port }: ProductNode): Promise<void> {
		const asked = step(`a session at ${port}`, `http://localhost:${port}/auth/token`, { headers: bearer(token) });
		await asked.catch((error) => {
			if (!(error instanceof NoAnswer)) throw error;
		});
	}

	async function run(): Promise<void> {
		while (!isOver) {
			await goOnce().catch((error) => {
				if (!(error instanceof NoAnswer)) findings.push(`hand-off: ${error.message}`);
			});
			await sleep(PAUSE_MS);
		}
	}

	const ended = run();
	return {
		count: () => count,
		findings,
		async end() {
			isOver = true;
			await ended;
		},
	};
}
