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
	gatherLateLeaves,
	gatherLeaves,
	insertChunk,
	insertMissingKeys,
	insertTree,
	type LeavesRow,
	openLeaves,
	selectBelowZero,
	selectLastDay,
	selectNextLeaves,
} from './store-liabilities.ts';
import { leafOfWallet, packNode, rootOver, type SumNode } from './sum-tree.ts';

const CHUNK_LEAVES = 1024;
/** Half a millisecond of hashing. */
const LEAVES_AT_ONCE = 256;
/** Three milliseconds of the database. */
const WALLETS_AT_ONCE = 500;
/** For each millisecond of work, so many of rest. */
const RESTS = 1;
const REST_MS_MAX = 250;
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
	do after = await resting(() => insertMissingKeys(owner, { after, size: WALLETS_AT_ONCE }));
	while (after !== null);
	return { findLiabilities: growTree };
}

/** The tree of this day, over what the transaction sees. Null: there is one already. */
async function growTree(tx: Tx, { n, atMs, keys }: { n: number; atMs: number; keys: LateKeys }): Promise<Liabilities> {
	const day = dayOf(atMs);
	if ((await selectLastDay(tx)).tree === day) return null;
	const seed = randomBytes(32);
	await gather(tx, { seed, keys });
	const { people, chunks } = await placeLeaves(tx, day);
	const root = rootOver(chunks);
	const sum = String(root.sum);
	const roots = Buffer.concat(chunks.map(packNode));
	await insertTree(tx, { day, checkpoint: n, at: new Date(atMs), seed, people, roots, root: root.hash, sum });
	return { day, root: root.hash.toString('hex'), sum, below_zero: await selectBelowZero(tx), people };
}

async function gather(tx: Tx, { seed, keys }: { seed: Buffer; keys: LateKeys }): Promise<void> {
	await openLeaves(tx);
	let after: string | null = null;
	do {
		const { last, late } = await resting(() => gatherLeaves(tx, { seed, after, size: WALLETS_AT_ONCE }));
		// Of who came since: else they would have to be left out.
		keys.make(late);
		const made = late.map((uid) => [uid, keys.made.get(uid) as Buffer] as const);
		if (made.length > 0) await gatherLateLeaves(tx, { seed, keys: made });
		after = last;
	} while (after !== null);
}

/** Keeps them in chunks. @returns the root of each, a power of two of them. */
async function placeLeaves(tx: Tx, day: string): Promise<{ people: number; chunks: SumNode[] }> {
	const chunks: SumNode[] = [];
	const keep = async (leaves: Gathered, padded: number) => {
		const missing = padding(padded - countOf(leaves));
		const hashes = Buffer.concat([leaves.hashes, ...missing.map(({ hash }) => hash)]);
		const first = leaves.places.subarray(0, HASH_BYTES);
		await resting(() => insertChunk(tx, day, { chunk: chunks.length, first, hashes, amounts: leaves.amounts }));
		chunks.push(await rootInPieces([...leavesOf(leaves), ...missing]));
	};
	let [people, part, left] = [0, -1, NONE];
	for (;;) {
		const next = await resting(() => selectNextLeaves(tx, part));
		if (!next) break;
		part = next.part;
		people += countOf(next);
		left = together(left, next);
		for (; countOf(left) > CHUNK_LEAVES; left = slice(left, CHUNK_LEAVES)) {
			await keep(slice(left, 0, CHUNK_LEAVES), CHUNK_LEAVES);
		}
	}
	const found = countOf(left);
	if (found > 0) await keep(left, chunks.length === 0 ? powerFrom(found) : CHUNK_LEAVES);
	if (chunks.length === 0) chunks.push(rootOver(padding(2)));
	for (const end = powerOfTwo(chunks.length); chunks.length < end; ) {
		chunks.push(await rootInPieces(padding(CHUNK_LEAVES)));
	}
	return { people, chunks };
}

/** Packed, in the order of their places. */
type Gathered = { places: Buffer; hashes: Buffer; amounts: Buffer };
const NONE: Gathered = { places: Buffer.alloc(0), hashes: Buffer.alloc(0), amounts: Buffer.alloc(0) };

function countOf({ hashes }: Gathered): number {
	return hashes.length / HASH_BYTES;
}

function together(one: Gathered, other: Gathered): Gathered {
	return {
		places: Buffer.concat([one.places, other.places]),
		hashes: Buffer.concat([one.hashes, other.hashes]),
		amounts: Buffer.concat([one.amounts, other.amounts]),
	};
}

function slice({ places, hashes, amounts }: Gathered, from: number, to?: number): Gathered {
	const part = (packed: Buffer, size: number) => packed.subarray(from * size, to && to * size);
	return {
		places: part(places, HASH_BYTES),
		hashes: part(hashes, HASH_BYTES),
		amounts: part(amounts, AMOUNTS_BYTES),
	};
}

async function rootInPieces(leaves: readonly SumNode[]): Promise<SumNode> {
	const roots: SumNode[] = [];
	for (let from = 0; from < leaves.length; from += LEAVES_AT_ONCE) {
		roots.push(await resting(async () => rootOver(leaves.slice(from, from + LEAVES_AT_ONCE))));
	}
	return rootOver(roots);
}

/** Rests after work by how long it took: who comes meanwhile is served first, and the busier the machine the longer. */
async function resting<Result>(work: () => Promise<Result>): Promise<Result> {
	const startedMs = performance.now();
	const result = await work();
	await sleep(Math.min((performance.now() - startedMs) * RESTS, REST_MS_MAX));
	return result;
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
