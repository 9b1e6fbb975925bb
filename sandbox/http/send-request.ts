import http from 'node:http';
import https from 'node:https';

export type OutgoingRequest = {
	method: 'GET' | 'POST';
	url: string;
	headers?: Record<string, string>;
	body?: string;
	timeoutMs: number;
};
type Answer = { status: number; text: string };

const ANSWER_BYTES_MAX = 2_000_000;

/** Avoids `fetch`, because sign-in rejects its Sec-Fetch headers. */
export async function sendRequest(request: OutgoingRequest): Promise<Answer> {
	const answer = await openRequest(request);
	const pieces: Buffer[] = [];
	let bytes = 0;
	for await (const piece of answer as AsyncIterable<Buffer>) {
		bytes += piece.length;
		if (bytes > ANSWER_BYTES_MAX) throw new Error('response too long');
		pieces.push(piece);
	}
	return { status: answer.statusCode ?? 0, text: Buffer.concat(pieces).toString('utf8') };
}

/** @throws Error if no response starts. With `timeoutMs` 0, the body has no time limit. */
export function openRequest(request: OutgoingRequest): Promise<http.IncomingMessage> {
	const { method, url, headers, body, timeoutMs } = request;
	const send = url.startsWith('https:') ? https.request : http.request;
	return new Promise((resolve, reject) => {
		const signal = timeoutMs > 0 ? AbortSignal.timeout(timeoutMs) : undefined;
		const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
		const outgoing = send(url, { method, headers: { ...headers, ...length }, agent: false, signal }, resolve);
		outgoing.once('error', (error) => reject(signal?.aborted ? new Error('timeout') : error));
		outgoing.end(body);
	});
}
