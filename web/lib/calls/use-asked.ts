import { useCallback, useEffect, useState } from 'react';
import type { CallName, CallPayload, CallResult } from '../../../contract/calls.ts';
import { useCall } from './clients.tsx';

export type Asked<Answer> = { answer: Answer | undefined; error: unknown; retry: () => void };

/** Without the query library. Keeps older data. */
export function useAsked<Answer>(ask: (signal: AbortSignal) => Promise<Answer>): Asked<Answer> {
	const [attempt, setAttempt] = useState(0);
	const [answer, setAnswer] = useState<Answer>();
	const [error, setError] = useState<unknown>();
	const retry = useCallback(() => setAttempt((count) => count + 1), []);
	useEffect(() => {
		const leaving = new AbortController();
		ask(leaving.signal).then(
			(found) => {
				setAnswer(found);
				setError(undefined);
			},
			(problem) => leaving.signal.aborted || setError(problem),
		);
		return () => leaving.abort();
	}, [ask, attempt]);
	useEffect(() => {
		addEventListener('online', retry);
		return () => removeEventListener('online', retry);
	}, [retry]);
	return { answer, error, retry };
}

export function useAskedCall<Name extends CallName>(name: Name, payload: CallPayload<Name> & null) {
	const call = useCall();
	return useAsked<CallResult<Name>>(useCallback((signal) => call(name, payload, signal), [call, name, payload]));
}
