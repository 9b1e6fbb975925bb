/** Lets a few pieces of work run at once, first come, first served. */
export type Semaphore = {
	run<Result>(work: () => Promise<Result>): Promise<Result>;
	/** Returns how to give the place back; undefined if no place is free now. */
	tryEnter: () => (() => void) | undefined;
	waiting(): number;
};

export function createSemaphore(atOnce: number): Semaphore {
	const queue: (() => void)[] = [];
	let running = 0;

	async function enter(): Promise<void> {
		if (running < atOnce) {
			running += 1;
			return;
		}
		// Whoever leaves hands their place on: nobody slips in between.
		await new Promise<void>((resolve) => queue.push(resolve));
	}

	function leave(): void {
		const next = queue.shift();
		if (next) next();
		else running -= 1;
	}

	return {
		async run(work) {
			await enter();
			try {
				return await work();
			} finally {
				leave();
			}
		},
		tryEnter() {
			if (running >= atOnce) return undefined;
			running += 1;
			return leave;
		},
		waiting: () => queue.length,
	};
}
