import { expect, test } from 'vitest';
import { byShard, forMany, hashOf, shardOf } from './shards.ts';

test('a statement says more, or something else, where its database is spread', () => {
	expect(forMany('select 1')).toBe('select 1');
	expect(forMany('where uid = i.uid/*many and uid = any($1)*/ limit 1')).toBe(
		'where uid = i.uid and uid = any($1) limit 1',
	);
	expect(forMany('begin; /*one*/set local a = 1; /*many*/set local b = 2')).toBe('begin; set local b = 2');
	expect(forMany('/*one*/a/*many b*/, /*one*/c/*many d*/')).toBe(' b,  d');
});

/** As `worker_hash` of Citus gives them. */
const HASHES = {
	'00000000-0000-0000-0000-000000000000': 1353656403,
	'f47ac10b-58cc-4372-a567-0e02b2c3d479': -1212128942,
	'ffffffff-ffff-ffff-ffff-ffffffffffff': -682383255,
	'6fa459ea-ee8a-4ca4-894e-db77e160355e': -720104331,
};

test('the hash of a user is that of PostgreSQL', () => {
	for (const [uid, hash] of Object.entries(HASHES)) expect(hashOf(uid), uid).toBe(hash);
});

test('users are grouped by shard, all together where nothing is spread', () => {
	const uids = Object.keys(HASHES);
	const [zero, f47, ff, six] = uids as [string, string, string, string];
	const shards = { least: [-2147483648, -1000000000, 0, 1073741824] };
	expect(uids.map((uid) => shardOf(shards, uid))).toEqual([3, 0, 1, 1]);
	expect(byShard(shards, uids, (uid) => uid)).toEqual([[zero], [f47], [ff, six]]);
	expect(byShard(undefined, uids, (uid) => uid)).toEqual([uids]);
	expect(shardOf(undefined, zero)).toBe(0);
});
