import { createHash } from 'node:crypto';
import type { LiabilityProof } from '../../contract/proof/liability-proof.ts';
import { leafOfWallet, levelsOver, pathTo, type SumNode } from '../../server/public-proof/liabilities/sum-tree.ts';

export type Entry = { uid: string; amount: bigint };

const saltOf = (seed: number, at: number) => createHash('sha256').update(`${seed}/${at}`).digest();

/** An arbitrary tree, as a dishonest operator could build. */
export function treeOf(seed: number, entries: readonly Entry[]) {
	const leaves = entries.map(({ uid, amount }, at) => leafOfWallet(amount, saltOf(seed, at), uid));
	while (!Number.isInteger(Math.log2(leaves.length)) || leaves.length < 2) {
		leaves.push(leafOfWallet(0n, saltOf(seed, leaves.length), ''));
	}
	const root = levelsOver(leaves).at(-1)?.[0] as SumNode;
	const proofAt = (index: number, amount: bigint): LiabilityProof => ({
		...{ day: '2026-01-01', checkpoint: 1, at: '1' },
		...{ amount: String(amount), spendable: String(amount), held_back: '0', on_its_way: '0' },
		salt: saltOf(seed, index).toString('hex'),
		index,
		path: pathTo(leaves, index).map(({ side, sum, hash }) => ({ side, sum: String(sum), hash: hash.toString('hex') })),
		root: root.hash.toString('hex'),
		sum: String(root.sum),
	});
	return { size: leaves.length, proofAt };
}
