import { expect, test } from 'vitest';
import { shareAmong } from './share-of-limit.ts';

test('processes together stay within a limit, and each has at least one', () => {
	expect([1, 2, 3, 4, 9].map((processes) => shareAmong(processes)(4))).toEqual([4, 2, 1, 1, 1]);
});
