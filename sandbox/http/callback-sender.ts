import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, Faults, OutgoingPart } from '../faults/faults.ts';
import { type Answer, type OutgoingRequest, sendBadly, sendRequest } from './send-request.ts';

export type Callback = {
	request: Omit<OutgoingRequest, 'timeoutMs'>;
	garbled: () => Omit<OutgoingRequest, 'timeoutMs'>;
};
export type Attempt = { atMs: number; status: number | null; answer: string; fault: string | null };
export type Delivery = { state: 'sending' | 'waiting' | 'delivered' | 'gave-up'; attempts: Attempt[] };
export type CallbackSender = ReturnType<typeof createCallbackSender>;

const ANSWER_SHOWN_MAX = 300;

export function createCallbackSender(options: {
	part: OutgoingPart;
	faults: Faults;
	retryDelaysMs: readonly number[];
	timeoutMs: number;
}) {
	const { part, faults, retryDelaysMs, timeoutMs } = options;
	const closing = new AbortController();
	const heldBack = new Set<() => void>();

	async function deliver(callback: Callback, delivery: Delivery): Promise<void> {
		for (const retryDelayMs of [...retryDelaysMs, null]) {
			delivery.state = 'sending';
			const delivered = await attempt(callback, delivery);
			for (const release of heldBack) release();
			if (delivered || retryDelayMs === null) {
				delivery.state = delivered ? 'delivered' : 'gave-up';
				return;
			}
			delivery.state = 'waiting';
			await sleep(retryDelayMs, undefined, { signal: closing.signal, ref: false });
		}
	}

	async function attempt(callback: Callback, delivery: Delivery): Promise<boolean> {
		const fault = faults.take(part, callback.request.url);
		const atMs = Date.now();
		const note = (status: number | null, answer: string) => {
			delivery.attempts.push({ atMs, status, answer: answer.slice(0, ANSWER_SHOWN_MAX), fault: fault?.kind ?? null });
			return status === 200;
		};
		try {
			const answer = await sendWith(fault, callback);
			return fault?.kind === 'timeout-after' ? note(null, 'response ignored') : note(answer.status, answer.text);
		} catch (error) {
			return note(null, error instanceof Error ? error.message : String(error));
		}
	}

	async function sendWith(fault: Fault | undefined, callback: Callback): Promise<Answer> {
		const request = { ...callback.request, timeoutMs };
		switch (fault?.kind) {
			case 'delay':
				await sleep(fault.delayMs, undefined, { signal: closing.signal, ref: false });
				return sendRequest(request);
			case 'timeout-before':
				throw new Error('lost');
			case 'reset':
				return sendBadly(request, { kind: 'reset' });
			case 'slow-drip':
				return sendBadly(request, { kind: 'slow-drip', pauseMs: fault.delayMs });
			case 'garbage':
				return sendRequest({ ...callback.garbled(), timeoutMs });
			case 'duplicate': {
				const [first] = await Promise.all([sendRequest(request), sendRequest(request)]);
				return first;
			}
			case 'out-of-order':
				await holdBack(fault.delayMs);
				return sendRequest(request);
			default:
				return sendRequest(request);
		}
	}

	async function holdBack(atMostMs: number): Promise<void> {
		const next = Promise.withResolvers<void>();
		heldBack.add(next.resolve);
		await Promise.race([next.promise, sleep(atMostMs, undefined, { signal: closing.signal, ref: false })]);
		heldBack.delete(next.resolve);
	}

	return {
		send(callback: Callback): Delivery {
			const delivery: Delivery = { state: 'sending', attempts: [] };
			deliver(callback, delivery).catch(() => {
				delivery.state = 'gave-up';
			});
			return delivery;
		},
		close: () => closing.abort(),
	};
}
