import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';

export type OutgoingRequest = {
	method: 'GET' | 'POST';
	url: string;
	headers?: Record<string, string>;
	body?: string;
	timeoutMs: number;
};
export type Answer = { status: number; text: string };

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

/** @throws Error when the connection was cut. */
export async function sendBadly(
	request: OutgoingRequest,
	how: { kind: 'slow-drip'; pauseMs: number } | { kind: 'reset' },
): Promise<Answer> {
	const url = new URL(request.url);
	const socket = connect(url);
	socket.setTimeout(request.timeoutMs, () => socket.destroy(new Error('timeout')));
	const answered = readToEnd(socket);
	const text = Buffer.from(requestText(request, url));
	if (how.kind === 'reset') {
		socket.write(text.subarray(0, Math.floor(text.length / 2)), () => socket.destroy());
		await answered.catch(() => undefined);
		throw new Error('connection cut off');
	}
	// Prevents an unhandled rejection, because `answered` is awaited only at the end.
	answered.catch(() => undefined);
	for (let at = 0; at < text.length && !socket.destroyed; at += 16) {
		socket.write(text.subarray(at, at + 16));
		await sleep(how.pauseMs, undefined, { ref: false });
	}
	return parseAnswer(await answered);
}

function connect(url: URL): net.Socket {
	const secure = url.protocol === 'https:';
	const port = Number(url.port || (secure ? 443 : 80));
	const host = url.hostname.replace(/^\[|\]$/g, '');
	return secure ? tls.connect({ port, host, servername: host }) : net.connect({ port, host });
}

function requestText(request: OutgoingRequest, url: URL): string {
	const body = request.body ?? '';
	const headers = { ...request.headers, host: url.host, connection: 'close' } as Record<string, string>;
	if (request.body !== undefined) headers['content-length'] = String(Buffer.byteLength(body));
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
	return `${request.method} ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}

function readToEnd(socket: net.Socket): Promise<string> {
	return new Promise((resolve, reject) => {
		let text = '';
		socket.setEncoding('utf8');
		socket.on('data', (piece: string) => {
			if (text.length < ANSWER_BYTES_MAX) text += piece;
		});
		socket.once('error', reject);
		socket.once('close', () => resolve(text));
	});
}

function parseAnswer(text: string): Answer {
	const [head = '', body = ''] = text.split('\r\n\r\n', 2);
	const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
	if (status === 0) throw new Error('no response');
	return { status, text: body };
}
