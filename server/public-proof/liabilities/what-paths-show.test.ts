import { createRandom } from '../../../test/partners/random.ts';
import { treeOf } from '../../../test/support/any-tree.ts';

type Proof = ReturnType<ReturnType<typeof treeOf>['proofAt']>;

/** Derives every sum that follows from the paths by addition and subtraction. The position of padding is public. */
function sumsFrom(proofs: readonly Proof[], people: number): Map<string, bigint> {
	const known = new Map<string, bigint>();
	const name = (height: number, at: number) => `${height}/${at}`;
	const leaves = 2 ** (proofs[0]?.path.length ?? 0);
	for (let at = people; at < leaves; at += 1) known.set(name(0, at), 0n);
	for (const { index, amount, path } of proofs) {
		let own = BigInt(amount);
		known.set(name(0, index), own);
		for (const [height, { sum }] of path.entries()) {
			const at = Math.floor(index / 2 ** height);
			known.set(name(height, at ^ 1), BigInt(sum));
			own += BigInt(sum);
			known.set(name(height + 1, at >> 1), own);
		}
	}
	const height = proofs[0]?.path.length ?? 0;
	for (let before = -1; before !== known.size; ) {
		before = known.size;
		for (let level = 0; level < height; level += 1) {
			for (let at = 0; at < 2 ** (height - level); at += 1) {
				const [above, other] = [known.get(name(level + 1, at >> 1)), known.get(name(level, at ^ 1))];
				if (above !== undefined && other !== undefined) known.set(name(level, at), above - other);
				const own = known.get(name(level, at));
				if (own !== undefined && other !== undefined) known.set(name(level + 1, at >> 1), own + other);
			}
		}
	}
	return known;
}

test.each([200, 255, 256, 257, 258, 401])(
	'with %i users, colluding users learn only the amounts of their neighbours and of the last leaf',
	(count) => {
		const random = createRandom(count);
		const people = Array.from({ length: count }, (_, at) => ({
			uid: `${at}`,
			amount: BigInt(random.below(1_000_000)),
		}));
		const { proofAt } = treeOf(1, people);
		for (const k of [1, 2, 10, 40]) {
			const together = new Set(Array.from({ length: k }, () => random.below(people.length)));
			const proofs = [...together].map((at) => proofAt(at, people[at]?.amount ?? 0n));
			const known = sumsFrom(proofs, count);
			const others = [...people.keys()].filter((at) => known.has(`0/${at}`) && !together.has(at));
			for (const at of others) {
				expect(known.get(`0/${at}`)).toBe(people[at]?.amount);
				expect(together.has(at ^ 1) || at === count - 1).toBe(true);
			}
		}
	},
);
