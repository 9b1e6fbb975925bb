import { useState } from 'react';
import { messageOf } from './calls/refusal.ts';

/** Runs one submission at a time. `failed` is shown if the server sends no message. */
export function useSending<Answer>(failed: string) {
	const [answer, setAnswer] = useState<Answer>();
	const [problem, setProblem] = useState<string>();
	const [isSending, setSending] = useState(false);

	function forget(): void {
		setAnswer(undefined);
		setProblem(undefined);
	}

	async function send(action: () => Promise<Answer>): Promise<void> {
		if (isSending) return;
		setSending(true);
		forget();
		try {
			setAnswer(await action());
		} catch (error) {
			setProblem(messageOf(error, failed));
		}
		setSending(false);
	}
	return { answer, problem, isSending, send, forget };
}
