import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Completions } from '../wall/completions.ts';

const text = z.string().min(1).max(200);
const newCompletion = z.strictObject({
	userId: text,
	// Any text, so that a partner can send signed nonsense.
	reward: text,
	payout: text.default('0.1000'),
	campaignId: text.default('900'),
	campaignName: text.default('Completed by control'),
	userIp: text.default('127.0.0.1'),
	transId: text.optional(),
});

export function wallControlRoutes(app: FastifyInstance, completions: Completions): void {
	app.get('/control/wall/completions', async (request) => {
		const { userId } = z.object({ userId: z.string().optional() }).parse(request.query);
		return { completions: completions.list(userId) };
	});
	app.post('/control/wall/completions', async (request, reply) => {
		const { campaignId, campaignName, ...fields } = newCompletion.parse(request.body);
		return reply.code(201).send(completions.complete({ ...fields, campaign: { id: campaignId, name: campaignName } }));
	});
	app.post('/control/wall/completions/:id/reverse', async (request, reply) => {
		return completions.reverse(idOf(request)) ?? reply.code(404).send({ message: "This completion doesn't exist." });
	});
	app.post('/control/wall/completions/:id/replay', async (request, reply) => {
		return completions.replay(idOf(request)) ?? reply.code(404).send({ message: "This completion doesn't exist." });
	});
}

function idOf(request: { params: unknown }): string {
	return z.object({ id: z.string().max(64) }).parse(request.params).id;
}
