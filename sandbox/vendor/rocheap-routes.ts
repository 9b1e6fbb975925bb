import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Faults } from '../faults/faults.ts';
import { misbehave } from '../faults/misbehave.ts';
import type { Journal } from '../http/journal.ts';
import type { RocheapOrder, RocheapOrders } from './rocheap-orders.ts';

const AFTER_TAX = 0.7;
const USD_PER_1000_GROSS = 3.5;

const newOrder = z.object({
	robux: z.int().positive().max(1_000_000),
	roblox_user_id: z.int().positive(),
	universe_id: z.int().positive(),
	place_id: z.int().positive(),
	custom_order_id: z.string().min(1).max(128).optional(),
});

export function rocheapRoutes({
	rocheapOrders,
	faults,
	journal,
	vendorKey,
}: {
	rocheapOrders: RocheapOrders;
	faults: Faults;
	journal: Journal;
	vendorKey: string;
}): (app: FastifyInstance) => Promise<void> {
	return async (app) => {
		journal.watch(app, 'vendor');
		misbehave(app, 'vendor', faults, (status) => refusal(status === 429 ? 'RATE_LIMITED' : 'INTERNAL_ERROR'));
		app.addHook('preValidation', async (request, reply) => {
			if (request.headers['rocheap-api-key'] !== vendorKey) await reply.code(401).send(refusal('INVALID_API_KEY'));
		});

		app.post('/create_order', async (request, reply) => {
			const { success, data } = newOrder.safeParse(request.body);
			if (!success) return reply.code(400).send(refusal('INVALID_REQUEST'));
			const order = rocheapOrders.create({
				robux: data.robux,
				robloxUserId: data.roblox_user_id,
				placeId: data.place_id,
				customOrderId: data.custom_order_id ?? '',
			});
			return shown(order);
		});
		for (const [path, find] of [
			['/get_order_info/:id', rocheapOrders.find],
			['/get_order_info_by_custom_id/:id', rocheapOrders.findByCustomId],
		] as const) {
			app.get<{ Params: { id: string } }>(path, async (request, reply) => {
				const order = find(request.params.id);
				return order ? shown(order) : reply.code(404).send(refusal('ORDER_NOT_FOUND'));
			});
		}
	};
}

function shown({ status, robux, orderId, customOrderId, gamepassId }: RocheapOrder): unknown {
	const failure = { code: 'ORDER_FAILED_USER_ERROR', message: 'no public pass for sale at the required price' };
	return {
		success: true,
		status: { code: status, message: status.toLowerCase() },
		cost: (robux * USD_PER_1000_GROSS) / 1_000,
		robux,
		after_tax_robux: Math.floor(robux * AFTER_TAX),
		order_id: orderId,
		custom_order_id: customOrderId,
		gamepass_id: gamepassId,
		...(status === 'FAILED' && { failure_code: failure }),
	};
}

function refusal(code: string): unknown {
	return { success: false, error: { code, message: code.toLowerCase().replaceAll('_', ' ') } };
}
