import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DAY_MS } from '../../../contract/durations.ts';
import { keptMs } from '../../../contract/site/retention.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database, Tx } from '../../lib/db/database.ts';
import type { Liabilities } from '../checkpoint.ts';
import { dayOf } from '../utc-day.ts';
import {
	deleteTreesBefore,
	insertLeaves,
	insertMissingKeys,
	insertTree,
	type LeavesRow,
	selectBelowZero,
	selectLastDay,
	selectLeaves,
	takeTime,
	updateHashes,
} from './store-liabilities.ts';
import { leafOfWallet, packNode, rootOver, type SumNode } from './sum-tree.ts';

/** Some milliseconds of hashing, so that requests come in between. */
const CHUNK_LEAVES = 1024;
/** A second or so: whoever makes a key for one of them waits as long. */
const KEYS_AT_ONCE = 50_000;
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
	while ((await insertMissingKeys(owner, KEYS_AT_ONCE)) > 0);
	return { findLiabilities: growTree };
}

/** The tree of this day, over what the transaction sees. Null: there is one already. */
async function growTree(tx: Tx, { n, atMs }: { n: number; atMs: number }): Promise<Liabilities> {
	const day = dayOf(atMs);
	if ((await selectLastDay(tx)).tree === day) return null;
	await takeTime(tx);
	const seed = randomBytes(32);
	// Of who came since: else they would have to be left out.
	await insertMissingKeys(tx, null);
	await insertLeaves(tx, { day, seed, size: CHUNK_LEAVES });
	const { people, chunks } = await readRoots(tx, day);
	const root = rootOver(chunks);
	const sum = String(root.sum);
	const roots = Buffer.concat(chunks.map(packNode));
	await insertTree(tx, { day, checkpoint: n, at: new Date(atMs), seed, people, roots, root: root.hash, sum });
	return { day, root: root.hash.toString('hex'), sum, below_zero: await selectBelowZero(tx), people };
}

async function readRoots(tx: Tx, day: string): Promise<{ people: number; chunks: SumNode[] }> {
	const chunks: SumNode[] = [];
	let people = 0;
	for (;;) {
		const row = await selectLeaves(tx, day, chunks.length);
		if (!row) break;
		const found = row.hashes.length / HASH_BYTES;
		people += found;
		const leaves = leavesOf(row);
		const missing = (chunks.length === 0 ? powerFrom(found) : CHUNK_LEAVES) - found;
		if (missing > 0) {
			leaves.push(...padding(missing));
			await updateHashes(tx, day, { chunk: row.chunk, hashes: Buffer.concat(leaves.map(({ hash }) => hash)) });
		}
		chunks.push(rootOver(leaves));
		await nextTurn();
	}
	if (chunks.length === 0) chunks.push(rootOver(padding(2)));
	for (const end = powerOfTwo(chunks.length); chunks.length < end; await nextTurn()) {
		chunks.push(rootOver(padding(CHUNK_LEAVES)));
	}
	return { people, chunks };
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
