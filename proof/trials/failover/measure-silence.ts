export function measureSilence(count: number, startMs: number) {
	let [counted, lastMs, longestMs] = [count, startMs, 0];
	return {
		look(count: number, nowMs: number): void {
			if (count === counted) return;
			longestMs = Math.max(longestMs, nowMs - lastMs);
			[counted, lastMs] = [count, nowMs];
		},
		longestMs: (nowMs: number) => Math.max(longestMs, nowMs - lastMs),
	};
}
