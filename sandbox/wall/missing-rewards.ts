import { randomUUID } from 'node:crypto';
import type { Completion, Completions } from './completions.ts';

/** As frequent as in support cases: four of ten never arrived. */
export const missingRewards = [
	'held',
	'credited',
	'taken-back',
	'taken-back',
	'nothing-paid',
	'other-amount',
	'never-arrived',
	'never-arrived',
	'never-arrived',
	'never-arrived',
] as const;
export type MissingReward = (typeof missingRewards)[number];

const LARGE = '2500.00';

export function plantMissingReward(
	completions: Completions,
	{ userId, what }: { userId: string; what: MissingReward },
): void {
	const transId = randomUUID();
	const campaign = { id: '950', name: 'Planted offer' };
	const complete = (reward: string): Completion =>
		completions.complete({ userId, campaign, reward, payout: '0.1000', userIp: '203.0.113.7', transId });
	switch (what) {
		case 'held':
			complete(LARGE);
			break;
		case 'credited':
			complete('12.00');
			break;
		case 'taken-back':
			completions.reverse(complete('12.00').id);
			break;
		case 'nothing-paid':
			complete('0.00');
			break;
		case 'other-amount':
			complete('12.00');
			complete('13.00');
			break;
		case 'never-arrived':
			break;
	}
}
