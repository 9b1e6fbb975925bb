import { NoAnswer, type SendRequest, sendRequest } from '../../lib/http/outbound.ts';
import type { AlertMessage, Channel } from './channel.ts';

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 64 * 1024;

/** @returns the failure as text without the channel's URL. */
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
		// Omits the error message, which contains the operator's host.
		return error instanceof NoAnswer ? `no response (${error.reason})` : 'the request failed';
	}
}
