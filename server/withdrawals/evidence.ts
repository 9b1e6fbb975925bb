import type { CreateAnswer, InfoAnswer } from './vendors/vendor.ts';

/** An answer of a vendor as it is kept: what is kept outlives the account that it is about, so it names nobody. */
export function withoutName(answer: CreateAnswer | InfoAnswer): object {
	if (answer.kind !== 'found') return answer;
	const { robloxUsername: _, ...order } = answer.order;
	return { ...answer, order };
}
