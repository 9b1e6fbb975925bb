import { systemClock } from '../clock-and-log.ts';
import { createRankedSemaphore, TooManyWaiting } from './semaphores.ts';

const turnOf = (name: string) => ({ kind: name[2] ?? '', level: Number(name[0]), attempts: () => 0 });

function setUp(limits: { waitingMax?: number; longQueue?: number } = {}) {
	const { waitingMax = 100, longQueue = 100 } = limits;
	const clock = { nowMs: 0, now: () => clock.nowMs };
	const semaphore = createRankedSemaphore({ atOnce: 1, longQueue, clock });
	let arrivals = 0;
	const begun: string[] = [];
	const ends: (() => void)[] = [];
	const ask = (name: string, giveUpAt = 99) =>
		semaphore.run({ ...turnOf(name), arrival: arrivals++, waitingMax, giveUpAt }, () => {
			begun.push(name);
			return new Promise<void>((resolve) => ends.push(resolve));
		});
	const first = ask('0 first');
	return {
		semaphore,
		clock,
		ask,
		async endAll(work: readonly Promise<void>[]) {
			const all = Promise.allSettled([first, ...work]);
			await new Promise(setImmediate);
			for (let ended = 0; ended < ends.length; ended += 1) {
				ends[ended]?.();
				await new Promise(setImmediate);
			}
			const outcomes = await all;
			const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
			return { begun: begun.slice(1), refused };
		},
	};
}

test.each([
	['serves lower ranks first, and equal ranks in order of arrival', {}, '0 in4, 1 in2, 1 in5, 2 in1, 2 in3, 3 up', 0],
	[
		'serves the newest of equal ranks while the queue is long',
		{ longQueue: 3 },
		'0 in4, 1 in5, 1 in2, 2 in1, 2 in3, 3 up',
		0,
	],
	[
		'evicts the oldest of the highest rank of a kind that is too many',
		{ waitingMax: 3 },
		'0 in4, 1 in2, 1 in5, 3 up',
		2,
	],
])('the semaphore %s', async (_behaviour, limits, order, refusals) => {
	const { ask, endAll } = setUp(limits);
	const { begun, refused } = await endAll(
		['3 up', '2 in1', '1 in2', '2 in3', '0 in4', '1 in5'].map((name) => ask(name)),
	);
	expect(begun).toEqual(order.split(', '));
	expect(refused).toEqual(Array.from({ length: refusals }, () => expect.any(TooManyWaiting)));
});

test('the semaphore refuses a waiter whose patience is over, and all waiters when it stops', async () => {
	const { semaphore, clock, ask, endAll } = setUp();
	const left = ask('1 left');
	semaphore.refuseAll();
	await expect(left).rejects.toThrow(TooManyWaiting);
	clock.nowMs = 50;
	const { begun, refused } = await endAll([ask('1 late', 50), ask('2 patient', 51)]);
	expect([begun, refused]).toEqual([['2 patient'], [expect.any(TooManyWaiting)]]);
});

test('a failure passes the slot to the next waiter', async () => {
	const semaphore = createRankedSemaphore({ atOnce: 1, longQueue: 9, clock: systemClock });
	const turn = { ...turnOf('0 a'), arrival: 0, waitingMax: 9, giveUpAt: Number.POSITIVE_INFINITY };
	const failing = semaphore.run(turn, () => Promise.reject(new Error('x')));
	const next = semaphore.run(turn, async () => 'done');
	await expect(failing).rejects.toThrow('x');
	expect(await next).toBe('done');
	expect(await semaphore.run(turn, async () => 'again')).toBe('again');
});
