import { useState } from 'react';
import { messageOf } from './calls/refusal.ts';

/** Runs one submission at a time. `failed` is shown if the server sends no message. */
export function useSending(failed: string) {
	const [problem, setProblem] = useState<string>();
	const [isSending, setSending] = useState(false);

	async function send(action: () => Promise<unknown>): Promise<void> {
		if (isSending) return;
		setSending(true);
		setProblem(undefined);
		try {
			await action();
		} catch (error) {
			setProblem(messageOf(error, failed));
		}
		setSending(false);
	}
	return { problem, isSending, send };
}
