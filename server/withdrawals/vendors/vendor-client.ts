import type { z } from 'zod';
import {
	NoAnswer,
	type OutboundAnswer,
	parseJson,
	readRetryAfter,
	type SendRequest,
	sendRequest,
} from '../../lib/http/outbound.ts';
import type { CreateAnswer, Unclear } from './vendor.ts';

const BODY_BYTES_MAX = 256_000;
const GLANCE_TIMEOUT_MS = 5_000;

export type VendorOptions = { url: string; apiKey: string; timeoutMs: number; send?: SendRequest | undefined };

type VendorAccess = Omit<VendorOptions, 'apiKey'> & { headers: Record<string, string> };

export type VendorReply = OutboundAnswer | NoAnswer;

export function createVendorClient({ url, headers, timeoutMs, send = sendRequest }: VendorAccess) {
	async function request(path: string, body?: unknown, patienceMs = timeoutMs): Promise<VendorReply> {
		const method = body === undefined ? 'GET' : 'POST';
		const limits = { timeoutMs: patienceMs, bodyBytesMax: BODY_BYTES_MAX };
		try {
			return await send({ method, url: `${url}${path}`, headers, body, ...limits });
		} catch (error) {
			if (error instanceof NoAnswer) return error;
			throw error;
		}
	}
	return { request, glance: (path: string) => request(path, undefined, GLANCE_TIMEOUT_MS) };
}

export const isAnswer = (reply: VendorReply): reply is OutboundAnswer => !(reply instanceof NoAnswer);

export function isSuccess(reply: VendorReply): reply is OutboundAnswer & { status: 200 | 201 } {
	return isAnswer(reply) && (reply.status === 200 || reply.status === 201);
}

export function parsed<Schema extends z.ZodType>(schema: Schema, reply: VendorReply): z.output<Schema> | undefined {
	return isSuccess(reply) ? schema.safeParse(parseJson(reply.text)).data : undefined;
}

/** Returned for undocumented answers, on which no money moves. */
export function unclear(reply: VendorReply): Unclear {
	if (!isAnswer(reply)) return { kind: 'unclear', problem: reply.message };
	const isLockedOut = reply.status === 401 || reply.status === 403;
	return { kind: 'unclear', problem: quote(reply), isLockedOut, retryAfterMs: retryAfterMs(reply) };
}

/** Errors that occur before a connection exists. */
const BEFORE_THE_CONNECTION: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

/** @returns an answer only if certainly nothing was sent. */
export function notSent(reply: VendorReply): CreateAnswer | undefined {
	if (isAnswer(reply)) return undefined;
	const { code } = (reply.cause ?? {}) as { code?: unknown };
	return BEFORE_THE_CONNECTION.has(code) ? { kind: 'not-now', reason: 'not-reached' } : undefined;
}

/** @returns the wait in ms, measured by the vendor's clock if the response has a date. */
export function retryAfterMs(answer: OutboundAnswer): number | undefined {
	const vendorsNowMs = Date.parse(answer.headers.get('date') ?? '');
	return readRetryAfter(answer, Number.isNaN(vendorsNowMs) ? Date.now() : vendorsNowMs);
}

export function quote({ status, text }: OutboundAnswer): string {
	return `status ${status}: ${plain(text)}`;
}

/** PostgreSQL rejects zero bytes and lone surrogates; an answer that cannot be stored would leave its order open. */
export function plain(text: string): string {
	return text
		.slice(0, 200)
		.toWellFormed()
		.replaceAll(/\p{Cc}/gu, ' ');
}
