import { memoize } from './semaphores.ts';

let now = 0;
let loads = 0;
beforeEach(() => {
	[now, loads] = [1_000, 0];
});
const clock = { now: () => now };

test('memoize shares one call within the time and calls again afterwards', async () => {
	const get = memoize(clock, 100, async () => ++loads);
	expect(await Promise.all([get(), get()])).toEqual([1, 1]);
	now += 99;
	expect(await get()).toBe(1);
	now += 1;
	expect(await get()).toBe(2);
});

test('memoize caches undefined, but never a failure', async () => {
	const none = memoize(clock, 100, async () => void ++loads);
	await none();
	await none();
	expect(loads).toBe(1);

	const failing = memoize(clock, 100, async () => {
		if (++loads === 2) throw new Error('away');
		return loads;
	});
	await expect(failing()).rejects.toThrow('away');
	expect(await failing()).toBe(3);
});

test('a late failure in memoize does not discard a newer value', async () => {
	const first = Promise.withResolvers<number>();
	const get = memoize(clock, 100, () => (++loads === 1 ? first.promise : Promise.resolve(loads)));
	const failed = expect(get()).rejects.toThrow('away');
	now += 100;
	expect(await get()).toBe(2);
	first.reject(new Error('away'));
	await failed;
	expect(await get()).toBe(2);
});
