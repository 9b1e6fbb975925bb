import { sql } from 'kysely';
import { cellOf, type Database, rowOf, rowsOf } from '../../lib/db/database.ts';

export type Problem = { witness: string; since: Date; problem: string; isRefused: boolean };

export function selectNewest(db: Database): Promise<string | undefined> {
	return cellOf<string>(db)`select body from proof_checkpoints where not is_lost order by n desc limit 1`;
}

export function selectNewestCosigned(db: Database, origin: string): Promise<string | undefined> {
	return cellOf<string>(db)`
		select p.body from cosignatures c join proof_checkpoints p on p.n = c.n
		where c.origin = ${origin} and not p.is_lost order by c.n desc limit 1
	`;
}

export function selectCosignatures(db: Database, n: number, origin: string) {
	return rowsOf<{ witness: string; line: string }>(db)`
		select witness, line from cosignatures where n = ${n} and origin = ${origin} order by witness
	`;
}

export function selectLastSigned(db: Database, witness: string, origin: string) {
	return rowOf<{ size: number; at: Date }>(db)`
		select size, signed_at as at from cosignatures where witness = ${witness} and origin = ${origin} order by n desc limit 1
	`;
}

export async function insertCosignature(
	db: Database,
	row: { n: number; witness: string; origin: string; size: number; at: Date; line: string },
): Promise<void> {
	await sql`
		insert into cosignatures (n, witness, origin, size, signed_at, line)
		values (${row.n}, ${row.witness}, ${row.origin}, ${row.size}, ${row.at}, ${row.line})
		on conflict (n, witness) do update set origin = excluded.origin, size = excluded.size,
			signed_at = excluded.signed_at, line = excluded.line
	`.execute(db);
	await sql`delete from witness_problems where witness = ${row.witness}`.execute(db);
}

export async function upsertProblem(db: Database, { witness, since, problem, isRefused }: Problem): Promise<void> {
	await sql`
		insert into witness_problems (witness, since, problem, is_refused)
		values (${witness}, ${since}, ${problem}, ${isRefused})
		on conflict (witness) do update set problem = excluded.problem, is_refused = excluded.is_refused
	`.execute(db);
}

export function selectProblems(db: Database): Promise<Problem[]> {
	return rowsOf<Problem>(db)`
		select witness, since, problem, is_refused as "isRefused" from witness_problems order by witness
	`;
}
