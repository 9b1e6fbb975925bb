/** Stages of a batch; `wait` is the time in the queue of its first postback. */
export type Turn = 'wait' | 'lock' | 'look' | 'decide' | 'write' | 'commit';

export type NoteTurn = (turn: Turn, ms: number) => void;

export function startTurns(note: NoteTurn | undefined): (turn: Turn) => void {
	let sinceMs = performance.now();
	return (turn) => {
		const nowMs = performance.now();
		note?.(turn, nowMs - sinceMs);
		sinceMs = nowMs;
	};
}
