import { setTimeout as sleep } from 'node:timers/promises';
import { createBatcher, Overloaded } from './batcher.ts';

type Options = Parameters<typeof createBatcher<number, number>>[0];

function batcherThat(write: Options['write'], options: Partial<Options> = {}) {
	return createBatcher<number, number>({
		write,
		batchSizeMax: 8,
		batchesMax: 1,
		alongsideFrom: 1,
		paceMs: 0,
		queueLengthMax: 100,
		sourceLengthMax: 100,
		waitMsMax: 60_000,
		sourceOf: () => 'wall',
		isItemsFault: (error) => error instanceof RangeError,
		isEverybodys: () => false,
		...options,
	});
}

/** Batches end when the test says so. */
function pausedBatcher(options: Partial<Options>) {
	const written: { items: readonly number[]; finish: () => void }[] = [];
	const write: Options['write'] = (items) =>
		new Promise((resolve) => written.push({ items, finish: () => resolve(items) }));
	const batcher = batcherThat(write, options);
	const turn = () => new Promise(setImmediate);
	const added: Promise<number>[] = [];
	return {
		added,
		batches: () => written.map(({ items }) => items),
		add(...items: number[]) {
			added.push(...items.map(batcher.add));
			return turn();
		},
		finish(index: number) {
			written[index]?.finish();
			return turn();
		},
	};
}

const statusesOf = async (batcher: ReturnType<typeof batcherThat>, items: readonly number[]) =>
	(await Promise.allSettled(items.map(batcher.add))).map((one) =>
		one.status === 'rejected' && one.reason instanceof Overloaded ? 'overloaded' : one.status,
	);
const numbers = (length: number) => Array.from({ length }, (_, item) => item);

afterEach(() => void vi.useRealTimers());

test('a batcher writes concurrent items together and returns each item its own result', async () => {
	const sizes: number[] = [];
	const batcher = batcherThat(async (items) => {
		sizes.push(items.length);
		return items.map((item) => item * 10);
	});
	expect(await Promise.all(numbers(20).map(batcher.add))).toEqual(numbers(20).map((item) => item * 10));
	expect(sizes).toEqual([8, 8, 4]);
});

test('a batcher rejects only the failing item of a batch', async () => {
	const batcher = batcherThat(async (items) => {
		if (items.includes(5)) throw new RangeError('poison');
		return items;
	});
	const expected = numbers(8).map((item) => (item === 5 ? 'rejected' : 'fulfilled'));
	expect(await statusesOf(batcher, numbers(8))).toEqual(expected);
});

test.each([
	['does not split a batch after a database error', false, [1, 2, 3]],
	['rejects the waiting items at once when an outage fails a batch', true, numbers(20)],
])('a batcher %s, and works again afterwards', async (_, isOutage, items) => {
	let writes = 0;
	const write: Options['write'] = async (written) => {
		writes += 1;
		if (writes === 1) throw new Error('connection lost');
		return written;
	};
	const batcher = batcherThat(write, { isEverybodys: () => isOutage });
	expect(new Set(await statusesOf(batcher, items))).toEqual(new Set(['rejected']));
	expect(writes).toBe(1);
	await expect(batcher.add(21)).resolves.toBe(21);
});

test('a batcher refuses items that would wait too long while batches are slow, and accepts them again later', async () => {
	let isSlow = true;
	const batcher = batcherThat(
		async (items) => {
			if (isSlow) await sleep(400);
			return items;
		},
		{ batchSizeMax: 1, waitMsMax: 500 },
	);
	await batcher.add(0);
	await batcher.drain();
	const statuses = await statusesOf(batcher, [1, 2, 3, 4, 5, 6]);
	expect(statuses).toContain('overloaded');
	expect(statuses).not.toContain('rejected');
	isSlow = false;
	for (let n = 0; n < 20; n += 1) await batcher.add(n);
	expect(new Set(await statusesOf(batcher, [1, 2, 3, 4, 5, 6]))).toEqual(new Set(['fulfilled']));
});

test('the estimated wait for items of one key assumes one batch at a time', async () => {
	vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'setImmediate'] });
	const write: Options['write'] = (items) => new Promise((resolve) => setTimeout(resolve, 400, items));
	const batcher = batcherThat(write, {
		...{ batchSizeMax: 1, batchesMax: 2, waitMsMax: 300 },
		keyOf: (item) => (item > 10 ? 'one' : item),
	});
	const seen = batcher.add(0);
	await vi.advanceTimersByTimeAsync(500);
	await seen;
	const flood = [batcher.add(11), batcher.add(12)];
	await vi.advanceTimersByTimeAsync(1);
	flood.push(batcher.add(13));
	const refused = expect(batcher.add(14)).rejects.toThrow(Overloaded);
	await vi.advanceTimersByTimeAsync(2_000);
	await refused;
	await expect(Promise.all(flood)).resolves.toEqual([11, 12, 13]);
});

test('a batcher refuses items beyond the queue limit', async () => {
	const batcher = batcherThat(async (items) => items, { queueLengthMax: 2 });
	expect(await statusesOf(batcher, [1, 2, 3])).toEqual(['fulfilled', 'fulfilled', 'overloaded']);
});

test('a batcher fills batches evenly from all sources and preserves the order of each', async () => {
	const batches: number[][] = [];
	const batcher = batcherThat(
		async (items) => {
			batches.push([...items]);
			return items;
		},
		{ batchSizeMax: 4, sourceOf: (item) => (item < 100 ? 'flood' : item < 200 ? 'some' : 'one') },
	);
	await Promise.all([...numbers(9), 100, 101, 200].map(batcher.add));
	expect(batches.map((items) => items.toSorted((a, b) => a - b))).toEqual([
		[0, 1, 100, 200],
		[2, 3, 4, 101],
		[5, 6, 7, 8],
	]);
});

test("a batcher refuses items beyond a source's limit and still accepts other sources", async () => {
	const batcher = batcherThat(async (items) => items, {
		queueLengthMax: 4,
		sourceLengthMax: 2,
		sourceOf: (item) => (item < 10 ? 'flood' : 'other'),
	});
	const statuses = ['fulfilled', 'fulfilled', 'overloaded', 'fulfilled'];
	expect(await statusesOf(batcher, [1, 2, 3, 10])).toEqual(statuses);
	await expect(batcher.add(4)).resolves.toBe(4);
});

test('a batcher starts a concurrent batch when enough items wait, up to the limit', async () => {
	const { add, added, batches, finish } = pausedBatcher({ batchesMax: 2, alongsideFrom: 3, batchSizeMax: 3 });
	await add(1);
	await add(2, 3);
	expect(batches()).toEqual([[1]]);
	await add(4, 5, 6, 7, 8, 9);
	expect(batches()).toEqual([[1], [2, 3, 4]]);
	await finish(1);
	expect(batches()).toEqual([[1], [2, 3, 4], [5, 6, 7]]);
	await finish(2);
	expect(batches()).toHaveLength(3);
	await finish(0);
	await finish(3);
	expect(await Promise.all(added)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
	expect(batches()[3]).toEqual([8, 9]);
});

test('a batcher never puts items of one key into two concurrent batches, and preserves their order', async () => {
	const { add, added, batches, finish } = pausedBatcher({ batchesMax: 2, keyOf: (item) => item % 10 });
	await add(1, 2);
	await add(11, 3, 21);
	expect(batches()).toEqual([[1, 2], [3]]);
	await finish(1);
	await add(31);
	expect(batches()).toHaveLength(2);
	await finish(0);
	expect(batches()[2]).toEqual([11, 21, 31]);
	await finish(2);
	expect(await Promise.all(added)).toEqual([1, 2, 11, 3, 21, 31]);
});

test('a batcher batches items of a steady stream, and writes a lone item without delay', async () => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
	const batches: number[][] = [];
	const batcher = batcherThat(
		async (items) => {
			batches.push([...items]);
			return items;
		},
		{ paceMs: 10 },
	);
	const turn = () => new Promise(setImmediate);
	for (const item of [1, 2]) await batcher.add(item);
	expect(batches).toEqual([[1], [2]]);
	const added = [batcher.add(3), batcher.add(4)];
	await turn();
	added.push(batcher.add(5));
	await vi.advanceTimersByTimeAsync(9);
	expect(batches).toHaveLength(2);
	await vi.advanceTimersByTimeAsync(1);
	expect(await Promise.all(added)).toEqual([3, 4, 5]);
	expect(batches).toEqual([[1], [2], [3, 4, 5]]);
});

test('drain waits until the last item is written', async () => {
	const written: number[] = [];
	const batcher = batcherThat(async (items) => {
		await new Promise((resolve) => setTimeout(resolve, 2));
		written.push(...items);
		return items;
	});
	for (let item = 0; item < 20; item += 1) void batcher.add(item);
	await batcher.drain();
	expect(written).toHaveLength(20);
});
