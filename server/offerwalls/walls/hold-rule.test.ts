import { expect, test } from 'vitest';
import { HOUR_MS } from '../../../contract/durations.ts';
import type { RobuxCents } from '../../../contract/money.ts';
import type { Database } from '../../lib/db/database.ts';
import { createHoldRule } from './hold-rule.ts';
import type { Wall } from './wall.ts';

const wall = { holdHours: 0 } as Wall;
const large = 5_000 as RobuxCents;

test('the settings are read once for all who ask at the same moment, and again when they are old or could not be read', async () => {
	let reads = 0;
	let answer: () => Promise<unknown> = async () => ({ rows: [{ holdAbove: 1_000, holdAboveHours: 2 }] });
	const executor = {
		transformQuery: (node: unknown) => node,
		compileQuery: () => ({ sql: '', parameters: [], query: {} }),
		executeQuery: () => {
			reads += 1;
			return answer();
		},
	};
	let now = 0;
	const holdUntil = createHoldRule({
		db: { getExecutor: () => executor } as unknown as Database,
		clock: { now: () => now },
	});
	const askAll = () => Promise.all(Array.from({ length: 100 }, async () => holdUntil(wall, large)));

	expect(new Set(await askAll())).toEqual(new Set([2 * HOUR_MS]));
	expect(reads).toBe(1);
	expect(holdUntil(wall, large)).toBe(2 * HOUR_MS);

	now = 5_001;
	answer = async () => {
		throw new Error('the database is away');
	};
	await expect(askAll()).rejects.toThrow('the database is away');
	expect(reads).toBe(2);
	answer = async () => ({ rows: [{ holdAbove: null, holdAboveHours: 2 }] });
	expect(new Set(await askAll())).toEqual(new Set([undefined]));
	expect(reads).toBe(3);
});
