import { hash } from 'node:crypto';

/** `sum` is in R$ cents. */
export type SumNode = { sum: bigint; hash: Buffer };
export type Sibling = SumNode & { side: 'left' | 'right' };

const NODE_BYTES = 40;
/** The first byte stays 1, which marks a node. */
const both = Buffer.alloc(1 + 2 * NODE_BYTES, 1);

/** @param salt 32 bytes. @param uid empty for padding. */
export function leafOfWallet(amount: bigint, salt: Buffer, uid: string): SumNode {
	return { sum: amount, hash: sha256([Buffer.of(0), eightBytes(amount), salt, Buffer.from(uid, 'utf8')]) };
}

/** Hashes both sums: with only the total, one child's sum could be understated. */
export function parentOf(left: SumNode, right: SumNode): SumNode {
	both.writeBigInt64BE(left.sum, 1);
	left.hash.copy(both, 9);
	both.writeBigInt64BE(right.sum, 1 + NODE_BYTES);
	right.hash.copy(both, 9 + NODE_BYTES);
	return { sum: left.sum + right.sum, hash: hash('sha256', both, 'buffer') };
}

export function levelsOver(leaves: readonly SumNode[]): SumNode[][] {
	const levels = [[...leaves]];
	for (let below = levels[0] as SumNode[]; below.length > 1; below = levels.at(-1) as SumNode[]) {
		const above: SumNode[] = [];
		for (let at = 0; at < below.length; at += 2) above.push(parentOf(below[at] as SumNode, below[at + 1] as SumNode));
		levels.push(above);
	}
	return levels;
}

export const rootOver = (leaves: readonly SumNode[]): SumNode => levelsOver(leaves).at(-1)?.[0] as SumNode;

export function pathTo(leaves: readonly SumNode[], index: number): Sibling[] {
	return levelsOver(leaves)
		.slice(0, -1)
		.map((level, height) => {
			const at = Math.floor(index / 2 ** height);
			const isRight = at % 2 === 1;
			return { side: isRight ? 'left' : 'right', ...(level[isRight ? at - 1 : at + 1] as SumNode) };
		});
}

export function packNode({ sum, hash: own }: SumNode): Buffer {
	return Buffer.concat([eightBytes(sum), own]);
}

export function unpackNodes(packed: Buffer): SumNode[] {
	return Array.from({ length: packed.length / NODE_BYTES }, (_, at) => {
		const node = packed.subarray(at * NODE_BYTES, (at + 1) * NODE_BYTES);
		return { sum: node.readBigInt64BE(), hash: node.subarray(8) };
	});
}

function eightBytes(sum: bigint): Buffer {
	const bytes = Buffer.alloc(8);
	bytes.writeBigInt64BE(sum);
	return bytes;
}

const sha256 = (parts: readonly Buffer[]): Buffer => hash('sha256', Buffer.concat(parts), 'buffer');
