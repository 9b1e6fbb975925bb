import type { Random } from '../partners/random.ts';

/** Who goes on when several could: whoever waits for a turn is drawn, so the same seed is the same sequence of steps. */
export type Turns = {
	/** Waits for a turn. */
	take(): Promise<void>;
};

/** So often the event loop turns before somebody goes on, as what gathers items waits for that. */
const LOOP_TURNS = 1 / 6;

export function createTurns(random: Random): Turns {
	const waiting: (() => void)[] = [];
	let isDrawing = false;

	/** Only once nobody can do anything more without a turn: both queues come after all promises that are settled by now. */
	function drawSoon(): void {
		isDrawing = true;
		if (random.chance(LOOP_TURNS)) setImmediate(draw);
		else process.nextTick(draw);
	}

	function draw(): void {
		isDrawing = false;
		const [next] = waiting.splice(random.below(waiting.length), 1);
		next?.();
		if (waiting.length > 0) drawSoon();
	}

	return {
		take: () =>
			new Promise((resolve) => {
				waiting.push(resolve);
				if (!isDrawing) drawSoon();
			}),
	};
}
