import { hash as hashOnce } from 'node:crypto';

/** Merkle tree and proofs of RFC 6962, section 2.1. */

const LEAF = Buffer.from([0]);
const NODE = Buffer.from([1]);

export const sha256 = (bytes: Buffer | string): Buffer => hashOnce('sha256', bytes, 'buffer');
export const leafHash = (text: string): Buffer => sha256(Buffer.concat([LEAF, Buffer.from(text, 'utf8')]));
export const nodeHash = (left: Buffer, right: Buffer): Buffer => sha256(Buffer.concat([NODE, left, right]));

export const EMPTY_ROOT = sha256('');

/** Returns the root over 2^level leaves from leaf index * 2^level. */
export type FindSubtree = (level: number, index: number) => Promise<Buffer>;

export async function rootOf(find: FindSubtree, size: number): Promise<Buffer> {
	return size === 0 ? EMPTY_ROOT : rootOfRange(find, 0, size);
}

/** @param start a multiple of the smallest power of two ≥ `count`. */
async function rootOfRange(find: FindSubtree, start: number, count: number): Promise<Buffer> {
	const level = Math.log2(count);
	if (Number.isInteger(level)) return find(level, start / count);
	const left = largestPowerBelow(count);
	return nodeHash(await rootOfRange(find, start, left), await rootOfRange(find, start + left, count - left));
}

export async function inclusionPath(find: FindSubtree, index: number, size: number): Promise<Buffer[]> {
	const path: Buffer[] = [];
	for (let [start, count] = [0, size]; count > 1; ) {
		const left = largestPowerBelow(count);
		const isLeft = index < start + left;
		path.push(await (isLeft ? rootOfRange(find, start + left, count - left) : rootOfRange(find, start, left)));
		[start, count] = isLeft ? [start, left] : [start + left, count - left];
	}
	return path.reverse();
}

export async function consistencyPath(find: FindSubtree, from: number, to: number): Promise<Buffer[]> {
	if (from === 0 || from === to) return [];
	const path: Buffer[] = [];
	let [start, count, old] = [0, to, from];
	// True while the rest is the whole old tree, whose root the client knows.
	let isWhole = true;
	while (old !== count) {
		const left = largestPowerBelow(count);
		if (old <= left) {
			path.push(await rootOfRange(find, start + left, count - left));
			count = left;
		} else {
			path.push(await rootOfRange(find, start, left));
			[start, count, old] = [start + left, count - left, old - left];
			isWhole = false;
		}
	}
	if (!isWhole) path.push(await rootOfRange(find, start, count));
	return path.reverse();
}

/** @param hashes a power of two of them. */
export function rootOfPower(hashes: readonly Buffer[]): Buffer {
	let level = hashes;
	while (level.length > 1) level = pairs(level);
	return level[0] ?? EMPTY_ROOT;
}

function pairs(level: readonly Buffer[]): Buffer[] {
	const above: Buffer[] = [];
	for (let at = 0; at + 1 < level.length; at += 2) above.push(nodeHash(level[at] as Buffer, level[at + 1] as Buffer));
	return above;
}

export function growingRoot() {
	const peaks: { hash: Buffer; leaves: number }[] = [];
	return {
		add(leaf: Buffer): void {
			let peak = { hash: leaf, leaves: 1 };
			for (let last = peaks.at(-1); last?.leaves === peak.leaves; last = peaks.at(-1)) {
				peak = { hash: nodeHash(last.hash, peak.hash), leaves: peak.leaves * 2 };
				peaks.pop();
			}
			peaks.push(peak);
		},
		root(): Buffer {
			const hashes = peaks.map(({ hash }) => hash);
			return hashes.length === 0 ? EMPTY_ROOT : hashes.reduceRight((right, left) => nodeHash(left, right));
		},
	};
}

const largestPowerBelow = (count: number): number => 2 ** (Math.ceil(Math.log2(count)) - 1);
