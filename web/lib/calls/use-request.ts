import { useCallback, useEffect, useState } from 'react';
import type { CallName, CallPayload, CallResult } from '../../../contract/calls.ts';
import { useCall } from './clients.tsx';

export type RequestState<Answer> = { answer: Answer | undefined; error: unknown; retry: () => void };

/** Requests data without the query library. Keeps the last answer while a retry runs or fails. */
export function useRequest<Answer>(request: (signal: AbortSignal) => Promise<Answer>): RequestState<Answer> {
	const [attempt, setAttempt] = useState(0);
	const [answer, setAnswer] = useState<Answer>();
	const [error, setError] = useState<unknown>();
	const retry = useCallback(() => setAttempt((count) => count + 1), []);
	useEffect(() => {
		const leaving = new AbortController();
		request(leaving.signal).then(
			(found) => {
				setAnswer(found);
				setError(undefined);
			},
			(problem) => leaving.signal.aborted || setError(problem),
		);
		return () => leaving.abort();
	}, [request, attempt]);
	useEffect(() => {
		addEventListener('online', retry);
		return () => removeEventListener('online', retry);
	}, [retry]);
	return { answer, error, retry };
}

export function useCallRequest<Name extends CallName>(name: Name, payload: CallPayload<Name> & null) {
	const call = useCall();
	return useRequest<CallResult<Name>>(useCallback((signal) => call(name, payload, signal), [call, name, payload]));
}
