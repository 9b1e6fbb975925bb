import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Clock, Log } from '../lib/clock-and-log.ts';
import { NoAnswer, type OutboundAnswer, parseJson, readRetryAfter, sendRequest } from '../lib/http/outbound.ts';

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

/** The platform gave no definite response, so callers may conclude nothing. */
export class PlatformUnavailable extends Error {
	override readonly name = 'PlatformUnavailable';
}

export function rejected(what: string, { status, code }: { status: number; code: string }): PlatformUnavailable {
	return new PlatformUnavailable(`the platform rejected ${what}: ${status} ${code}`);
}

/** The platform's errors (openapi.json of creator-docs): numbered, Open Cloud v2, the game-passes service. */
const refusal = z.union([
	z
		.object({ errors: z.array(z.object({ code: z.union([z.number(), z.string()]) })).min(1) })
		.transform(({ errors }) => String(errors[0]?.code)),
	z.object({ errorCode: z.string() }).transform(({ errorCode }) => errorCode),
	z.object({ code: z.union([z.number(), z.string()]) }).transform(({ code }) => String(code)),
]);

/** True only for a definite "not found". Other errors, such as 401 or a moved address, say nothing about what exists. */
export function saysNoneExists({ status, code }: { status: number; code: string }): boolean {
	return status === 404 || /notfound$/i.test(code);
}

function readRefusal(text: string): { code: string } {
	const parsed = refusal.safeParse(parseJson(text));
	return { code: parsed.success ? parsed.data : '' };
}

export function createCache<Value>(options: { clock: Clock; ttlMs: number; entriesMax: number }) {
	const { clock, ttlMs, entriesMax } = options;
	const entries = new Map<string, { value: Value; until: number }>();
	const loading = new Map<string, Promise<Value | undefined>>();

	function keep(key: string, value: Value): void {
		entries.delete(key);
		const oldest = entries.size >= entriesMax ? entries.keys().next() : undefined;
		if (oldest && !oldest.done) entries.delete(oldest.value);
		entries.set(key, { value, until: clock.now() + ttlMs });
	}

	function find(key: string): Value | undefined {
		const entry = entries.get(key);
		return entry && entry.until > clock.now() ? entry.value : undefined;
	}

	return {
		find,
		keep,
		/** Concurrent callers share one load. `undefined` is never cached. */
		get(key: string, load: () => Promise<Value | undefined>) {
			const found = find(key);
			if (found !== undefined) return Promise.resolve(found);
			const running = loading.get(key);
			if (running) return running;
			const started = load()
				.then((value) => {
					if (value !== undefined) keep(key, value);
					return value;
				})
				.finally(() => loading.delete(key));
			loading.set(key, started);
			return started;
		},
	};
}

/** Yields pages until the last one, a repeated cursor or `pagesMax`. Page numbers start at 1. */
export async function* pagesOf<Page>(
	pagesMax: number,
	readPage: (cursor: string | undefined, page: number) => Promise<Page>,
	nextOf: (page: Page) => string | null | undefined,
): AsyncGenerator<Page> {
	const seen = new Set<string>();
	let cursor: string | undefined;
	for (let number = 1; number <= pagesMax; number += 1) {
		const page = await readPage(cursor, number);
		yield page;
		const next = nextOf(page);
		if (!next || seen.has(next)) return;
		seen.add(next);
		cursor = next;
	}
}
