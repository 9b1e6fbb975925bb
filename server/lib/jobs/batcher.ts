import { setTimeout as sleep } from 'node:timers/promises';

/** Gathers items into batches whose size follows the load: the next batch fills while one is written. */
export type Batcher<Item, Result> = {
	/** Resolves once the item is durable. @throws Overloaded if the queue is full. */
	add(item: Item): Promise<Result>;
	drain(): Promise<void>;
};

export type BatcherOptions<Item, Result> = {
	/** Runs one durable transaction. Returns one result per item, in order, or throws and stores nothing. */
	write(items: readonly Item[]): Promise<readonly Result[]>;
	batchSizeMax: number;
	batchesMax: number;
	/** Minimum queue length to start a batch while another runs. Fewer items wait, because one larger batch is cheaper. */
	alongsideFrom: number;
	/** Minimum time in ms between batch starts. An item that is alone does not wait. */
	paceMs: number;
	queueLengthMax: number;
	sourceLengthMax: number;
	/** Maximum estimated wait in ms; after it, the caller would have given up. */
	waitMsMax: number;
	sourceOf(item: Item): string;
	/** Items of one key never run in two concurrent batches, which would block each other. */
	keyOf?(item: Item): unknown;
	/** True if a single item may have caused the error; the others are then retried without it. */
	isItemsFault(error: unknown): boolean;
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
			const isAlone = queue.length === 1 && running.size === 0;
			const earlyMs = lastStartedAt + options.paceMs - startedAt;
			if (earlyMs > 0 && !isAlone) {
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
			while (isAboutToStart || running.size > 0) await Promise.all([...running, sleep(options.paceMs)]);
		},
	};
}

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

/** Takes evenly from all sources; order within a source is preserved. */
type FairQueue<Item> = ReturnType<typeof createFairQueue<Item>>;

function createFairQueue<Item>() {
	const waiting = new Map<string, Item[]>();
	let length = 0;

	function takeFrom(source: string, items: Item[], count: number, mayTake: (item: Item) => boolean): Item[] {
		waiting.delete(source);
		const [taken, left]: [Item[], Item[]] = [[], []];
		for (const item of items) (taken.length < count && mayTake(item) ? taken : left).push(item);
		if (left.length > 0) waiting.set(source, left);
		length -= taken.length;
		return taken;
	}

	return {
		get length() {
			return length;
		},
		lengthOf: (source: string) => waiting.get(source)?.length ?? 0,
		add(source: string, item: Item) {
			const items = waiting.get(source);
			if (items) items.push(item);
			else waiting.set(source, [item]);
			length += 1;
		},
		take(max: number, mayTake: (item: Item) => boolean) {
			const taken: Item[] = [];
			for (let before = -1; before < taken.length && taken.length < max && length > 0; ) {
				before = taken.length;
				const share = Math.max(1, Math.floor((max - taken.length) / waiting.size));
				for (const [source, items] of [...waiting]) {
					if (taken.length === max) break;
					taken.push(...takeFrom(source, items, share, mayTake));
				}
			}
			return taken;
		},
	};
}
