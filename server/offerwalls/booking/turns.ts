/** What a batch of postbacks does, one after the other. `wait` is its first one's, before it begins. */
export type Turn = 'wait' | 'lock' | 'look' | 'decide' | 'write' | 'commit';

export type NoteTurn = (turn: Turn, ms: number) => void;

/** @returns what is to be called at the end of each turn. */
export function startTurns(note: NoteTurn | undefined): (turn: Turn) => void {
	let sinceMs = performance.now();
	return (turn) => {
		const nowMs = performance.now();
		note?.(turn, nowMs - sinceMs);
		sinceMs = nowMs;
	};
}
