import type pg from 'pg';
import { findSpread } from './citus.ts';
import { type Connection, type Engine, plain } from './engine.ts';

export type PoolEngine = Engine & { learn(connection: Connection): Promise<void>; end(): Promise<void> };

/** The first connection shows which database it is. Until then, functions that may wait open one. */
export function createEngine(pool: pg.Pool, openNumbers: () => pg.Pool): PoolEngine {
	let learning: Promise<unknown> | undefined;
	let numbers: pg.Pool | undefined;

	function openOnce(): pg.Pool {
		numbers ??= openNumbers();
		return numbers;
	}

	async function learned(): Promise<Engine> {
		(await pool.connect()).release();
		await learning;
		return engine;
	}

	const engine: PoolEngine = {
		...plain,
		takeNumbers: async (sequence, count) => (await learned()).takeNumbers(sequence, count),
		groupOf: async (uid) => (await learned()).groupOf(uid),
		countGroups: async () => (await learned()).countGroups(),
		partsOf: async (table) => (await learned()).partsOf(table),
		openTransactions: async () => (await learned()).openTransactions(),
		grants: async () => (await learned()).grants(),
		async learn(connection) {
			learning ??= findSpread(connection, pool, openOnce).then(
				(found) => Object.assign(engine, found ?? plain),
				(error) => {
					learning = undefined;
					throw error;
				},
			);
			await learning;
		},
		async end() {
			await numbers?.end();
		},
	};
	return engine;
}
