/** Measures the longest time in ms without a new operation, from `startMs` on. */
export function measureSilence(count: number, startMs: number) {
	let [counted, lastMs, longestMs] = [count, startMs, 0];
	return {
		look(count: number, nowMs: number): void {
			if (count === counted) return;
			longestMs = Math.max(longestMs, nowMs - lastMs);
			[counted, lastMs] = [count, nowMs];
		},
		/** Includes the time since the last operation. */
		longestMs: (nowMs: number) => Math.max(longestMs, nowMs - lastMs),
	};
}
