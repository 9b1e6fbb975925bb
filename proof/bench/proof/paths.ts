import type { LiabilityProof } from '../../../contract/proof/liability-proof.ts';

export type PathsResult = {
	asked: number;
	steps: number;
	/** Of an answer, from and to. */
	bytes: [number, number];
	/** Whose exact amount somebody of them was shown, beside their own. */
	othersShown: number;
	/** Sums of more people, on one path: the fewest that one is of. */
	fewestInSum: number;
};

/** What paths show of others: those of each token's person. */
export async function measurePaths(
	{ port, tokens }: { port: number; tokens: readonly string[] },
	people: number,
): Promise<PathsResult> {
	const [own, shown, bytes] = [new Set<number>(), new Set<number>(), new Set<number>()];
	let [steps, fewestInSum] = [0, Number.POSITIVE_INFINITY];
	for (const token of tokens) {
		const answer = await fetch(`http://127.0.0.1:${port}/api/getLiabilityProof`, {
			method: 'POST',
			headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
			body: '{"data":{}}',
		});
		const text = await answer.text();
		const { index, path } = (JSON.parse(text) as { result: LiabilityProof }).result;
		bytes.add(Buffer.byteLength(text));
		steps = path.length;
		own.add(index);
		for (const height of path.keys()) {
			const among = peopleBelow({ index, height, people });
			if (among === 1) shown.add(2 ** height * (Math.floor(index / 2 ** height) ^ 1));
			else if (among > 1) fewestInSum = Math.min(fewestInSum, among);
		}
	}
	return {
		asked: tokens.length,
		steps,
		bytes: [Math.min(...bytes), Math.max(...bytes)],
		othersShown: [...shown].filter((index) => !own.has(index)).length,
		fewestInSum,
	};
}

/** How many people the sum is of that stands beside somebody's path at this height. Padding is at the end. */
export function peopleBelow({ index, height, people }: { index: number; height: number; people: number }): number {
	const size = 2 ** height;
	const first = size * (Math.floor(index / size) ^ 1);
	return Math.max(0, Math.min(size, people - first));
}
