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
			{
				...proof,
				path: proof.path.map((step) => ({ ...step, side: step.side === 'left' ? 'right' : 'left' }) as const),
			},
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
			for (let index = 0; index < size; index += 1) {
				expect(await holds(uid, proofAt(index, amount))).toBe(false);
			}
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
	const masked = treeOf(seed, [
		...people.with(at, { uid: 'nobody', amount: -5n }),
		{ uid: 'large', amount: 10_000_000n },
	]);
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
