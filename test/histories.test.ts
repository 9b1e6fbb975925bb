import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkBooks } from '../server/check-books.ts';
import { openTestDatabase } from './database.ts';
import { type History, histories } from './histories/operations.ts';
import { playHistory } from './histories/play.ts';
import { createPostgresSite } from './histories/postgres-site.ts';

/** A long run is LOOTPASS_HISTORIES=1000; the LOOTPASS_SEED that a failure prints plays the same again. */
const COUNT = Number(process.env.LOOTPASS_HISTORIES ?? 4);
const SEED = Number(process.env.LOOTPASS_SEED ?? randomInt(2 ** 31));
const CONNECTIONS = 12;
const MS_FOR_EACH = 30_000;
const REPORT_EVERY = 50;
const DAY_MS = 86_400_000;

const database = openTestDatabase({ poolSize: CONNECTIONS });
const clock = {
	nowMs: Date.UTC(2027, 0, 1),
	now: () => clock.nowMs,
};
let played = 0;
let operations = 0;

async function play(history: History): Promise<void> {
	// Nothing of one history is due in another.
	clock.nowMs += DAY_MS;
	await playHistory(createPostgresSite(database, clock), history);
	played += 1;
	operations += history.groups.flat().length;
	if (played % REPORT_EVERY === 0) console.log(`${played} histories, ${operations} operations`);
}

/** Looking for the shortest history that still fails may take so long. */
const SHRINK_MS = 60_000;
const playMs = COUNT * MS_FOR_EACH;

/** A failure tells the seed and the shortest history that was found to fail. */
async function run(count: number, arbitrary: fc.Arbitrary<History>): Promise<void> {
	const shrinkMs = { interruptAfterTimeLimit: playMs + SHRINK_MS, markInterruptAsFailure: true };
	await fc.assert(fc.asyncProperty(arbitrary, play), { numRuns: count, seed: SEED, ...shrinkMs });
}

const timeout = playMs + 2 * SHRINK_MS;

test(`${COUNT} histories of some 200 operations, with many at once, go as a simple model says (seed ${SEED})`, {
	timeout,
}, async () => {
	await run(COUNT, histories({ length: 200, hours: 5 }));
	expect(await checkBooks(database.owner)).toEqual([]);
});

test(`histories of months do, too (seed ${SEED})`, { timeout }, async () => {
	await run(Math.ceil(COUNT / 10), histories({ length: 200, hours: 150 }));
});
