import { expect, test } from 'vitest';
import { HOUR_MS } from '../../../contract/durations.ts';
import type { RobuxCents } from '../../../contract/money.ts';
import type { Database } from '../../lib/db/database.ts';
import { createHoldRule, LARGE_CREDIT } from './hold-rule.ts';
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
	const holdRule = createHoldRule({
		db: { getExecutor: () => executor } as unknown as Database,
		clock: { now: () => now },
	});
	const askAll = () => Promise.all(Array.from({ length: 100 }, async () => (await holdRule(wall))(large)));

	const held = { untilMs: 2 * HOUR_MS, cause: 'amount' };
	expect(await askAll()).toEqual(Array(100).fill(held));
	expect(reads).toBe(1);
	const holdOf = holdRule(wall);
	expect(holdOf instanceof Promise || holdOf(large)).toEqual(held);

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

test('a credit above 2,000 R$ is held, whatever the operator and the wall say', async () => {
	for (const holdAbove of [null, LARGE_CREDIT - 1, 10 * LARGE_CREDIT]) {
		const executor = {
			transformQuery: (node: unknown) => node,
			compileQuery: () => ({ sql: '', parameters: [], query: {} }),
			executeQuery: async () => ({ rows: [{ holdAbove, holdAboveHours: 72 }] }),
		};
		const db = { getExecutor: () => executor } as unknown as Database;
		const rule = createHoldRule({ db, clock: { now: () => 0 } });
		const isHeld = async (reward: number) => (await rule(wall))(reward as RobuxCents) !== undefined;
		expect(await isHeld(LARGE_CREDIT + 1), `above, with ${holdAbove}`).toBe(true);
		expect(await isHeld(LARGE_CREDIT), `at it, with ${holdAbove}`).toBe(holdAbove === LARGE_CREDIT - 1);
	}
});
