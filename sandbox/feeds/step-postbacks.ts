import { createHmac, hash, randomUUID } from 'node:crypto';
import type { CallbackSender, Delivery } from '../http/callback-sender.ts';
import { RATE } from './answers.ts';
import type { FeedOffer, Goal } from './offers.ts';

export const feedWalls = { lootably: 'sandbox-games', adgate: 'sandbox-tasks' } as const;

export type StepDone = {
	id: string;
	userId: string;
	offerId: string;
	goalId: string;
	delivery: Delivery;
	takenBack: Delivery | undefined;
	takeBack: () => Delivery;
};

export type Doing = { userId: string; click: string; offer: FeedOffer; goal: Goal };

const STORED_MAX = 5_000;

export type StepPostbacks = ReturnType<typeof createStepPostbacks>;

export function createStepPostbacks(deps: { sender: CallbackSender; productUrl: () => string; wallSecret: string }) {
	const done = new Map<string, StepDone>();

	function send(doing: Doing, transaction: string, isTakenBack: boolean): Delivery {
		const wall = feedWalls[doing.offer.feed];
		const keyed = (what: string) => createHmac('sha256', deps.wallSecret).update(`${wall} ${what}`).digest('hex');
		const parameters = doing.offer.feed === 'lootably' ? lootably : adgate;
		const address = `${deps.productUrl()}/postback/${wall}/${keyed('path').slice(0, 32)}`;
		const query = new URLSearchParams(parameters(doing, { transaction, isTakenBack, secret: keyed('secret') }));
		const headers = { 'user-agent': 'offerwall-postback' };
		return deps.sender.send({ method: 'GET', url: `${address}?${query}`, headers });
	}

	return {
		finish(doing: Doing): StepDone {
			const transaction = randomUUID();
			const { userId, offer, goal } = doing;
			const step: StepDone = {
				...{ id: transaction, userId, offerId: offer.id, goalId: goal.id },
				delivery: send(doing, transaction, false),
				takenBack: undefined,
				takeBack() {
					step.takenBack ??= send(doing, transaction, true);
					return step.takenBack;
				},
			};
			done.set(step.id, step);
			const [oldest] = done.keys();
			if (done.size > STORED_MAX && oldest) done.delete(oldest);
			return step;
		},
		find: (id: string) => done.get(id),
		list: (userId: string, offerId: string) =>
			[...done.values()].filter((step) => step.userId === userId && step.offerId === offerId),
		reset: () => done.clear(),
	};
}

type Sent = { transaction: string; isTakenBack: boolean; secret: string };

/** Source: documentation.lootably.com and the vendor's lootably-postback-hash. */
function lootably({ userId, offer, goal }: Doing, { transaction, isTakenBack, secret }: Sent): Record<string, string> {
	const ip = '203.0.113.7';
	const [revenue, reward] = [(goal.reward / RATE).toFixed(4), goal.reward.toFixed(2)];
	return {
		userID: userId,
		transactionID: transaction,
		ip,
		offerName: offer.name,
		offerID: offer.id,
		goalID: goal.id,
		goalName: goal.title,
		revenue,
		currencyReward: reward,
		status: isTakenBack ? '0' : '1',
		hash: hash('sha256', `${userId}${ip}${revenue}${reward}${secret}`),
	};
}

/** Unsigned. Source: docs.prodegeads.com. */
function adgate({ userId, click, offer, goal }: Doing, { transaction, isTakenBack }: Sent): Record<string, string> {
	return {
		s1: userId,
		s2: click,
		conversion_id: transaction,
		points: goal.reward.toFixed(2),
		payout: (goal.reward / RATE).toFixed(4),
		state: isTakenBack ? 'rejected' : 'approved',
		offer_id: offer.id,
		offer_name: offer.name,
		event_id: goal.id,
	};
}
