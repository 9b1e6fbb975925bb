import { useSyncExternalStore } from 'react';
import { MINUTE_MS } from '../../../contract/durations.ts';

function everyMinute(listener: () => void): () => void {
	const timer = setInterval(listener, MINUTE_MS);
	return () => clearInterval(timer);
}

export function useNow(): number {
	return useSyncExternalStore(
		everyMinute,
		() => Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS,
		() => 0,
	);
}
