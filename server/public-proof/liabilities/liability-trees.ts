import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '../../../contract/durations.ts';
import { keptMs } from '../../../contract/site/retention.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database, Tx } from '../../lib/db/database.ts';
import type { Liabilities } from '../checkpoint.ts';
import type { LateKeys } from '../people-keys.ts';
import { dayOf } from '../utc-day.ts';
import {
	deleteTreesBefore,
	gatherLeaves,
	insertChunk,
	insertMissingKeys,
	insertTree,
	type LeavesRow,
	selectBelowZero,
	selectLastDay,
	selectNextLeaves,
	selectWithoutKey,
} from './store-liabilities.ts';
import { leafOfWallet, packNode, rootOver, type SumNode } from './sum-tree.ts';

const CHUNK_LEAVES = 1024;
/** Half a millisecond of hashing, and then a rest in which requests are answered: nobody waits for a tree. */
const LEAVES_AT_ONCE = 256;
const REST_MS = 3;
/** A tenth of a second: whoever makes a key for one of them waits as long. */
const WALLETS_AT_ONCE = 10_000;
const BEFORE_ALL = Buffer.alloc(0);
const AMOUNTS_BYTES = 24;
const HASH_BYTES = 32;

type Grown = { findLiabilities: typeof growTree };

/** What the next checkpoint is made with: a tree, where none is of this day and the site has seen another one. */
export async function treeIfDue(owner: Database, clock: Clock): Promise<Grown | undefined> {
	const { tree, since } = await selectLastDay(owner);
	const last = tree ?? since;
	return last !== null && last < dayOf(clock.now()) ? prepareTree(owner) : undefined;
}

/** What a checkpoint is made with that shall hold a tree. Most keys are made beforehand, so that nobody waits for its locks. */
export async function prepareTree(owner: Database): Promise<Grown> {
	let after: string | null = null;
	do after = await insertMissingKeys(owner, { after, size: WALLETS_AT_ONCE });
	while (after !== null);
	return { findLiabilities: growTree };
}

/** The tree of this day, over what the transaction sees. Null: there is one already. */
async function growTree(tx: Tx, { n, atMs, keys }: { n: number; atMs: number; keys: LateKeys }): Promise<Liabilities> {
	const day = dayOf(atMs);
	if ((await selectLastDay(tx)).tree === day) return null;
	const seed = randomBytes(32);
	// Of who came since: else they would have to be left out.
	keys.make(await selectWithoutKey(tx));
	await gatherLeaves(tx, { seed, made: keys.made, size: WALLETS_AT_ONCE });
	const { people, chunks } = await placeLeaves(tx, day);
	const root = rootOver(chunks);
	const sum = String(root.sum);
	const roots = Buffer.concat(chunks.map(packNode));
	await insertTree(tx, { day, checkpoint: n, at: new Date(atMs), seed, people, roots, root: root.hash, sum });
	return { day, root: root.hash.toString('hex'), sum, below_zero: await selectBelowZero(tx), people };
}

/** Keeps them in chunks. @returns the root of each, a power of two of them. */
async function placeLeaves(tx: Tx, day: string): Promise<{ people: number; chunks: SumNode[] }> {
	const chunks: SumNode[] = [];
	let [people, after]: [number, Buffer] = [0, BEFORE_ALL];
	for (;;) {
		const next = await selectNextLeaves(tx, { after, size: CHUNK_LEAVES });
		if (!next) break;
		const found = next.hashes.length / HASH_BYTES;
		const leaves = leavesOf(next);
		const missing = padding((chunks.length === 0 ? powerFrom(found) : CHUNK_LEAVES) - found);
		const hashes = Buffer.concat([next.hashes, ...missing.map(({ hash }) => hash)]);
		await insertChunk(tx, day, { chunk: chunks.length, first: next.first, hashes, amounts: next.amounts });
		chunks.push(await rootInPieces([...leaves, ...missing]));
		[people, after] = [people + found, next.last];
	}
	if (chunks.length === 0) chunks.push(rootOver(padding(2)));
	for (const end = powerOfTwo(chunks.length); chunks.length < end; ) {
		chunks.push(await rootInPieces(padding(CHUNK_LEAVES)));
	}
	return { people, chunks };
}

async function rootInPieces(leaves: readonly SumNode[]): Promise<SumNode> {
	const roots: SumNode[] = [];
	for (let from = 0; from < leaves.length; from += LEAVES_AT_ONCE) {
		roots.push(rootOver(leaves.slice(from, from + LEAVES_AT_ONCE)));
		await sleep(REST_MS);
	}
	return rootOver(roots);
}

/** Nobody's. Their salts are kept by nobody. */
function padding(count: number): SumNode[] {
	const salts = randomBytes(count * HASH_BYTES);
	return Array.from({ length: count }, (_, at) =>
		leafOfWallet(0n, salts.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES), ''),
	);
}

/** As they are kept: each with its amounts, and padding without. */
export function leavesOf({ hashes, amounts }: Pick<LeavesRow, 'hashes' | 'amounts'>): SumNode[] {
	return Array.from({ length: hashes.length / HASH_BYTES }, (_, at) => ({
		sum: amountsAt(amounts, at).reduce((sum, each) => sum + each, 0n),
		hash: hashes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
	}));
}

/** Spendable, held back and on its way; of padding nothing. */
export function amountsAt(amounts: Buffer, at: number): [bigint, bigint, bigint] {
	const from = at * AMOUNTS_BYTES;
	if (from >= amounts.length) return [0n, 0n, 0n];
	return [amounts.readBigInt64BE(from), amounts.readBigInt64BE(from + 8), amounts.readBigInt64BE(from + 16)];
}

/** At least two leaves, and one chunk at most. */
function powerFrom(count: number): number {
	return Math.max(2, powerOfTwo(count));
}

function powerOfTwo(count: number): number {
	let power = 1;
	while (power < count) power *= 2;
	return power;
}

export async function forgetTrees({ owner, clock }: { owner: Database; clock: Clock }): Promise<void> {
	await deleteTreesBefore(owner, firstKeptDay(clock.now()));
}

/** @returns the oldest day that a proof is still given of. */
export function firstKeptDay(nowMs: number): string {
	return dayOf(nowMs - keptMs('liabilities') + DAY_MS);
}
