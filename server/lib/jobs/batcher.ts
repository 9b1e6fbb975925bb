import { setTimeout as sleep } from 'node:timers/promises';
import { createFairQueue, type FairQueue } from './fair-queue.ts';

/** Gathers items into batches: while one is written the next fills, so its size follows the load. */
export type Batcher<Item, Result> = {
	/** Resolves when durable. @throws Overloaded when too much waits; else whatever `write` threw for this item. */
	add(item: Item): Promise<Result>;
	drain(): Promise<void>;
};

export type BatcherOptions<Item, Result> = {
	/** Writes in one durable transaction. One result for each item, in order; or it throws and keeps nothing. */
	write(items: readonly Item[]): Promise<readonly Result[]>;
	batchSizeMax: number;
	batchesMax: number;
	/** Fewer waiting items are cheaper in the next batch than in one beside it. */
	alongsideFrom: number;
	/** A batch starts at least this long after the one before it. A lone item waits for nothing. */
	paceMs: number;
	/** How many may wait, of all sources together and of each one. */
	queueLengthMax: number;
	sourceLengthMax: number;
	/** How long an item may wait, reckoned by how long batches take. Whoever would wait longer has given up by then. */
	waitMsMax: number;
	/** Batches are filled evenly from all sources. */
	sourceOf(item: Item): string;
	/** Items of one key are never in two batches at the same time, which would wait for each other. Absent: none do. */
	keyOf?(item: Item): unknown;
	/** One item may be to blame: the others deserve another try without it. */
	isItemsFault(error: unknown): boolean;
	/** What waits would meet the same: it is refused at once. */
	isEverybodys(error: unknown): boolean;
};

export class Overloaded extends Error {
	constructor() {
		super('too many items are waiting to be written');
		this.name = 'Overloaded';
	}
}

type Waiting<Item, Result> = { item: Item; resolve(result: Result): void; reject(error: unknown): void };

export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> {
	const queue = createFairQueue<Waiting<Item, Result>>();
	const running = new Set<Promise<void>>();
	const busyKeys = new Set<unknown>();
	/** All that waits has its key in a batch that runs. */
	let isHeldUp = false;
	let isAboutToStart = false;
	let lastStartedAt = Number.NEGATIVE_INFINITY;
	let batchMs = 0;

	function isFullFor(source: string): boolean {
		const { queueLengthMax, sourceLengthMax, batchSizeMax, batchesMax, waitMsMax } = options;
		if (queue.length >= queueLengthMax || queue.lengthOf(source) >= sourceLengthMax) return true;
		const atOnce = isHeldUp ? 1 : batchesMax;
		return (queue.length / (batchSizeMax * atOnce)) * batchMs > waitMsMax;
	}

	function startBatches(): void {
		isAboutToStart = false;
		while (queue.length > 0 && running.size < options.batchesMax) {
			if (running.size > 0 && (isHeldUp || queue.length < options.alongsideFrom)) return;
			const startedAt = performance.now();
			const earlyMs = lastStartedAt + options.paceMs - startedAt;
			if (earlyMs > 0) {
				isAboutToStart = true;
				setTimeout(startBatches, earlyMs);
				return;
			}
			const waiting = queue.take(options.batchSizeMax, ({ item }) => !busyKeys.has(options.keyOf?.(item)));
			isHeldUp = waiting.length === 0;
			if (isHeldUp) return;
			lastStartedAt = startedAt;
			const keys = waiting.flatMap(({ item }) => options.keyOf?.(item) ?? []);
			for (const key of keys) busyKeys.add(key);
			const batch = writeOrSplit(options, queue, waiting).then(() => {
				batchMs = (batchMs + performance.now() - startedAt) / 2;
				running.delete(batch);
				for (const key of keys) busyKeys.delete(key);
				isHeldUp = false;
				if (!isAboutToStart) startBatches();
			});
			running.add(batch);
		}
	}

	return {
		add(item) {
			const source = options.sourceOf(item);
			if (isFullFor(source)) return Promise.reject(new Overloaded());
			return new Promise((resolve, reject) => {
				queue.add(source, { item, resolve, reject });
				if (isAboutToStart) return;
				isAboutToStart = true;
				setImmediate(startBatches);
			});
		},
		async drain() {
			while (isAboutToStart || running.size > 0) {
				await Promise.all([...running, sleep(options.paceMs)]);
			}
		},
	};
}

/** A batcher for each group of items that can be written together. */
export function createBatchers<Item, Result>(
	options: BatcherOptions<Item, Result>,
	groupOf: (item: Item) => Promise<number> | number,
): Batcher<Item, Result> {
	const batchers = new Map<number, Batcher<Item, Result>>();

	function addTo(group: number, item: Item): Promise<Result> {
		const known = batchers.get(group);
		if (known) return known.add(item);
		const made = createBatcher(options);
		batchers.set(group, made);
		return made.add(item);
	}

	return {
		add(item) {
			const group = groupOf(item);
			return typeof group === 'number' ? addTo(group, item) : group.then((found) => addTo(found, item));
		},
		async drain() {
			await Promise.all([...batchers.values()].map((batcher) => batcher.drain()));
		},
	};
}

/** A poisoned item splits its batch until it stands alone. */
async function writeOrSplit<Item, Result>(
	options: BatcherOptions<Item, Result>,
	queue: FairQueue<Waiting<Item, Result>>,
	batch: readonly Waiting<Item, Result>[],
): Promise<void> {
	try {
		const results = await options.write(batch.map((waiting) => waiting.item));
		if (results.length !== batch.length) throw new Error(`${results.length} results for ${batch.length} items`);
		batch.forEach((waiting, index) => {
			waiting.resolve(results[index] as Result);
		});
	} catch (error) {
		const rest = options.isEverybodys(error) ? queue.take(queue.length, () => true) : [];
		for (const waiting of rest) waiting.reject(error);
		if (batch.length === 1 || !options.isItemsFault(error)) {
			for (const waiting of batch) waiting.reject(error);
			return;
		}
		const middle = batch.length >> 1;
		await writeOrSplit(options, queue, batch.slice(0, middle));
		await writeOrSplit(options, queue, batch.slice(middle));
	}
}
