import { setTimeout as sleep } from 'node:timers/promises';
import { type OutgoingRequest, sendRequest } from './send-request.ts';

type Attempt = { atMs: number; status: number | null; answer: string };
export type Delivery = { state: 'sending' | 'waiting' | 'delivered' | 'gave-up'; attempts: Attempt[] };
export type CallbackSender = ReturnType<typeof createCallbackSender>;

const ANSWER_SHOWN_MAX = 300;

export function createCallbackSender(retryDelaysMs: readonly number[], timeoutMs: number) {
	const closing = new AbortController();

	async function deliver(request: OutgoingRequest, delivery: Delivery): Promise<void> {
		for (const retryDelayMs of [...retryDelaysMs, null]) {
			delivery.state = 'sending';
			const delivered = await attempt(request, delivery);
			if (delivered || retryDelayMs === null) {
				delivery.state = delivered ? 'delivered' : 'gave-up';
				return;
			}
			delivery.state = 'waiting';
			await sleep(retryDelayMs, undefined, { signal: closing.signal, ref: false });
		}
	}

	async function attempt(request: OutgoingRequest, { attempts }: Delivery): Promise<boolean> {
		const atMs = Date.now();
		try {
			const { status, text } = await sendRequest(request);
			attempts.push({ atMs, status, answer: text.slice(0, ANSWER_SHOWN_MAX) });
			return status === 200;
		} catch (error) {
			attempts.push({ atMs, status: null, answer: error instanceof Error ? error.message : String(error) });
			return false;
		}
	}

	return {
		send(request: Omit<OutgoingRequest, 'timeoutMs'>): Delivery {
			const delivery: Delivery = { state: 'sending', attempts: [] };
			deliver({ ...request, timeoutMs }, delivery).catch(() => {
				delivery.state = 'gave-up';
			});
			return delivery;
		},
		close: () => closing.abort(),
	};
}
