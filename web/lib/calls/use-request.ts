import { useCallback, useEffect, useRef, useState } from 'react';
import type { CallName, CallPayload, CallResult } from '../../../contract/calls.ts';
import { useCall } from './clients.tsx';

export type RequestState<Answer> = { answer: Answer | undefined; error: unknown; reload: () => Promise<void> };

/** Requests again when the page is shown or online. Keeps the last answer meanwhile. */
export function useRequest<Answer>(request: (signal: AbortSignal) => Promise<Answer>): RequestState<Answer> {
	const [state, setState] = useState<{ answer?: Answer; error?: unknown }>({});
	const running = useRef<AbortController>(undefined);

	const reload = useCallback(async () => {
		running.current?.abort();
		running.current = new AbortController();
		const { signal } = running.current;
		try {
			const answer = await request(signal);
			if (!signal.aborted) setState({ answer });
		} catch (error) {
			if (!signal.aborted) setState((before) => ({ ...before, error }));
		}
	}, [request]);

	useEffect(() => {
		const reloadIfVisible = () => void (document.visibilityState === 'visible' && reload());
		void reload();
		document.addEventListener('visibilitychange', reloadIfVisible);
		addEventListener('online', reloadIfVisible);
		return () => {
			running.current?.abort();
			document.removeEventListener('visibilitychange', reloadIfVisible);
			removeEventListener('online', reloadIfVisible);
		};
	}, [reload]);

	return { answer: state.answer, error: state.error, reload };
}

export function useCallRequest<Name extends CallName>(name: Name, payload: CallPayload<Name> & null) {
	const call = useCall();
	return useRequest<CallResult<Name>>(useCallback((signal) => call(name, payload, signal), [call, name, payload]));
}
