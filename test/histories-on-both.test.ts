import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openTestDatabase } from './database.ts';
import { type History, histories } from './histories/operations.ts';
import { playHistory } from './histories/play.ts';
import { createPostgresSite } from './histories/postgres-site.ts';

/** More are LOOTPASS_HISTORIES=100; the LOOTPASS_SEED that a failure tells plays the same again. */
const COUNT = Number(process.env.LOOTPASS_HISTORIES ?? 6);
const SEED = Number(process.env.LOOTPASS_SEED ?? randomInt(2 ** 31));
const MS_FOR_EACH = 20_000;
const DAY_MS = 86_400_000;

const database = openTestDatabase({ poolSize: 4 });
const clock = { nowMs: Date.UTC(2027, 0, 1), now: () => clock.nowMs };

/** Where nothing happens at the same moment and nobody dies, there is one course, and both stores have to take it. */
test(`${COUNT} histories, one operation after the other, go the same on PostgreSQL and in memory (seed ${SEED})`, {
	timeout: COUNT * MS_FOR_EACH,
}, async () => {
	const sampled = fc.sample(histories({ length: 120, hours: 5 }), { numRuns: COUNT, seed: SEED });
	const sequential = sampled.map(({ seed, groups }) => ({ seed, groups: groups.flat().map((one) => [one]) }));
	const inMemory = await tellInMemory(sequential);
	for (const [index, history] of sequential.entries()) {
		clock.nowMs += DAY_MS;
		const told: string[] = [];
		const tell = (line: string) => told.push(line);
		await playHistory(createPostgresSite(database, clock), history, { oneByOne: true, tell });
		const first = told.findIndex((line, place) => line !== inMemory[index]?.[place]);
		// All of a history would be pages; where it begins to differ says it.
		expect(inMemory[index]?.slice(first, first + 2)).toEqual(told.slice(first, first + 2));
		expect(inMemory[index]).toHaveLength(told.length);
	}
});

async function tellInMemory(played: readonly History[]): Promise<string[][]> {
	const told: string[][] = [];
	const program = new URL('./simulation/tell-in-memory.ts', import.meta.url);
	const worker = new Worker(program, { workerData: played, execArgv: [] });
	worker.on('message', (lines: string[]) => told.push(lines));
	await once(worker, 'exit');
	return told;
}
