import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '../../../contract/durations.ts';
import { callError } from '../../../contract/refusals.ts';
import { retentionMs } from '../../../contract/site/retention.ts';
import type { UserCall } from '../../lib/call-handler.ts';
import type { Clock } from '../../lib/clock-and-log.ts';
import type { Database, DbDeps, Tx } from '../../lib/db/database.ts';
import type { Liabilities } from '../checkpoint.ts';
import type { LateKeys } from '../people-keys.ts';
import { dayOf } from '../utc-day.ts';
import * as store from './store-liabilities.ts';
import { leafOfWallet, packNode, pathTo, rootOver, type SumNode, unpackNodes } from './sum-tree.ts';

export const getLiabilityProof: UserCall<'getLiabilityProof', DbDeps> = async (deps, { day }, { actor: { uid } }) => {
	const { db, clock } = deps;
	const tree = await store.selectTree(db, day ?? null);
	const stored = tree && tree.day >= firstStoredDay(clock.now()) ? tree : undefined;
	const own = stored && (await store.selectOwnLeaves(db, { day: stored.day, uid }));
	const leaves = own ? leavesOf(own) : [];
	// Positions of leaves are not stored, so the user's leaf is computed and searched.
	const at = leaves.findIndex((leaf) => own && leafOfWallet(leaf.sum, own.salt, uid).hash.equals(leaf.hash));
	if (!stored || !own || at < 0) throw callError('not-found', 'no-liability-proof');
	const [spendable, heldBack, onItsWay] = amountsAt(own.amounts, at);
	const roots = unpackNodes(stored.roots);
	const path = [...pathTo(leaves, at), ...pathTo(roots, own.chunk)];
	return {
		day: stored.day,
		checkpoint: stored.checkpoint,
		at: String(stored.at.getTime()),
		amount: String(leaves[at]?.sum),
		spendable: String(spendable),
		held_back: String(heldBack),
		on_its_way: String(onItsWay),
		salt: own.salt.toString('hex'),
		index: own.chunk * leaves.length + at,
		path: path.map(({ side, sum, hash }) => ({ side, sum: String(sum), hash: hash.toString('hex') })),
		root: stored.root.toString('hex'),
		sum: stored.sum,
	};
};

const CHUNK_LEAVES = 512;
const WALLETS_AT_ONCE = 500;
/** Milliseconds of pause per millisecond of work. */
const RESTS = 1;
const REST_MS_MAX = 250;
const AMOUNTS_BYTES = 24;
const HASH_BYTES = 32;

type Grown = { findLiabilities: typeof growTree };

/** Returns a prepared tree if today has none yet and something was published before today. */
export async function treeIfDue(owner: Database, clock: Clock): Promise<Grown | undefined> {
	const { tree, since } = await store.selectLastDay(owner);
	const last = tree ?? since;
	return last !== null && last < dayOf(clock.now()) ? prepareTree(owner) : undefined;
}

/** Creates most keys in advance, so that the checkpoint's lock is short. */
export async function prepareTree(owner: Database): Promise<Grown> {
	let after: string | null = null;
	do after = await resting(() => store.insertMissingKeys(owner, { after, size: WALLETS_AT_ONCE }));
	while (after !== null);
	return { findLiabilities: growTree };
}

async function growTree(tx: Tx, { n, atMs, keys }: { n: number; atMs: number; keys: LateKeys }): Promise<Liabilities> {
	const day = dayOf(atMs);
	if ((await store.selectLastDay(tx)).tree === day) return null;
	const seed = randomBytes(32);
	const people = await gather(tx, { seed, keys });
	const chunks = await placeLeaves(tx, { day, people });
	const root = rootOver(chunks);
	const sum = String(root.sum);
	const roots = Buffer.concat(chunks.map(packNode));
	await store.insertTree(tx, { day, checkpoint: n, at: new Date(atMs), seed, people, roots, root: root.hash, sum });
	return { day, root: root.hash.toString('hex'), sum, below_zero: await store.selectBelowZero(tx), people };
}

async function gather(tx: Tx, { seed, keys }: { seed: Buffer; keys: LateKeys }): Promise<number> {
	await store.openLeaves(tx);
	let [people, after]: [number, string | null] = [0, null];
	do {
		const { count, last, late } = await resting(() => store.gatherLeaves(tx, { seed, after, size: WALLETS_AT_ONCE }));
		people += count;
		// Users who signed up after `prepareTree` get their key here, or the tree would omit them.
		keys.make(late);
		const made = late.map((uid) => [uid, keys.made.get(uid) as Buffer] as const);
		if (made.length > 0) people += (await store.gatherLateLeaves(tx, { seed, keys: made })).count;
		after = last;
	} while (after !== null);
	return people;
}

/** @returns the roots of all chunks; their number is a power of two. */
async function placeLeaves(tx: Tx, { day, people }: { day: string; people: number }): Promise<SumNode[]> {
	const size = Math.min(CHUNK_LEAVES, Math.max(2, powerOfTwo(people)));
	const chunks: SumNode[] = [];
	let after: Buffer = Buffer.alloc(store.PLACE_BYTES);
	for (const end = powerOfTwo(Math.ceil(people / size)); chunks.length < end; ) {
		const { root, last } = await resting(() => store.keepNextChunk(tx, { day, chunk: chunks.length, after, size }));
		chunks.push(root);
		after = last;
	}
	return chunks;
}

/** Lets waiting requests go first. */
async function resting<Result>(work: () => Promise<Result>): Promise<Result> {
	const startedMs = performance.now();
	const result = await work();
	await sleep(Math.min((performance.now() - startedMs) * RESTS, REST_MS_MAX));
	return result;
}

function leavesOf({ hashes, amounts }: Pick<store.LeavesRow, 'hashes' | 'amounts'>): SumNode[] {
	return Array.from({ length: hashes.length / HASH_BYTES }, (_, at) => ({
		sum: amountsAt(amounts, at).reduce((sum, each) => sum + each, 0n),
		hash: hashes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
	}));
}

/** Returns `[spendable, pending, held]`; zeros for padding. */
function amountsAt(amounts: Buffer, at: number): [bigint, bigint, bigint] {
	const from = at * AMOUNTS_BYTES;
	if (from >= amounts.length) return [0n, 0n, 0n];
	return [amounts.readBigInt64BE(from), amounts.readBigInt64BE(from + 8), amounts.readBigInt64BE(from + 16)];
}

function powerOfTwo(count: number): number {
	let power = 1;
	while (power < count) power *= 2;
	return power;
}

export async function forgetTrees({ owner, clock }: { owner: Database; clock: Clock }): Promise<void> {
	await store.deleteTreesBefore(owner, firstStoredDay(clock.now()));
}

const firstStoredDay = (nowMs: number): string => dayOf(nowMs - retentionMs('liabilities') + DAY_MS);
