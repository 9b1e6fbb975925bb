import type { LiabilityProof } from '../../../contract/proof/liability-proof.ts';
import { createRandom } from '../../../test/partners/random.ts';
import { type Entry, treeOf } from '../../../test/support/any-tree.ts';
import { chancesAmong } from '../../../web/proof/chances.ts';
import { checkLiability } from '../../../web/proof/check-liability.ts';

const SEEDS = Array.from({ length: 20 }, (_, at) => at + 1);

function peopleOf(seed: number): Entry[] {
	const random = createRandom(seed);
	return Array.from({ length: 5 + random.below(36) }, (_, at) => ({
		uid: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
		amount: BigInt(10 + random.below(1_000_000)),
	}));
}

const holds = async (uid: string, proof: LiabilityProof) => {
	const { parts, path } = await checkLiability(uid, proof, undefined);
	return parts === 'yes' && path === 'yes';
};

test.each(SEEDS)('seed %i: an honest tree proves the amount of each user and of no other', async (seed) => {
	const people = peopleOf(seed);
	const { proofAt } = treeOf(seed, people);
	for (const [at, { uid, amount }] of people.entries()) {
		const proof = proofAt(at, amount);
		expect(await holds(uid, proof)).toBe(true);
		expect(await holds('', proof)).toBe(false);
		for (const wrong of [
			{ ...proof, index: proof.index ^ 1 },
			{ ...proof, index: proof.index + 2 ** proof.path.length },
			{ ...proof, sum: String(BigInt(proof.sum) + 1n) },
			{ ...proof, spendable: '0' },
			{ ...proof, path: proof.path.slice(1) },
			{ ...proof, path: [] },
			{ ...proof, path: proof.path.map((one) => ({ ...one, side: one.side === 'left' ? 'right' : 'left' }) as const) },
			...proof.path.map((step, height) => ({
				...proof,
				sum: String(BigInt(proof.sum) + 1n),
				path: proof.path.with(height, { ...step, sum: String(BigInt(step.sum) + 1n) }),
			})),
		]) {
			expect(await holds(uid, wrong)).toBe(false);
		}
	}
});

test.each(SEEDS)(
	'seed %i: a user who is omitted, reduced or given a shared leaf detects it with any proof',
	async (seed) => {
		const people = peopleOf(seed);
		const random = createRandom(seed + 1000);
		const at = random.below(people.length);
		const { uid, amount } = people[at] as Entry;
		const cheats: Entry[][] = [
			people.toSpliced(at, 1),
			people.with(at, { uid, amount: amount - 1n }),
			people.map((each) => ({ ...each, amount })).toSpliced(at, 1),
		];
		for (const entries of cheats) {
			const { size, proofAt } = treeOf(seed, entries);
			for (let index = 0; index < size; index += 1) expect(await holds(uid, proofAt(index, amount))).toBe(false);
		}
	},
);

test.each(SEEDS)('seed %i: only a path with a negative sum reveals a negative entry', async (seed) => {
	const people = peopleOf(seed);
	const at = createRandom(seed + 2000).below(people.length);
	const { proofAt } = treeOf(seed, people.with(at, { uid: 'nobody', amount: -5_000_000_000n }));
	for (const [index, { uid, amount }] of people.entries()) {
		if (index === at) continue;
		const proof = proofAt(index, amount);
		expect(BigInt(proof.sum)).toBeLessThan(0n);
		expect(await holds(uid, proof)).toBe(false);
	}
	const masked = treeOf(seed, [...people.with(at, { uid: 'none', amount: -5n }), { uid: 'large', amount: 10n ** 7n }]);
	for (const [index, { uid, amount }] of people.entries()) {
		if (index === at) continue;
		const proof = masked.proofAt(index, amount);
		const isShown = proof.path.some(({ sum }) => sum.startsWith('-'));
		expect(isShown).toBe((index ^ 1) === at);
		expect(await holds(uid, proof)).toBe(!isShown);
	}
});

test('the published chances are those of k among n users to detect 10 cheated ones', () => {
	const [n, m, k] = [1_000, 10, 300];
	let missed = 1;
	for (let each = 0; each < m; each += 1) missed *= (n - k - each) / (n - each);
	expect(chancesAmong(n).find(({ looking }) => looking === k)?.found).toBeCloseTo(1 - missed, 9);
	expect(chancesAmong(3)).toEqual([{ looking: 3, found: 1 }]);
});

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
