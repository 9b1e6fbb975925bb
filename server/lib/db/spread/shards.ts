import type pg from 'pg';

/**
 * A database that Citus spreads over machines: rows lie in shards by the hash of their user's id (docs/operations.md).
 * Statements are the same for both. Where one has to say more there, it says so in a comment, which only such a database
 * reads: after `many` stands what is added, or what stands there in place of what `one` begins.
 * ```sql
 * select 1 from wallets where uid = $1 for update  -- nothing to say: one user is in one shard
 * ... lateral (select id from transfers where uid = i.uid /*many and uid = any($1::uuid[])* /) t
 * begin; /*one* /set local plan_cache_mode = force_generic_plan;/*many * /
 * ```
 */
export type Shards = {
	/** The lowest hash of each, in order. */
	least: readonly number[];
};

/** Before what changes tables: on one connection to each machine, as some are tied to others by foreign keys. */
export const IN_ORDER = "/*many set local citus.multi_shard_modify_mode = 'sequential';*/ ";

const FOR_MANY = /(?:\/\*one\*\/[\s\S]*?)?\/\*many([\s\S]*?)\*\//g;
const texts = new Map<string, string>();

/** The statement as a spread database is asked it. */
export function forMany(text: string): string {
	if (!text.includes('/*many')) return text;
	let known = texts.get(text);
	if (known === undefined) {
		known = text.replaceAll(FOR_MANY, '$1');
		texts.set(text, known);
	}
	return known;
}

/** @returns undefined where nothing is spread. */
export async function findShards(client: Pick<pg.ClientBase, 'query'>): Promise<Shards | undefined> {
	const { rows: found } = await client.query<{ isCitus: boolean }>(
		`select to_regclass('pg_catalog.pg_dist_shard') is not null as "isCitus"`,
	);
	if (!found[0]?.isCitus) return undefined;
	const { rows } = await client.query<{ least: number }>(
		`select shardminvalue::int as least from pg_dist_shard
		where logicalrelid = to_regclass('wallets') and shardminvalue is not null order by 1`,
	);
	return rows.length > 0 ? { least: rows.map(({ least }) => least) } : undefined;
}

/** The number of the shard that a user's rows lie in; 0 where nothing is spread. */
export function shardOf(shards: Shards | undefined, uid: string): number {
	if (!shards) return 0;
	const hash = hashOf(uid);
	let shard = 0;
	for (const [index, least] of shards.least.entries()) if (hash >= least) shard = index;
	return shard;
}

/** Splits by shard, and keeps the order within each. */
export function byShard<Item>(
	shards: Shards | undefined,
	items: readonly Item[],
	uidOf: (item: Item) => string,
): readonly (readonly Item[])[] {
	if (!shards || items.length < 2) return items.length > 0 ? [items] : [];
	return [...Map.groupBy(items, (item) => shardOf(shards, uidOf(item))).values()];
}

/**
 * PostgreSQL's hash of a uuid, by which Citus finds its shard.
 * Source: `hash_bytes` in PostgreSQL's src/common/hashfn.c (Jenkins' lookup3), for 16 bytes on a little-endian machine.
 */
export function hashOf(uid: string): number {
	const bytes = Buffer.from(uid.replaceAll('-', ''), 'hex');
	const seed = 0x9e3779b9 + bytes.length + 3923095;
	let [a, b, c] = [seed | 0, seed | 0, seed | 0];
	a = (a + bytes.readInt32LE(0)) | 0;
	b = (b + bytes.readInt32LE(4)) | 0;
	c = (c + bytes.readInt32LE(8)) | 0;
	const turn = (x: number, by: number) => (x << by) | (x >>> (32 - by));
	// mix
	a = (a - c) | 0;
	a ^= turn(c, 4);
	c = (c + b) | 0;
	b = (b - a) | 0;
	b ^= turn(a, 6);
	a = (a + c) | 0;
	c = (c - b) | 0;
	c ^= turn(b, 8);
	b = (b + a) | 0;
	a = (a - c) | 0;
	a ^= turn(c, 16);
	c = (c + b) | 0;
	b = (b - a) | 0;
	b ^= turn(a, 19);
	a = (a + c) | 0;
	c = (c - b) | 0;
	c ^= turn(b, 4);
	b = (b + a) | 0;
	// the last four bytes
	a = (a + bytes.readInt32LE(12)) | 0;
	// final
	c = (c ^ b) | 0;
	c = (c - turn(b, 14)) | 0;
	a = (a ^ c) | 0;
	a = (a - turn(c, 11)) | 0;
	b = (b ^ a) | 0;
	b = (b - turn(a, 25)) | 0;
	c = (c ^ b) | 0;
	c = (c - turn(b, 16)) | 0;
	a = (a ^ c) | 0;
	a = (a - turn(c, 4)) | 0;
	b = (b ^ a) | 0;
	b = (b - turn(a, 14)) | 0;
	c = (c ^ b) | 0;
	c = (c - turn(b, 24)) | 0;
	return c | 0;
}
