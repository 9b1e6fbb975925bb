import { once } from 'node:events';
import { connect } from 'node:net';

/** A minimal HTTP client, because it shares the cores with the product. */
export type HttpConnection = { request(request: HttpRequest): Promise<HttpAnswer>; end(): void };
export type HttpRequest = { path: string; header?: string; body?: string };
export type HttpAnswer = { status: number; body: string; hasRetryAfter: boolean };

const HEAD_END = '\r\n\r\n';
const LENGTH_FIELD = '\r\ncontent-length: ';

export async function openHttpConnection(port: number): Promise<HttpConnection> {
	const socket = connect({ host: '127.0.0.1', port, noDelay: true });
	await once(socket, 'connect');
	let received = '';
	let waiting: { resolve(answer: HttpAnswer): void; reject(error: Error): void } | undefined;

	socket.setEncoding('latin1').on('data', (text: string) => {
		received += text;
		try {
			const answer = readAnswer(received);
			if (!answer) return;
			received = '';
			waiting?.resolve(answer);
		} catch (error) {
			// If no request waits, only the socket is closed, and the next request fails.
			waiting?.reject(error as Error);
			socket.destroy();
		}
	});
	socket.on('error', () => {});
	socket.once('close', () => waiting?.reject(new Error('the server closed the connection')));
	return {
		request({ path, header, body }) {
			return new Promise((resolve, reject) => {
				if (socket.destroyed) return reject(new Error('the server closed the connection'));
				waiting = { resolve, reject };
				socket.write(
					`${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: partner/1.0\r\nAccept: */*\r\n${header ? `${header}\r\n` : ''}${body === undefined ? '' : bodyFields(body)}\r\n${body ?? ''}`,
					'latin1',
				);
			});
		},
		end() {
			socket.removeAllListeners('close');
			socket.destroy();
		},
	};
}

const bodyFields = (body: string): string => `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;

function readAnswer(text: string): HttpAnswer | undefined {
	const headEnd = text.indexOf(HEAD_END);
	if (headEnd < 0) return undefined;
	const field = text.indexOf(LENGTH_FIELD);
	if (field < 0 || field > headEnd) throw new Error(`the server answered without a length: ${text.slice(0, headEnd)}`);
	const length = Number.parseInt(text.slice(field + LENGTH_FIELD.length), 10);
	const bodyStart = headEnd + HEAD_END.length;
	if (text.length < bodyStart + length) return undefined;
	return {
		status: Number(text.slice(9, 12)),
		body: text.slice(bodyStart),
		hasRetryAfter: text.includes('\r\nretry-after: '),
	};
}
