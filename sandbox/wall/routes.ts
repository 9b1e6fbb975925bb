import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Completion, Completions } from './completions.ts';
import { findOffer, offers } from './offers.ts';

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
