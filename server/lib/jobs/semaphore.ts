export type Semaphore = {
	run<Result>(work: () => Promise<Result>): Promise<Result>;
	/** @returns a release function, or undefined if no slot is free. */
	tryEnter: () => (() => void) | undefined;
	waiting(): number;
	isIdle(): boolean;
};

export function createSemaphore(atOnce: number): Semaphore {
	const queue: (() => void)[] = [];
	let running = 0;

	async function enter(): Promise<void> {
		if (running < atOnce) {
			running += 1;
			return;
		}
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
		isIdle: () => running === 0,
	};
}
