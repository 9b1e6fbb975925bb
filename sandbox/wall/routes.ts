import { createHash, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { CallbackSender, Delivery } from '../http/callback-sender.ts';

const SHOWN_MAX = 50;
const userId = z.string().min(1).max(200);

export function wallRoutes(completions: Completions): (app: FastifyInstance) => Promise<void> {
	return async (app) => {
		app.get('/wall/offers', async () => ({ offers }));

		app.get('/wall/completions', async (request) => {
			const query = z.object({ userId }).parse(request.query);
			return { completions: completions.list(query.userId).slice(0, SHOWN_MAX).map(shown) };
		});

		app.post('/wall/completions', async (request, reply) => {
			const done = z.object({ userId, offerId: z.int() }).parse(request.body);
			const offer = findOffer(done.offerId);
			if (!offer) return reply.code(404).send({ message: "This offer doesn't exist." });
			const completion = completions.complete({
				userId: done.userId,
				campaign: { id: String(offer.id), name: offer.name },
				reward: offer.reward,
				payout: offer.payout,
				userIp: request.ip,
			});
			return reply.code(201).send(shown(completion));
		});

		app.post('/wall/reversals', async (request, reply) => {
			const { completionId } = z.object({ completionId: z.uuid() }).parse(request.body);
			const completion = completions.reverse(completionId);
			return completion ? shown(completion) : reply.code(404).send({ message: "This completion doesn't exist." });
		});
	};
}

/** Omits the callback: a wall does not show users what it signs. */
function shown({ postback: _, reversal, ...completion }: Completion): unknown {
	return { ...completion, reversal: reversal ? { delivery: reversal.delivery } : null };
}

type OfferKind = 'Survey' | 'Game' | 'App' | 'Learning' | 'Task';
type Offer = { id: number; name: string; kind: OfferKind; minutes: number; reward: string; payout: string };

const FIRST_ID = 101;
/** R$ per USD. */
const RATE = 80;
const catalogue: readonly [name: string, kind: OfferKind, minutes: number, reward: string][] = [
	['Breakfast habits survey', 'Survey', 4, '12.50'],
	['Island farm: reach level 10', 'Game', 90, '240.00'],
	['Budget planner: first week', 'App', 35, '85.00'],
	['Typing course, lesson one', 'Learning', 15, '36.00'],
	['Rate five short videos', 'Task', 6, '8.25'],
	['Tile puzzle: clear 50 boards', 'Game', 60, '150.00'],
	['Commuting survey', 'Survey', 8, '22.75'],
	['Space trader: finish the first sector', 'Game', 180, '620.00'],
	['Sleep diary for three nights', 'App', 12, '48.00'],
	['Label thirty pictures', 'Task', 10, '18.40'],
	['Basics of first aid', 'Learning', 25, '64.00'],
	['Quick daily question', 'Survey', 1, '0.75'],
];

const offers: readonly Offer[] = catalogue.map(([name, kind, minutes, reward], n) => {
	const payout = (Number(reward) / RATE).toFixed(4);
	return { id: FIRST_ID + n, name, kind, minutes, reward, payout };
});

const findOffer = (id: number): Offer | undefined => offers.find((each) => each.id === id);

type Completion = {
	id: string;
	userId: string;
	offerName: string;
	reward: string;
	payout: string;
	atMs: number;
	postback: Postback;
	delivery: Delivery;
	reversal: { postback: Postback; delivery: Delivery } | null;
};
type NewCompletion = {
	userId: string;
	campaign: { id: string; name: string };
	reward: string;
	payout: string;
	userIp: string;
	transId?: string | undefined;
};
export type Completions = ReturnType<typeof createCompletions>;

const COMPLETIONS_MAX = 5_000;

export function createCompletions(deps: {
	sender: CallbackSender;
	productUrl: () => string;
	wallId: string;
	wallSecret: string;
}) {
	const completions = new Map<string, Completion>();

	function send(postback: Postback): Delivery {
		const address = `${deps.productUrl()}/postback/${encodeURIComponent(deps.wallId)}`;
		function request(secret: string) {
			// Source: affiliates.wannads.com.
			const text = postback.subId + postback.transId + postback.reward + secret;
			const query = new URLSearchParams({ ...postback, signature: createHash('md5').update(text).digest('hex') });
			return { method: 'GET' as const, url: `${address}?${query}`, headers: { 'user-agent': 'offerwall-postback' } };
		}
		return deps.sender.send({ request: request(deps.wallSecret), garbled: () => request('garbled') });
	}

	return {
		complete(done: NewCompletion): Completion {
			const postback: Postback = {
				subId: done.userId,
				transId: done.transId ?? randomUUID(),
				reward: done.reward,
				payout: done.payout,
				status: '1',
				userIp: done.userIp,
				campaign_id: done.campaign.id,
				campaign_name: done.campaign.name,
				country: 'NL',
				uuid: randomUUID(),
			};
			const { userId, reward, payout, campaign } = done;
			const completion: Completion = {
				...{ id: randomUUID(), userId, offerName: campaign.name, reward, payout, atMs: Date.now() },
				...{ postback, delivery: send(postback), reversal: null },
			};
			completions.set(completion.id, completion);
			const [oldest] = completions.keys();
			if (completions.size > COMPLETIONS_MAX && oldest) completions.delete(oldest);
			return completion;
		},

		reverse(id: string): Completion | undefined {
			const completion = completions.get(id);
			if (!completion || completion.reversal) return completion;
			const postback: Postback = { ...completion.postback, transId: randomUUID(), status: '2' };
			completion.reversal = { postback, delivery: send(postback) };
			return completion;
		},

		replay(id: string): Completion | undefined {
			const completion = completions.get(id);
			if (completion) completion.delivery = send(completion.postback);
			return completion;
		},

		list: (userId?: string) =>
			[...completions.values()].filter((each) => userId === undefined || each.userId === userId).reverse(),
		reset: () => completions.clear(),
	};
}

/** Legacy Wannads contract. Amounts are absolute, as text in the signed form. */
type Postback = {
	subId: string;
	transId: string;
	reward: string;
	payout: string;
	/** Status 1 credits, 2 reverses. */
	status: '1' | '2';
	userIp: string;
	campaign_id: string;
	campaign_name: string;
	country: string;
	/** Shared by a completion and its reversal, which have different `transId`s. */
	uuid: string;
};
