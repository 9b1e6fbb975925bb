import type { Clock } from '../clock-and-log.ts';

export type RankedSemaphore = ReturnType<typeof createRankedSemaphore>;

export type Turn = {
	kind: string;
	/** Lower levels and fewer attempts are first. */
	level: number;
	attempts(): number;
	arrival: number;
	waitingMax: number;
	giveUpAt: number;
};

export class TooManyWaiting extends Error {
	override readonly name = 'TooManyWaiting';
}

type Waiter = Turn & { start(): void; giveUp(): void };
type Limits = { atOnce: number; longQueue: number; clock: Clock };

/** @param longQueue above this length, the newest of equal ranks is first. */
export function createRankedSemaphore({ atOnce, longQueue, clock }: Limits) {
	const waiters: Waiter[] = [];
	let running = 0;

	function remove(waiter: Waiter | undefined): Waiter | undefined {
		if (waiter) waiters.splice(waiters.indexOf(waiter), 1);
		return waiter;
	}

	function sorted(newestFirst: boolean): Waiter[] {
		const sign = newestFirst ? -1 : 1;
		return waiters.toSorted((a, b) => byRank(a, b) || sign * (a.arrival - b.arrival));
	}

	function wait(turn: Turn): Promise<void> {
		return new Promise((start, reject) => {
			waiters.push({ ...turn, start, giveUp: () => reject(new TooManyWaiting('the queue is full')) });
			const same = sorted(true).filter(({ kind }) => kind === turn.kind);
			if (same.length > turn.waitingMax) remove(same.at(-1))?.giveUp();
		});
	}

	function leave(): void {
		for (const late of waiters.filter(({ giveUpAt }) => giveUpAt <= clock.now())) remove(late)?.giveUp();
		const first = remove(sorted(waiters.length > longQueue)[0]);
		if (first) first.start();
		else running -= 1;
	}

	return {
		/** @throws TooManyWaiting */
		async run<Result>(turn: Turn, work: () => Promise<Result>) {
			if (running < atOnce) running += 1;
			// The slot passes directly to the next waiter, so a new arrival cannot overtake.
			else await wait(turn);
			try {
				return await work();
			} finally {
				leave();
			}
		},
		hasRoom(turn: Turn) {
			const same = waiters.filter(({ kind }) => kind === turn.kind);
			return turn.attempts() <= 1 || same.length < turn.waitingMax || same.some((each) => byRank(turn, each) < 0);
		},
		waiting: () => waiters.length,
		refuseAll() {
			for (const waiter of waiters.splice(0)) waiter.giveUp();
		},
	};
}

const byRank = (a: Turn, b: Turn): number => a.level - b.level || a.attempts() - b.attempts();

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

/** Throws the error of `late` after `limitMs`. Late work continues. */
export async function inTime<Result>(
	work: Promise<Result> | Result,
	limitMs: number,
	late: () => Error,
): Promise<Result> {
	let timer: NodeJS.Timeout | undefined;
	const limit = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(late()), limitMs);
	});
	try {
		return await Promise.race([work, limit]);
	} finally {
		clearTimeout(timer);
	}
}

export function memoize<Answer>(clock: Clock, cacheMs: number, load: () => Promise<Answer>): () => Promise<Answer> {
	let cached: { answer: Promise<Answer>; until: number } | undefined;

	return () => {
		if (cached && cached.until > clock.now()) return cached.answer;
		const loading = { answer: load(), until: clock.now() + cacheMs };
		cached = loading;
		loading.answer.catch(() => {
			if (cached === loading) cached = undefined;
		});
		return loading.answer;
	};
}
