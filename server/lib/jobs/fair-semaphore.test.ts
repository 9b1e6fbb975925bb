import { expect, test } from 'vitest';
import { createFairSemaphore, TooManyWaiting } from './fair-semaphore.ts';

function setUp(waitingMax: readonly number[]) {
	const semaphore = createFairSemaphore({ atOnce: 1, waitingMax });
	const begun: string[] = [];
	const ends: (() => void)[] = [];
	const ask = (path: string) =>
		semaphore.run(path.split('/'), () => {
			begun.push(path);
			return new Promise<void>((resolve) => ends.push(resolve));
		});
	const first = ask('first');
	return {
		begun,
		ask,
		async endAll(work: readonly Promise<void>[]) {
			const all = Promise.allSettled([first, ...work]);
			await new Promise(setImmediate);
			for (let ended = 0; ended < ends.length; ended += 1) {
				ends[ended]?.();
				await new Promise(setImmediate);
			}
			return all;
		},
	};
}

test('groups at each level take turns, so one waiter is delayed by one turn of each other group', async () => {
	const { ask, begun, endAll } = setUp([100, 100, 100]);
	const flood = Array.from({ length: 5 }, () => ask('reset/net/a'));
	await endAll([...flood, ask('reset/net/b'), ask('sign-in/net/c')]);
	expect(begun).toEqual([
		'first',
		'reset/net/a',
		'sign-in/net/c',
		'reset/net/b',
		...Array.from({ length: 4 }, () => 'reset/net/a'),
	]);
});

test('a network with many visitors gets as many turns as one with a single visitor', async () => {
	const { ask, begun, endAll } = setUp([100, 100, 100]);
	const flood = Array.from({ length: 4 }, (_, n) => ask(`in/wide/${n}`));
	await endAll([...flood, ask('in/home/x'), ask('in/home/x')]);
	expect(begun.slice(1, 5)).toEqual(['in/wide/0', 'in/home/x', 'in/wide/1', 'in/home/x']);
});

test('a full queue evicts the newest waiter of its largest group and refuses new ones of that group', async () => {
	const { ask, begun, endAll } = setUp([4, 4, 3]);
	const flood = ['b', 'b', 'b', 'b'].map((visitor) => ask(`in/wide/${visitor}`));
	const outcomes = await endAll([...flood, ask('in/wide/c'), ask('in/home/x'), ask('in/far/y'), ask('in/wide/b')]);
	const refused = outcomes.flatMap((outcome, n) => (outcome.status === 'rejected' ? [[n, outcome.reason]] : []));
	expect(refused.every(([, reason]) => reason instanceof TooManyWaiting)).toBe(true);
	expect(refused.map(([n]) => n)).toEqual([2, 3, 4, 8]);
	expect(begun).toEqual(['first', 'in/wide/b', 'in/home/x', 'in/far/y', 'in/wide/c']);
});

test('a failure passes the slot to the next waiter', async () => {
	const semaphore = createFairSemaphore({ atOnce: 1, waitingMax: [9] });
	const failing = semaphore.run(['a'], () => Promise.reject(new Error('x')));
	const next = semaphore.run(['b'], async () => 'done');
	await expect(failing).rejects.toThrow('x');
	expect(await next).toBe('done');
	expect(await semaphore.run(['c'], async () => 'again')).toBe('again');
});
