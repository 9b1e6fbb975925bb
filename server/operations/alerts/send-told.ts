import { type AskOutside, askOutside, NoAnswer } from '../../lib/http/outbound.ts';
import type { Channel, Told } from './channel.ts';

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 64 * 1024;

/** @returns the failure without the address. */
export async function sendTold(
	{ channel, brand, ask = askOutside }: { channel: Channel; brand: string; ask?: AskOutside | undefined },
	told: Told,
): Promise<string | undefined> {
	const request = channel.requestOf({ ...told, text: `${brand}: ${told.text}` });
	const limits = { method: 'POST' as const, timeoutMs: TIMEOUT_MS, bodyBytesMax: ANSWER_BYTES_MAX };
	try {
		const { status } = await ask({ ...request, ...limits });
		return status >= 200 && status < 300 ? undefined : `HTTP status ${status}`;
	} catch (error) {
		// The error message contains the operator's host.
		return error instanceof NoAnswer ? `no response (${error.reason})` : 'the request failed';
	}
}
