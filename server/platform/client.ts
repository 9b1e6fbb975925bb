import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import type { Clock } from '../lib/clock.ts';
import { NoAnswer, type OutboundAnswer, parseJson, readRetryAfter, sendRequest } from '../lib/http/outbound.ts';
import type { Log } from '../lib/log.ts';
import { PlatformUnavailable, readRefusal, saysNoneExists } from './errors.ts';

const TRY_TIMEOUT_MS = 5_000;
const TRIES_MAX = 3;
const RETRY_DELAY_MS = 250;
/** No retry starts later than this after the first attempt. */
const PATIENCE_MS = 10_000;
const BODY_BYTES_MAX = 2_000_000;

type PlatformRequest = { method?: 'GET' | 'POST'; url: string; body?: unknown };

type PlatformAnswer<Value> = { ok: true; value: Value } | { ok: false; status: number; code: string };

export type PlatformClient = ReturnType<typeof createPlatformClient>;

export type PlatformClientDeps = { clock: Clock; log: Log };

type Attempt<Value> = PlatformAnswer<Value> | { retryAfterMs: number | undefined; problem: string };

/** Retries are safe, because all requests are look-ups. */
export function createPlatformClient({ clock, log }: PlatformClientDeps) {
	async function attempt<Schema extends z.ZodType>(
		request: PlatformRequest,
		schema: Schema,
	): Promise<Attempt<z.output<Schema>>> {
		try {
			const limits = { timeoutMs: TRY_TIMEOUT_MS, bodyBytesMax: BODY_BYTES_MAX };
			const answer = await sendRequest({ method: 'GET', ...request, ...limits });
			return readAnswer(answer, schema, clock);
		} catch (error) {
			if (error instanceof NoAnswer) return { retryAfterMs: undefined, problem: error.message };
			throw error;
		}
	}

	function logRefusal({ url }: PlatformRequest, { status, code }: { status: number; code: string }): void {
		const { origin, pathname } = new URL(url);
		log.warn({ origin, pathname, status, code }, 'the platform rejected a request');
	}

	return {
		async request<Schema extends z.ZodType>(request: PlatformRequest, schema: Schema) {
			const giveUpAt = clock.now() + PATIENCE_MS;
			for (let tries = 1; ; tries += 1) {
				const result = await attempt(request, schema);
				if ('ok' in result) {
					if (!result.ok && !saysNoneExists(result)) logRefusal(request, result);
					return result;
				}
				const waitMs = result.retryAfterMs ?? RETRY_DELAY_MS * 2 ** (tries - 1);
				const { origin, pathname } = new URL(request.url);
				log.warn({ origin, pathname, tries, problem: result.problem }, 'no usable response from the platform');
				if (tries >= TRIES_MAX || clock.now() + waitMs > giveUpAt) {
					throw new PlatformUnavailable(`${origin}${pathname}: ${result.problem}`);
				}
				await sleep(waitMs);
			}
		},
	};
}

function readAnswer<Schema extends z.ZodType>(
	answer: OutboundAnswer,
	schema: Schema,
	clock: Clock,
): Attempt<z.output<Schema>> {
	const { status, text } = answer;
	if (status >= 200 && status < 300) {
		const parsed = schema.safeParse(parseJson(text));
		if (parsed.success) return { ok: true, value: parsed.data };
		return {
			retryAfterMs: undefined,
			problem: `${status} with an unreadable body: ${parsed.error.issues[0]?.message}`,
		};
	}
	const isTransient = status === 408 || status === 429;
	if (status >= 400 && status < 500 && !isTransient) return { ok: false, status, ...readRefusal(text) };
	return { retryAfterMs: readRetryAfter(answer, clock.now()), problem: `status ${status}` };
}
