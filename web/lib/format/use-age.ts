import { useSyncExternalStore } from 'react';
import { MINUTE_MS } from '../../../contract/durations.ts';

/** So long may an age on a page be behind, never ahead. */
const LOOK_EVERY_MS = 1_000;

const lookers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all the times on a page. */
function everySecond(listener: () => void): () => void {
	lookers.add(listener);
	timer ??= setInterval(() => {
		for (const look of lookers) look();
	}, LOOK_EVERY_MS);
	return () => {
		lookers.delete(listener);
		if (lookers.size > 0) return;
		clearInterval(timer);
		timer = undefined;
	};
}

/** How long ago something happened, in ms and whole minutes: it moves on when a minute is full, and not before. */
export function useAge(thenMs: number): number {
	return useSyncExternalStore(
		everySecond,
		() => Math.floor((Date.now() - thenMs) / MINUTE_MS) * MINUTE_MS,
		() => 0,
	);
}
