import { useEffect, useState } from 'react';

export type Asked<Answer> = { answer: Answer | undefined; hasFailed: boolean; retry: () => void };

/** Asks once, again when the connection is back, and when somebody wants it. What was answered before stays. */
export function useAsked<Answer>(ask: (signal: AbortSignal) => Promise<Answer>): Asked<Answer> {
	const [attempt, setAttempt] = useState(0);
	const [answer, setAnswer] = useState<Answer>();
	const [hasFailed, setFailed] = useState(false);
	const retry = () => setAttempt((count) => count + 1);
	useEffect(() => {
		const leaving = new AbortController();
		ask(leaving.signal).then(
			(found) => {
				setAnswer(found);
				setFailed(false);
			},
			() => leaving.signal.aborted || setFailed(true),
		);
		return () => leaving.abort();
	}, [ask, attempt]);
	useEffect(() => {
		const again = () => setAttempt((count) => count + 1);
		addEventListener('online', again);
		return () => removeEventListener('online', again);
	}, []);
	return { answer, hasFailed, retry };
}
