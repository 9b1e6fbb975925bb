import { type AskOutside, askOutside, NoAnswer, type OutboundAnswer, readRetryAfter } from '../../lib/http/outbound.ts';
import type { CreateAnswer, Unclear } from './vendor.ts';

const BODY_BYTES_MAX = 256_000;
/** Stock and balance are asked while somebody waits for a page. */
const GLANCE_TIMEOUT_MS = 5_000;

export type VendorOptions = {
	/** Base address with path, without a slash at the end. */
	url: string;
	apiKey: string;
	timeoutMs: number;
	ask?: AskOutside | undefined;
};

type VendorAccess = Omit<VendorOptions, 'apiKey'> & { headers: Record<string, string> };

export type VendorReply = OutboundAnswer | NoAnswer;

/** Asks one vendor. Never throws for what the network does: no answer is a reply like any other. */
export function createAskVendor({ url, headers, timeoutMs, ask: send = askOutside }: VendorAccess) {
	async function ask(path: string, body?: unknown, patienceMs = timeoutMs): Promise<VendorReply> {
		const method = body === undefined ? 'GET' : 'POST';
		const limits = { timeoutMs: patienceMs, bodyBytesMax: BODY_BYTES_MAX };
		try {
			return await send({ method, url: `${url}${path}`, headers, body, ...limits });
		} catch (error) {
			if (error instanceof NoAnswer) return error;
			throw error;
		}
	}
	return { ask, glance: (path: string) => ask(path, undefined, GLANCE_TIMEOUT_MS) };
}

export function isAnswer(reply: VendorReply): reply is OutboundAnswer {
	return !(reply instanceof NoAnswer);
}

export function isSuccess(reply: VendorReply): reply is OutboundAnswer & { status: 200 | 201 } {
	return isAnswer(reply) && (reply.status === 200 || reply.status === 201);
}

/** The outcome of an answer that nobody has documented. Money does not move on it. */
export function unclear(reply: VendorReply): Unclear {
	if (!isAnswer(reply)) return { kind: 'unclear', problem: reply.message };
	const isLockedOut = reply.status === 401 || reply.status === 403;
	return { kind: 'unclear', problem: quote(reply), isLockedOut, retryAfterMs: retryAfterMs(reply) };
}

/** There is nobody at the address, or no address of that name: only met before a connection stands. */
const BEFORE_THE_CONNECTION: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

/** @returns undefined unless not one byte can have been sent. */
export function notSent(reply: VendorReply): CreateAnswer | undefined {
	if (isAnswer(reply)) return undefined;
	const { code } = (reply.cause ?? {}) as { code?: unknown };
	return BEFORE_THE_CONNECTION.has(code) ? { kind: 'not-now', reason: 'not-reached' } : undefined;
}

/** How long the vendor asks us to wait. A date is read against the vendor's own clock, where it tells it. */
export function retryAfterMs(answer: OutboundAnswer): number | undefined {
	const vendorsNowMs = Date.parse(answer.headers.get('date') ?? '');
	return readRetryAfter(answer, Number.isNaN(vendorsNowMs) ? Date.now() : vendorsNowMs);
}

/** The answer for a person who reads the log, cut to 200 characters. */
export function quote({ status, text }: OutboundAnswer): string {
	return `status ${status}: ${plain(text)}`;
}

/** PostgreSQL takes neither zero bytes nor halves of a letter; an answer that cannot be kept would leave its order open. */
export function plain(text: string): string {
	return text
		.slice(0, 200)
		.toWellFormed()
		.replaceAll(/\p{Cc}/gu, ' ');
}
