import { sql } from 'kysely';
import { cellOf, type Database, rowOf, rowsOf, type Tx } from '../lib/db/database.ts';

export type CheckpointRow = { n: number; at: Date; transfers: number; body: string; isLost: boolean };

const columns = sql`n, at, transfers, body, is_lost as "isLost"`;

export async function selectLastCheckpoint(db: Database | Tx): Promise<CheckpointRow | undefined> {
	return rowOf<CheckpointRow>(db)`select ${columns} from proof_checkpoints order by n desc limit 1`;
}

export async function selectCheckpoint(db: Database | Tx, n: number): Promise<CheckpointRow | undefined> {
	return rowOf<CheckpointRow>(db)`select ${columns} from proof_checkpoints where n = ${n}`;
}

export async function selectPublishedSize(db: Database): Promise<number> {
	return (
		(await cellOf<number>(db)`
		select transfers as size from proof_checkpoints where not is_lost order by n desc limit 1
	`) ?? 0
	);
}

export async function selectCheckpointsAfter(db: Database | Tx, n: number, limit: number): Promise<CheckpointRow[]> {
	return rowsOf<CheckpointRow>(db)`select ${columns} from proof_checkpoints where n > ${n} order by n limit ${limit}`;
}

export async function selectFirstCovering(db: Database | Tx, index: number): Promise<number | undefined> {
	return cellOf<number>(db)`
		select n from proof_checkpoints where transfers > ${index} and not is_lost order by n limit 1
	`;
}

export async function insertCheckpoint(tx: Tx, { n, at, transfers, body }: Omit<CheckpointRow, 'isLost'>) {
	await sql`
		insert into proof_checkpoints (n, at, transfers, body) values (${n}, ${at}, ${transfers}, ${body})
	`.execute(tx);
}

export async function insertLostCheckpoint(tx: Tx, { n, at, transfers, body }: Omit<CheckpointRow, 'isLost'>) {
	await sql`
		insert into proof_checkpoints (n, at, transfers, body, is_lost) values (${n}, ${at}, ${transfers}, ${body}, true)
	`.execute(tx);
}

/** @returns the last intact checkpoint and the moment of the restored data. */
export function selectRestoration(tx: Database | Tx, since: Date | undefined) {
	return rowOf<{ after: number; until: Date }>(tx)`
		select until, coalesce((select max(n) from proof_checkpoints where not is_lost), 0) as after from restorations
		where restored_at > ${since ?? new Date(0)} order by id desc limit 1
	`;
}

/** Credits minus debits per account, in R$ cents. */
export async function selectTotals(tx: Tx): Promise<Record<string, string>> {
	const rows = await rowsOf<{ account: string; total: string }>(tx)`
		select account, sum(total)::text as total from (
			select part as uid, account, credited - debited as total from account_buckets
			union all
			select uid, 'wallet', balance from wallets
			union all
			select uid, 'pending', pending from wallets
		) figures group by account
	`;
	return { wallet: '0', pending: '0', ...Object.fromEntries(rows.map(({ account, total }) => [account, total])) };
}

export async function insertSettings(tx: Tx, { hash, body }: { hash: string; body: string }): Promise<void> {
	await sql`insert into proof_settings (hash, body) values (${hash}, ${body}) on conflict do nothing`.execute(tx);
}

export async function selectSettings(db: Database, hash: string): Promise<string | undefined> {
	return cellOf<string>(db)`select body from proof_settings where hash = ${hash}`;
}
