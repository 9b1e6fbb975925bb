import type pg from 'pg';
import { findSpread } from './citus.ts';
import { type Connection, type Engine, plain } from './engine.ts';

export type PoolEngine = Engine & { learn(connection: Connection): Promise<void>; end(): Promise<void> };

export function createEngine(pool: pg.Pool, openNumbers: () => pg.Pool): PoolEngine {
	let known: Engine | undefined;
	let learning: Promise<void> | undefined;
	let numbers: pg.Pool | undefined;

	function openOnce(): pg.Pool {
		numbers ??= openNumbers();
		return numbers;
	}

	async function find(connection: Connection): Promise<void> {
		known = (await findSpread(connection, pool, openOnce)) ?? plain;
	}

	function learn(connection: Connection): Promise<void> {
		learning ??= find(connection).catch((error) => {
			learning = undefined;
			throw error;
		});
		return learning;
	}

	function when<Result>(use: (engine: Engine) => Result): Result | Promise<Awaited<Result>> {
		return known ? use(known) : afterConnecting(use);
	}

	async function afterConnecting<Result>(use: (engine: Engine) => Result): Promise<Awaited<Result>> {
		(await pool.connect()).release();
		return await use(known ?? plain);
	}

	return {
		learn,
		get begin() {
			return (known ?? plain).begin;
		},
		get takesNumbersFirst() {
			return (known ?? plain).takesNumbersFirst;
		},
		takeNumbers: (sequence, count) => when((engine) => engine.takeNumbers(sequence, count)),
		holdWallets: (tx, uids) => (known ?? plain).holdWallets(tx, uids),
		groupOf: (uid) => when((engine) => engine.groupOf(uid)),
		countGroups: () => when((engine) => engine.countGroups()),
		partsOf: (table) => when((engine) => engine.partsOf(table)),
		partOf: (column) => (known ?? plain).partOf(column),
		openTransactions: () => when((engine) => engine.openTransactions()),
		ddl: (text) => (known ?? plain).ddl(text),
		grants: () => when((engine) => engine.grants()),
		async end() {
			await numbers?.end();
		},
	};
}
