/** How long at most nothing was acknowledged, in ms. */
export type Silence = {
	/** Has to be told of every look, also when there is nothing new. */
	look(count: number, nowMs: number): void;
	/** The longest pause since `begin`, also the one that is not over yet. */
	longestMs(nowMs: number): number;
	begin(count: number, nowMs: number): void;
};

export function measureSilence(): Silence {
	let [counted, lastMs, longestMs] = [0, 0, 0];
	return {
		begin(count, nowMs) {
			[counted, lastMs, longestMs] = [count, nowMs, 0];
		},
		look(count, nowMs) {
			if (count === counted) return;
			longestMs = Math.max(longestMs, nowMs - lastMs);
			[counted, lastMs] = [count, nowMs];
		},
		longestMs: (nowMs) => Math.max(longestMs, nowMs - lastMs),
	};
}
