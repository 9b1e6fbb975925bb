import { sql } from 'kysely';
import {
	cellOf,
	cellsOf,
	type Database,
	inTransaction,
	rowOf,
	rowsOf,
	sqlState,
	type Tx,
} from '../../lib/db/database.ts';
import type { LoggedTransfer } from './leaf.ts';

export type LogState = { count: number; settledId: number; nextSettledId: number; waitsFor: string[] };

export type Chunk = { chunk: number; hashes: Buffer; ids: Buffer; root: Buffer | null };

const stateColumns = sql`
	count, settled_id as "settledId", next_settled_id as "nextSettledId", waits_for as "waitsFor"`;

export async function selectLogState(db: Database | Tx): Promise<LogState> {
	return (await rowOf<LogState>(db)`select ${stateColumns} from transfer_log`) as LogState;
}

const HELD_BY_ANOTHER = '55P03';

export async function holdingLog<Result>(owner: Database, work: (tx: Tx, state: LogState) => Promise<Result>) {
	try {
		return await inTransaction(owner, async (tx) => {
			await sql`lock table transfer_log in exclusive mode nowait`.execute(tx);
			return work(tx, await selectLogState(tx));
		});
	} catch (error) {
		if (sqlState(error) === HELD_BY_ANOTHER) return undefined;
		throw error;
	}
}

export async function updateSettled(tx: Tx, { settledId, nextSettledId, waitsFor }: Omit<LogState, 'count'>) {
	await sql`
		update transfer_log
		set settled_id = ${settledId}, next_settled_id = ${nextSettledId}, waits_for = ${waitsFor}::text[]
	`.execute(tx);
}

export async function selectLastId(db: Database | Tx): Promise<number> {
	return (
		(await cellOf<number>(db)`select case when is_called then last_value else 0 end as id from transfers_id_seq`) ?? 0
	);
}

/** Includes transactions that have not written anything yet. */
export async function selectOpenTransactions(db: Database): Promise<string[]> {
	return cellsOf<string>(db)`${sql.raw(await db.engine.openTransactions())}`;
}

export async function selectUnlogged(
	tx: Tx,
	{ from, to, limit }: { from: number; to: number; limit: number },
	logged: readonly number[],
): Promise<LoggedTransfer[]> {
	return rowsOf<LoggedTransfer>(tx)`
		select id, uid, at, amount, kind, reference from transfers
		where id > ${from} and id <= ${to} and id <> all (${logged}::bigint[]) order by id limit ${limit}
	`;
}

export async function selectTransfers(tx: Database | Tx, ids: readonly number[]): Promise<LoggedTransfer[]> {
	const [lowest, highest] = [Math.min(...ids), Math.max(...ids)];
	return rowsOf<LoggedTransfer>(tx)`
		select id, uid, at, amount, kind, reference from transfers
		where id between ${lowest} and ${highest} and id = any (${ids}::bigint[])
	`;
}

export async function selectIdsWithin(tx: Tx, { from, to }: { from: number; to: number }): Promise<Buffer[]> {
	return cellsOf<Buffer>(tx)`
		select ids from transfer_log_chunks where ids_within && int8range(${from}, ${to}, '(]')
	`;
}

/** Returns chunks that may have the id: its range may cover an id that the chunk lacks. */
export async function selectChunksAround(db: Database | Tx, id: number): Promise<Pick<Chunk, 'chunk' | 'ids'>[]> {
	return rowsOf<Pick<Chunk, 'chunk' | 'ids'>>(
		db,
	)`select chunk, ids from transfer_log_chunks where ids_within @> ${id}::bigint order by chunk`;
}

export async function selectChunk(db: Database | Tx, chunk: number): Promise<Chunk | undefined> {
	return rowOf<Chunk>(db)`select chunk, hashes, ids, root from transfer_log_chunks where chunk = ${chunk}`;
}

export async function selectChunkRoots(db: Database | Tx, from: number): Promise<Buffer[]> {
	return cellsOf<Buffer>(db)`
		select root from transfer_log_chunks where chunk >= ${from} and root is not null order by chunk
	`;
}

export async function upsertChunk(tx: Tx, { chunk, hashes, ids, root, within }: Chunk & { within: [number, number] }) {
	const leaves = hashes.length / 32;
	await sql`
		insert into transfer_log_chunks (chunk, leaves, hashes, ids, ids_within, root)
		values (${chunk}, ${leaves}, ${hashes}, ${ids}, int8range(${within[0]}, ${within[1]}, '[]'), ${root})
		on conflict (chunk) do update set leaves = excluded.leaves, hashes = excluded.hashes, ids = excluded.ids,
			ids_within = excluded.ids_within, root = excluded.root
	`.execute(tx);
}

export async function updateCount(tx: Tx, count: number): Promise<void> {
	await sql`update transfer_log set count = ${count}`.execute(tx);
}
