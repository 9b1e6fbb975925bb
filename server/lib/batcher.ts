import { createFairQueue } from './fair-queue.ts';

/**
 * Gathers single items into batches that are written at once. While a batch is being written the next one fills, so the
 * batch size follows the load by itself and an idle system answers without waiting.
 */
export type Batcher<Item, Result> = {
	/**
	 * Resolves when the item's batch is durable.
	 * @throws Overloaded when too much is waiting already; whatever `write` threw for this item otherwise.
	 */
	add(item: Item): Promise<Result>;
	/** Resolves when everything that was added is settled. */
	drain(): Promise<void>;
};

export type BatcherOptions<Item, Result> = {
	/** Writes a batch in one durable transaction. Answers one result for each item, in order, or throws and keeps nothing. */
	write(items: readonly Item[]): Promise<readonly Result[]>;
	/** Items of one lane are never written at the same time, so rows that they share are not fought over. */
	laneOf(item: Item): number;
	lanes: number;
	batchSizeMax: number;
	/** How many items may wait, of all sources together and of each one. */
	queueLengthMax: number;
	sourceLengthMax: number;
	/** Who sent the item. Batches are filled evenly from all who have something waiting. */
	sourceOf(item: Item): string;
	/** Whether one item of the batch may be to blame, so that the others deserve another try without it. */
	isItemsFault(error: unknown): boolean;
};

/** Too many items are waiting. The caller should be told to come back. */
export class Overloaded extends Error {
	constructor() {
		super('too many items are waiting to be written');
		this.name = 'Overloaded';
	}
}

type Waiting<Item, Result> = { item: Item; resolve(result: Result): void; reject(error: unknown): void };

export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> {
	const lanes = Array.from({ length: options.lanes }, () => ({
		queue: createFairQueue<Waiting<Item, Result>>(),
		running: undefined as Promise<void> | undefined,
	}));
	const queuedOf = new Map<string, number>();
	let queued = 0;

	/** @param change how many items more, or fewer, of this source are waiting. */
	function count(source: string, change: 1 | -1): void {
		queued += change;
		const ofSource = (queuedOf.get(source) ?? 0) + change;
		if (ofSource > 0) queuedOf.set(source, ofSource);
		else queuedOf.delete(source);
	}

	async function run(lane: (typeof lanes)[number]): Promise<void> {
		// Whatever else arrives in this turn of the event loop joins the first batch.
		await new Promise(setImmediate);
		while (lane.queue.length > 0) {
			const batch = lane.queue.take(options.batchSizeMax);
			for (const { item } of batch) count(options.sourceOf(item), -1);
			await writeOrSplit(options, batch);
		}
		lane.running = undefined;
	}

	return {
		add(item) {
			const source = options.sourceOf(item);
			const isFull = queued >= options.queueLengthMax || (queuedOf.get(source) ?? 0) >= options.sourceLengthMax;
			if (isFull) return Promise.reject(new Overloaded());
			const lane = lanes[options.laneOf(item) % lanes.length];
			if (!lane) throw new RangeError('a lane is a whole number from 0');
			return new Promise((resolve, reject) => {
				lane.queue.add(source, { item, resolve, reject });
				count(source, 1);
				lane.running ??= run(lane);
			});
		},
		async drain() {
			while (lanes.some((lane) => lane.running)) await Promise.all(lanes.map((lane) => lane.running));
		},
	};
}

/** A poisoned item splits its batch until it stands alone; it never fails its neighbours. */
async function writeOrSplit<Item, Result>(
	options: BatcherOptions<Item, Result>,
	batch: readonly Waiting<Item, Result>[],
): Promise<void> {
	try {
		const results = await options.write(batch.map((waiting) => waiting.item));
		if (results.length !== batch.length) throw new Error(`${results.length} results for ${batch.length} items`);
		batch.forEach((waiting, index) => {
			waiting.resolve(results[index] as Result);
		});
	} catch (error) {
		if (batch.length === 1 || !options.isItemsFault(error)) {
			for (const waiting of batch) waiting.reject(error);
			return;
		}
		const middle = batch.length >> 1;
		await writeOrSplit(options, batch.slice(0, middle));
		await writeOrSplit(options, batch.slice(middle));
	}
}
