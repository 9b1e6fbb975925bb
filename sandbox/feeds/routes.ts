import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { adgateAnswer, lootablyAnswer } from './answers.ts';
import { findFeedOffer, offersOf } from './offers.ts';
import type { StepDone, StepPostbacks } from './step-postbacks.ts';

const userId = z.string().min(1).max(200);

export async function feedRoutes(
	app: FastifyInstance,
	{ steps, origin }: { steps: StepPostbacks; origin: () => string },
): Promise<void> {
	app.post('/api/v2/offers/get', async (request) => {
		z.object({ apiKey: z.string().min(1), placementID: z.string().min(1) }).parse(request.body);
		return lootablyAnswer(offersOf('lootably', Date.now()), origin());
	});
	app.get('/v3/offers', async (request) => {
		z.object({ aff: z.string().min(1), api_key: z.string().min(1), wall_code: z.string().min(1) }).parse(request.query);
		return adgateAnswer(offersOf('adgate', Date.now()), origin());
	});

	app.get('/wall/offers/:id', async (request, reply) => {
		const { id } = z.object({ id: z.string().max(20) }).parse(request.params);
		const { userId: user } = z.object({ userId }).parse(request.query);
		const offer = findFeedOffer(id, Date.now());
		if (!offer) return reply.code(404).send({ message: "This offer doesn't exist." });
		return { offer, done: steps.list(user, id).map(shown) };
	});
	app.post('/wall/steps', async (request, reply) => {
		const input = z
			.object({ userId, click: z.string().max(100).default(''), offerId: z.string(), goalId: z.string() })
			.parse(request.body);
		const offer = findFeedOffer(input.offerId, Date.now());
		const goal = offer?.goals.find(({ id }) => id === input.goalId);
		if (!offer || !goal) return reply.code(404).send({ message: "This step doesn't exist." });
		return reply.code(201).send(shown(steps.finish({ userId: input.userId, click: input.click, offer, goal })));
	});
	app.post('/wall/steps/:id/take-back', async (request, reply) => {
		const { id } = z.object({ id: z.uuid() }).parse(request.params);
		const step = steps.find(id);
		if (!step) return reply.code(404).send({ message: "This step doesn't exist." });
		step.takeBack();
		return shown(step);
	});
}

function shown({ takeBack: _, takenBack, ...step }: StepDone): unknown {
	return { ...step, takenBack: takenBack ?? null };
}
