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
 * A key for each open wallet that has none, among the next `size` behind `after`. The hash makes 32 random bytes of 244 random bits.
 * @returns the last of them, null where there are no more.
 */
export async function insertMissingKeys(
	db: Database,
	{ after, size }: { after: string | null; size: number },
): Promise<string | null> {
	const row = await rowOf<{ last: string | null }>(db)`
		with wallet as (${nextWallets(after, size)}), made as (
			insert into proof_people (uid, key)
			select w.uid, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
			from wallet w left join proof_people p on p.uid = w.uid where p.uid is null
			on conflict (uid) do nothing
		)
		select (select uid from wallet order by uid desc limit 1) as last
	`;
	return row?.last ?? null;
}

/** In pieces: a million in one statement would take longer than any may. */
function nextWallets(after: string | null, size: number) {
	return sql`
		select uid, balance, pending from wallets
		where closed_at is null and (uid > ${after}::uuid or ${after}::uuid is null) order by uid limit ${size}
	`;
}

/** Room for leaves, until the transaction ends. */
export async function openLeaves(tx: Tx): Promise<void> {
	await sql`
		create temporary table liability_leaves (part smallint, place bytea, amounts bytea, hash bytea) on commit drop
	`.execute(tx);
	// Before the leaves: afterwards it would be a second of work without a rest.
	await sql`create index on liability_leaves (part)`.execute(tx);
}

/**
 * Gathers the leaves of the next `size` open wallets behind `after`.
 * @returns the last of them, null where there are no more, and those that have no key: theirs are still to be gathered.
 */
export async function gatherLeaves(
	tx: Tx,
	{ seed, after, size }: { seed: Buffer; after: string | null; size: number },
): Promise<{ last: string | null; late: string[] }> {
	const wallets = sql`select *, null::bytea as made from (${nextWallets(after, size)}) next`;
	return insertLeaves(tx, seed, wallets);
}

/** @param keys that are not in the database yet, by uid. */
export async function gatherLateLeaves(
	tx: Tx,
	{ seed, keys }: { seed: Buffer; keys: readonly (readonly [uid: string, key: Buffer])[] },
): Promise<void> {
	const [uids, hex] = [keys.map(([uid]) => uid), keys.map(([, key]) => key.toString('hex'))];
	const wallets = sql`
		select w.uid, w.balance, w.pending, decode(late.key, 'hex') as made
		from wallets w join unnest(${uids}::uuid[], ${hex}::text[]) as late (uid, key) on late.uid = w.uid
	`;
	await insertLeaves(tx, seed, wallets);
}

/**
 * The database hashes leaves: nothing of what it reads comes here, and no request waits. Salt and place are hashes of a key and a
 * seed that nobody else has.
 */
async function insertLeaves(
	tx: Tx,
	seed: Buffer,
	wallets: ReturnType<typeof sql>,
): Promise<{ last: string | null; late: string[] }> {
	const row = await rowOf<{ last: string | null; late: string[] | null }>(tx)`
		with wallet as (${wallets}), secret as (
			select w.uid, greatest(w.balance, 0) as spendable, w.pending, coalesce(o.amount, 0) as held,
				w.made is null and p.uid is null as is_late,
				-- A key that was destroyed of somebody who is not gone: then nobody can find that leaf.
				coalesce(p.key, w.made, sha256(uuid_send(gen_random_uuid()))) || ${seed}::bytea as secret
			from wallet w left join proof_people p on p.uid = w.uid
				left join withdrawals o on o.uid = w.uid
					and o.state in ('requested', 'screening', 'sending', 'unknown', 'needs-review')
		), leaf as (
			select sha256(secret || '\\x01'::bytea) as place, int8send(spendable) || int8send(pending) || int8send(held) as amounts,
				sha256('\\x00'::bytea || int8send(spendable + pending + held) || sha256(secret || '\\x00'::bytea)
					|| convert_to(uid::text, 'UTF8')) as hash
			from secret where not is_late
		), gathered as (
			insert into liability_leaves (part, place, amounts, hash) select get_byte(place, 0), place, amounts, hash from leaf
		)
		select (select uid from wallet order by uid desc limit 1) as last,
			(select array_agg(uid::text) from secret where is_late) as late
	`;
	return { last: row?.last ?? null, late: row?.late ?? [] };
}

/** The leaves of the next part that has any, in the order of their places. */
export async function selectNextLeaves(
	tx: Tx,
	after: number,
): Promise<{ part: number; places: Buffer; hashes: Buffer; amounts: Buffer } | undefined> {
	return rowOf<{ part: number; places: Buffer; hashes: Buffer; amounts: Buffer }>(tx)`
		select part, string_agg(place, ''::bytea order by place) as places,
			string_agg(hash, ''::bytea order by place) as hashes, string_agg(amounts, ''::bytea order by place) as amounts
		from liability_leaves where part = (select min(part) from liability_leaves where part > ${after}) group by part
	`;
}

export async function insertChunk(
	tx: Tx,
	day: string,
	{ chunk, first, hashes, amounts }: LeavesRow & { first: Buffer },
): Promise<void> {
	await sql`
		insert into liability_chunks (day, chunk, first_place, hashes, amounts)
		values (${day}, ${chunk}, ${first}, ${hashes}, ${amounts})
	`.execute(tx);
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
