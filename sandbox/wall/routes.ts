import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Completion, Completions } from './completions.ts';

const SHOWN_MAX = 50;
export const userId = z.string().min(1).max(200);

export async function wallRoutes(app: FastifyInstance, { completions }: { completions: Completions }): Promise<void> {
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
