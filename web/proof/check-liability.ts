import type { LiabilityProof } from '../../contract/proof/liability-proof.ts';
import { bytesOf, hexOf, isSigned, type PublicKey, sha256, type Verdict } from './signature.ts';

export type PublishedTree = {
	n: number;
	at: string;
	liabilities: { day: string; root: string; sum: string; below_zero: string; people: number };
	key: string;
	signature: string;
};

/**
 * - `parts`: they add up to the amount.
 * - `path`: the leaf leads to the root.
 * - `published`: the checkpoint has that root.
 * - `signed`: the site signed it.
 */
export type Check = 'parts' | 'path' | 'published' | 'signed';

const SUM_END = 2n ** 63n;
const WHOLE = /^\d{1,19}$/;
const HASH = /^[0-9a-f]{64}$/;
const HEIGHT_MAX = 53;

/**
 * Trusts nothing in the proof except the uid.
 * @param published undefined on a private site; its `tree` is undefined if the proof's checkpoint is not published.
 */
export async function checkLiability(
	uid: string,
	proof: LiabilityProof,
	published: { tree: PublishedTree | undefined; keys: readonly PublicKey[] } | undefined,
): Promise<Record<Check, Verdict>> {
	return {
		parts: hasItsParts(proof) ? 'yes' : 'no',
		path: (await leadsToRoot(uid, proof)) ? 'yes' : 'no',
		published: published ? (published.tree && isOf(proof, published.tree) ? 'yes' : 'no') : 'unknown',
		signed: published?.tree ? await isSigned(published.tree, published.keys) : 'unknown',
	};
}

function hasItsParts({ amount, spendable, held_back, on_its_way }: LiabilityProof): boolean {
	const parts = [spendable, held_back, on_its_way];
	if (![amount, ...parts].every((each) => WHOLE.test(each))) return false;
	return parts.reduce((sum, each) => sum + BigInt(each), 0n) === BigInt(amount);
}

async function leadsToRoot(uid: string, { amount, salt, index, path, root, sum }: LiabilityProof): Promise<boolean> {
	const isReadable =
		[amount, sum, ...path.map((each) => each.sum)].every((each) => WHOLE.test(each) && BigInt(each) < SUM_END) &&
		[salt, root, ...path.map((each) => each.hash)].every((each) => HASH.test(each));
	// A tree has at least two leaves, so a path is never empty.
	if (!isReadable || uid === '' || path.length === 0 || path.length > HEIGHT_MAX) return false;
	if (!Number.isSafeInteger(index) || index < 0 || index >= 2 ** path.length) return false;
	let below = {
		sum: BigInt(amount),
		hash: await sha256(Uint8Array.of(0), eightBytes(BigInt(amount)), bytesOf(salt), new TextEncoder().encode(uid)),
	};
	for (const [height, step] of path.entries()) {
		// The index fixes the sides; otherwise one leaf could serve two users.
		const side = Math.floor(index / 2 ** height) % 2 === 1 ? 'left' : 'right';
		if (step.side !== side) return false;
		const other = { sum: BigInt(step.sum), hash: bytesOf(step.hash) };
		const [left, right] = side === 'left' ? [other, below] : [below, other];
		const total = left.sum + right.sum;
		if (total >= SUM_END) return false;
		below = {
			sum: total,
			hash: await sha256(Uint8Array.of(1), eightBytes(left.sum), left.hash, eightBytes(right.sum), right.hash),
		};
	}
	return hexOf(below.hash) === root && below.sum === BigInt(sum);
}

function isOf(proof: LiabilityProof, { n, at, liabilities }: PublishedTree): boolean {
	const { day, root, sum } = liabilities;
	return n === proof.checkpoint && at === proof.at && day === proof.day && root === proof.root && sum === proof.sum;
}

function eightBytes(sum: bigint): Uint8Array {
	const bytes = new Uint8Array(8);
	new DataView(bytes.buffer).setBigUint64(0, sum);
	return bytes;
}
