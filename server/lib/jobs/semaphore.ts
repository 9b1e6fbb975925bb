export type Semaphore = ReturnType<typeof createSemaphore>;

export function createSemaphore(atOnce: number) {
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
		async run<Result>(work: () => Promise<Result>) {
			await enter();
			try {
				return await work();
			} finally {
				leave();
			}
		},
		/** @returns a release function, or undefined if no slot is free. */
		tryEnter() {
			if (running >= atOnce) return undefined;
			running += 1;
			return leave;
		},
		waiting: () => queue.length,
		isIdle: () => running === 0,
	};
}
