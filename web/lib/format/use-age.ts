import { useSyncExternalStore } from 'react';
import { MINUTE_MS } from '../../../contract/durations.ts';

const LOOK_EVERY_MS = 1_000;

const lookers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

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

/** Returns the age in ms, rounded down to whole minutes. */
export function useAge(thenMs: number): number {
	return useSyncExternalStore(
		everySecond,
		() => Math.floor((Date.now() - thenMs) / MINUTE_MS) * MINUTE_MS,
		() => 0,
	);
}
