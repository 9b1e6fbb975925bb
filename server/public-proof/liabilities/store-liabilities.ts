import { sql } from 'kysely';
import { cellOf, cellsOf, type Database, rowOf, type Tx } from '../../lib/db/database.ts';
import { prepared } from '../../lib/db/prepared.ts';
import type { SumNode } from './sum-tree.ts';

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

/** Creates missing keys of the next `size` open wallets. @returns the last uid, or null at the end. */
export async function insertMissingKeys(db: Database, { after, size }: { after: string | null; size: number }) {
	return (
		(await cellOf<string>(db)`
		with wallet as (${nextWallets(after, size)}), made as (
			insert into proof_people (uid, key)
			select w.uid, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
			from wallet w left join proof_people p on p.uid = w.uid where p.uid is null
			on conflict (uid) do nothing
		)
		select (select uid from wallet order by uid desc limit 1) as last
	`) ?? null
	);
}

function nextWallets(after: string | null, size: number) {
	return sql`
		select uid, balance, pending from wallets
		where closed_at is null and (uid > ${after}::uuid or ${after}::uuid is null) order by uid limit ${size}
	`;
}

/** Reserves memory for a million leaves, because writing them to disk would delay requests. */
export async function openLeaves(tx: Tx): Promise<void> {
	await sql`set local temp_buffers = '128MB'`.execute(tx);
	await sql`
		create temporary table liability_leaves (
			spendable bigint, pending bigint, held bigint, part smallint, place bytea, hash bytea
		) on commit drop
	`.execute(tx);
	await sql`create index on liability_leaves (part)`.execute(tx);
}

type GatheredLeaves = { count: number; last: string | null; late: string[] };

/** @returns the count, the last uid (null at the end) and the uids without a key. */
export async function gatherLeaves(
	tx: Tx,
	{ seed, after, size }: { seed: Buffer; after: string | null; size: number },
): Promise<GatheredLeaves> {
	const wallets = sql`select *, null::bytea as made from (${nextWallets(after, size)}) next`;
	return insertLeaves(tx, seed, wallets);
}

export async function gatherLateLeaves(
	tx: Tx,
	{ seed, keys }: { seed: Buffer; keys: readonly (readonly [uid: string, key: Buffer])[] },
): Promise<GatheredLeaves> {
	const [uids, hex] = [keys.map(([uid]) => uid), keys.map(([, key]) => key.toString('hex'))];
	const wallets = sql`
		select w.uid, w.balance, w.pending, decode(late.key, 'hex') as made
		from wallets w join unnest(${uids}::uuid[], ${hex}::text[]) as late (uid, key) on late.uid = w.uid
	`;
	return insertLeaves(tx, seed, wallets);
}

/** The database computes the hashes, so that requests are not delayed. Salt and place are derived from secrets. */
async function insertLeaves(tx: Tx, seed: Buffer, wallets: ReturnType<typeof sql>): Promise<GatheredLeaves> {
	const row = await rowOf<{ count: number; last: string | null; late: string[] | null }>(tx)`
		with wallet as (${wallets}), secret as (
			select w.uid, greatest(w.balance, 0) as spendable, w.pending, coalesce(o.amount, 0) as held,
				w.made is null and p.uid is null as is_late,
				-- A user whose key was destroyed gets a random one, so that leaf cannot be found.
				coalesce(p.key, w.made, sha256(uuid_send(gen_random_uuid()))) || ${seed}::bytea as secret
			from wallet w left join proof_people p on p.uid = w.uid
				left join withdrawals o on o.uid = w.uid
					and o.state in ('requested', 'screening', 'sending', 'unknown', 'needs-review')
		), leaf as (
			select spendable, pending, held, substr(sha256(secret || '\\x01'::bytea), 1, ${PLACE_BYTES}) as place,
				sha256('\\x00'::bytea || int8send(spendable + pending + held) || sha256(secret || '\\x00'::bytea)
					|| convert_to(uid::text, 'UTF8')) as hash
			from secret where not is_late
		), gathered as (
			insert into liability_leaves (spendable, pending, held, part, place, hash)
			select spendable, pending, held, ${sql.raw(partOf('place'))}, place, hash from leaf
		)
		select (select count(*) from secret where not is_late) as count,
			(select uid from wallet order by uid desc limit 1) as last,
			(select array_agg(uid::text) from secret where is_late) as late
	`;
	return { count: row?.count ?? 0, last: row?.last ?? null, late: row?.late ?? [] };
}

export const PLACE_BYTES = 16;

/** SQL for the first 12 bits, because indexing the whole place costs several times as much. */
const partOf = (place: string): string => `(get_byte(${place}, 0) * 16 + get_byte(${place}, 1) / 16)::smallint`;

/** `size` is a power of two. Salts of the padding are discarded. A chunk with only padding is not stored. */
export async function keepNextChunk(
	tx: Tx,
	{ day, chunk, after, size }: { day: string; chunk: number; after: Buffer; size: number },
): Promise<{ root: SumNode; last: Buffer }> {
	const keep = keepChunkOf[size] ?? keepChunk(size);
	keepChunkOf[size] = keep;
	const { rows } = await keep(tx, day, chunk, after);
	const [row] = rows;
	if (!row) throw new Error('a chunk has no root');
	return { root: { sum: BigInt(row.sum), hash: row.hash }, last: row.last ?? after };
}

const keepChunkOf: Record<number, ReturnType<typeof keepChunk>> = {};

function keepChunk(size: number) {
	const height = Math.log2(size);
	return prepared<{ sum: string; hash: Buffer; last: Buffer | null }>(
		`keep_chunk_of_${size}_leaves`,
		`with found as materialized (
			select row_number() over (order by place) - 1 as at, place, hash, spendable + pending + held as sum,
				int8send(spendable) || int8send(pending) || int8send(held) as amounts
			from (
				select * from liability_leaves where part >= ${partOf('$3::bytea')} and place > $3::bytea
				order by part, place limit ${size}
			) next
		), level_0 as (
			select at, sum, hash from found
			union all
			select at, 0, sha256('\\x00'::bytea || int8send(0) || sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())))
			from generate_series((select count(*) from found), ${size - 1}) as at
		), kept as (
			insert into liability_chunks (day, chunk, first_place, hashes, amounts)
			select $1, $2, (select place from found where at = 0),
				(select string_agg(hash, ''::bytea order by at) from level_0),
				(select string_agg(amounts, ''::bytea order by at) from found)
			where exists (select from found)
		), ${Array.from({ length: height }, (_, below) => levelAbove(below)).join(', ')}
		select root.sum::text, root.hash, (select place from found order by at desc limit 1) as last
		from level_${height} root`,
	);
}

/** SQL equivalent of `parentOf`. */
function levelAbove(below: number): string {
	return `level_${below + 1} as (
		select at / 2 as at, sum(sum)::bigint as sum,
			sha256('\\x01'::bytea || string_agg(int8send(sum) || hash, ''::bytea order by at)) as hash
		from level_${below} group by at / 2
	)`;
}

export async function insertTree(tx: Tx, { seed, ...tree }: TreeRow & { seed: Buffer }): Promise<void> {
	await sql`
		insert into liability_trees (day, checkpoint, at, seed, people, roots, root, sum)
		values (${tree.day}, ${tree.checkpoint}, ${tree.at}, ${seed}, ${tree.people}, ${tree.roots}, ${tree.root}, ${tree.sum})
	`.execute(tx);
}

export async function selectLastDay(db: Database | Tx): Promise<{ tree: string | null; since: string | null }> {
	const row = await rowOf<{ tree: string | null; since: string | null }>(db)`
		select (select max(day)::text from liability_trees) as tree,
			(select (at at time zone 'UTC')::date::text from proof_checkpoints order by n limit 1) as since
	`;
	return row ?? { tree: null, since: null };
}

export async function selectBelowZero(tx: Tx): Promise<string> {
	return (
		(await cellOf<string>(tx)`
		select coalesce(sum(-balance), 0)::text as sum from wallets where closed_at is null and balance < 0
	`) ?? '0'
	);
}

export async function selectTree(db: Database, day: string | null): Promise<TreeRow | undefined> {
	return rowOf<TreeRow>(db)`
		select day::text, checkpoint, at, people, roots, root, sum::text from liability_trees
		where day = ${day}::date or ${day}::date is null order by day desc limit 1
	`;
}

export function selectOwnLeaves(db: Database, { day, uid }: { day: string; uid: string }) {
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

export async function selectPublishedTrees(db: Database, limit: number): Promise<string[]> {
	return cellsOf<string>(db)`
		select c.body from liability_trees t join proof_checkpoints c on c.n = t.checkpoint order by t.day desc limit ${limit}
	`;
}

export async function deleteTreesBefore(owner: Database, day: string): Promise<void> {
	await sql`delete from liability_chunks where day < ${day}`.execute(owner);
	await sql`delete from liability_trees where day < ${day}`.execute(owner);
}
