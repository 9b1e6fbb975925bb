import { sql } from 'kysely';
import type { Database, Tx } from '../../lib/db/database.ts';
import { rowOf, rowsOf } from '../../lib/db/rows.ts';

/** Of a tree that was published. */
export type TreeRow = {
	day: string;
	checkpoint: number;
	at: Date;
	people: number;
	roots: Buffer;
	root: Buffer;
	sum: string;
};
export type LeavesRow = { chunk: number; hashes: Buffer; amounts: Buffer };

/**
 * A key for each open wallet that has none. The hash makes 32 random bytes of 244 random bits.
 * @param limit null: all of them. @returns how many were made.
 */
export async function insertMissingKeys(db: Database | Tx, limit: number | null): Promise<number> {
	const { numAffectedRows = 0n } = await sql`
		insert into proof_people (uid, key)
		select w.uid, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
		from wallets w left join proof_people p on p.uid = w.uid where w.closed_at is null and p.uid is null limit ${limit}
		on conflict (uid) do nothing
	`.execute(db);
	return Number(numAffectedRows);
}

/** A million wallets take longer than any request may. */
export async function takeTime(tx: Tx): Promise<void> {
	await sql`set local statement_timeout = '10min'`.execute(tx);
}

/**
 * The leaves of all open wallets in the order of their places, `size` in a row. The database hashes them: nothing of what it
 * reads comes here, and no request waits. Salt and place are hashes of a key and a seed that nobody else has.
 */
export async function insertLeaves(tx: Tx, { day, seed, size }: { day: string; seed: Buffer; size: number }) {
	await sql`
		with wallet as (
			select w.uid, greatest(w.balance, 0) as spendable, w.pending, coalesce(o.amount, 0) as held,
				-- A key that was destroyed of somebody who is not gone: then nobody can find that leaf.
				coalesce(p.key, sha256(uuid_send(gen_random_uuid()))) || ${seed}::bytea as secret
			from wallets w left join proof_people p on p.uid = w.uid
				left join withdrawals o on o.uid = w.uid
					and o.state in ('requested', 'screening', 'sending', 'unknown', 'needs-review')
			where w.closed_at is null
		), leaf as (
			select sha256(secret || '\\x01'::bytea) as place,
				int8send(spendable) || int8send(pending) || int8send(held) as amounts,
				sha256('\\x00'::bytea || int8send(spendable + pending + held) || sha256(secret || '\\x00'::bytea)
					|| convert_to(uid::text, 'UTF8')) as hash
			from wallet
		), placed as (
			select *, (row_number() over (order by place) - 1) / ${size}::int as chunk from leaf
		)
		insert into liability_chunks (day, chunk, first_place, hashes, amounts)
		select ${day}::date, chunk, (array_agg(place order by place))[1],
			string_agg(hash, ''::bytea order by place), string_agg(amounts, ''::bytea order by place)
		from placed group by chunk
	`.execute(tx);
}

export async function selectLeaves(db: Database | Tx, day: string, chunk: number): Promise<LeavesRow | undefined> {
	return rowOf<LeavesRow>(db)`
		select chunk, hashes, amounts from liability_chunks where day = ${day} and chunk = ${chunk}
	`;
}

export async function updateHashes(tx: Tx, day: string, { chunk, hashes }: Omit<LeavesRow, 'amounts'>): Promise<void> {
	await sql`update liability_chunks set hashes = ${hashes} where day = ${day} and chunk = ${chunk}`.execute(tx);
}

export async function insertTree(tx: Tx, { seed, ...tree }: TreeRow & { seed: Buffer }): Promise<void> {
	await sql`
		insert into liability_trees (day, checkpoint, at, seed, people, roots, root, sum)
		values (${tree.day}, ${tree.checkpoint}, ${tree.at}, ${seed}, ${tree.people}, ${tree.roots}, ${tree.root}, ${tree.sum})
	`.execute(tx);
}

/** The day of the last tree, or else of the first checkpoint. */
export async function selectLastDay(db: Database | Tx): Promise<{ tree: string | null; since: string | null }> {
	const row = await rowOf<{ tree: string | null; since: string | null }>(db)`
		select (select max(day)::text from liability_trees) as tree,
			(select (at at time zone 'UTC')::date::text from proof_checkpoints order by n limit 1) as since
	`;
	return row ?? { tree: null, since: null };
}

export async function selectBelowZero(tx: Tx): Promise<string> {
	const row = await rowOf<{ sum: string }>(tx)`
		select coalesce(sum(-balance), 0)::text as sum from wallets where closed_at is null and balance < 0
	`;
	return row?.sum ?? '0';
}

/** @param day null: the newest. */
export async function selectTree(db: Database, day: string | null): Promise<TreeRow | undefined> {
	return rowOf<TreeRow>(db)`
		select day::text, checkpoint, at, people, roots, root, sum::text from liability_trees
		where day = ${day}::date or ${day}::date is null order by day desc limit 1
	`;
}

/** Where somebody's leaf is among those of a day, and with which salt. Undefined: whoever it was is gone, or was never there. */
export async function selectOwnLeaves(
	db: Database,
	{ day, uid }: { day: string; uid: string },
): Promise<(LeavesRow & { salt: Buffer }) | undefined> {
	return rowOf<LeavesRow & { salt: Buffer }>(db)`
		select c.chunk, c.hashes, c.amounts, own.salt from (
			select sha256(p.key || t.seed || '\\x00'::bytea) as salt, sha256(p.key || t.seed || '\\x01'::bytea) as place
			from liability_trees t, proof_people p where t.day = ${day} and p.uid = ${uid} and p.key is not null
		) own
		join lateral (
			select * from liability_chunks where day = ${day} and first_place <= own.place order by chunk desc limit 1
		) c on true
	`;
}

/** Bodies of checkpoints with a tree, the newest first. */
export async function selectPublishedTrees(db: Database, limit: number): Promise<string[]> {
	const rows = await rowsOf<{ body: string }>(db)`
		select c.body from liability_trees t join proof_checkpoints c on c.n = t.checkpoint order by t.day desc limit ${limit}
	`;
	return rows.map(({ body }) => body);
}

export async function deleteTreesBefore(owner: Database, day: string): Promise<void> {
	await sql`delete from liability_chunks where day < ${day}`.execute(owner);
	await sql`delete from liability_trees where day < ${day}`.execute(owner);
}
