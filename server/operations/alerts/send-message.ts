import { NoAnswer, type SendRequest, sendRequest } from '../../lib/http/outbound.ts';
import type { AlertMessage, Channel } from './channel.ts';

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 64 * 1024;

/** @returns the failure as text that does not reveal the address. */
export async function sendMessage(
	{ channel, brand, send = sendRequest }: { channel: Channel; brand: string; send?: SendRequest | undefined },
	message: AlertMessage,
): Promise<string | undefined> {
	const request = channel.requestOf({ ...message, text: `${brand}: ${message.text}` });
	const limits = { method: 'POST' as const, timeoutMs: TIMEOUT_MS, bodyBytesMax: ANSWER_BYTES_MAX };
	try {
		const { status } = await send({ ...request, ...limits });
		return status >= 200 && status < 300 ? undefined : `HTTP status ${status}`;
	} catch (error) {
		// The error message contains the operator's host.
		return error instanceof NoAnswer ? `no response (${error.reason})` : 'the request failed';
	}
}
