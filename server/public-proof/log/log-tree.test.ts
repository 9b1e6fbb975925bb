import * as logTree from './log-tree.ts';
import { packIds, unpackIds } from './packed-ids.ts';

const leaves = Array.from({ length: 70 }, (_, at) => logTree.leafHash(`leaf ${at}`));
const find = async (level: number, index: number) => {
	const count = 2 ** level;
	return logTree.rootOfPower(leaves.slice(index * count, (index + 1) * count));
};

/** RFC 6962, literally. */
function slowRoot(of: readonly Buffer[]): Buffer {
	if (of.length === 0) return logTree.sha256('');
	if (of.length === 1) return of[0] as Buffer;
	let k = 1;
	while (k * 2 < of.length) k *= 2;
	return logTree.nodeHash(slowRoot(of.slice(0, k)), slowRoot(of.slice(k)));
}

/** RFC 9162, 2.1.3.2. */
function rootByInclusion(leaf: Buffer, index: number, size: number, path: readonly Buffer[]): Buffer {
	let [fn, sn, r] = [index, size - 1, leaf];
	for (const p of path) {
		expect(sn).toBeGreaterThan(0);
		if (fn % 2 === 1 || fn === sn) {
			r = logTree.nodeHash(p, r);
			while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn >> 1, sn >> 1];
		} else r = logTree.nodeHash(r, p);
		[fn, sn] = [fn >> 1, sn >> 1];
	}
	expect(sn).toBe(0);
	return r;
}

/** RFC 9162, 2.1.4.2. */
function isConsistent(from: number, to: number, fromRoot: Buffer, toRoot: Buffer, path: readonly Buffer[]): boolean {
	const proof = Number.isInteger(Math.log2(from)) ? [fromRoot, ...path] : [...path];
	let [fn, sn] = [from - 1, to - 1];
	while (fn % 2 === 1) [fn, sn] = [fn >> 1, sn >> 1];
	const [first, ...rest] = proof as [Buffer, ...Buffer[]];
	let [fr, sr] = [first, first];
	for (const c of rest) {
		if (sn === 0) return false;
		if (fn % 2 === 1 || fn === sn) {
			[fr, sr] = [logTree.nodeHash(c, fr), logTree.nodeHash(c, sr)];
			while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn >> 1, sn >> 1];
		} else sr = logTree.nodeHash(sr, c);
		[fn, sn] = [fn >> 1, sn >> 1];
	}
	return sn === 0 && fr.equals(fromRoot) && sr.equals(toRoot);
}

test('a Merkle tree of any size has the root of RFC 6962, computed at once or incrementally', async () => {
	const growing = logTree.growingRoot();
	expect(growing.root()).toEqual(logTree.EMPTY_ROOT);
	for (let size = 0; size <= leaves.length; size += 1) {
		expect(await logTree.rootOf(find, size)).toEqual(slowRoot(leaves.slice(0, size)));
		expect(growing.root()).toEqual(slowRoot(leaves.slice(0, size)));
		if (size < leaves.length) growing.add(leaves[size] as Buffer);
	}
});

test('a Merkle tree of any size proves the inclusion of each leaf and of no other', async () => {
	for (let size = 1; size <= leaves.length; size += 3) {
		const root = slowRoot(leaves.slice(0, size));
		for (let index = 0; index < size; index += 1) {
			const path = await logTree.inclusionPath(find, index, size);
			expect(rootByInclusion(leaves[index] as Buffer, index, size, path)).toEqual(root);
			expect(rootByInclusion(logTree.leafHash('another'), index, size, path)).not.toEqual(root);
		}
	}
});

test('a Merkle tree of any size proves consistency with every smaller tree', async () => {
	for (let from = 1; from < leaves.length; from += 1) {
		for (let to = from + 1; to <= leaves.length; to += 5) {
			const path = await logTree.consistencyPath(find, from, to);
			const [old, now] = [slowRoot(leaves.slice(0, from)), slowRoot(leaves.slice(0, to))];
			expect(isConsistent(from, to, old, now, path), `${from} to ${to}`).toBe(true);
			expect(isConsistent(from, to, logTree.sha256('rewritten'), now, path)).toBe(false);
		}
	}
	expect(await logTree.consistencyPath(find, 9, 9)).toEqual([]);
	expect(await logTree.consistencyPath(find, 0, 9)).toEqual([]);
});

test('packed ids survive a round trip, including late and large ids', () => {
	const ids = [5, 6, 7, 300, 8, 2, 2 ** 52, 1, 9];
	expect(unpackIds(packIds(ids))).toEqual(ids);
	const rising = Array.from({ length: 1024 }, (_, at) => 10_000_000 + at);
	expect(unpackIds(packIds(rising))).toEqual(rising);
	expect(packIds(rising).length).toBeLessThan(64);
	expect(unpackIds(packIds([]))).toEqual([]);
});
