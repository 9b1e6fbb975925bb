import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type Faults, misbehave } from '../faults/faults.ts';
import type { Journal } from '../http/journal.ts';
import type { PlatformWorld } from '../platform/world.ts';

const AFTER_TAX = 0.7;
const USD_PER_1000_GROSS = 3.5;

const newOrder = z.object({
	robux: z.int().positive().max(1_000_000),
	roblox_user_id: z.int().positive(),
	universe_id: z.int().positive(),
	place_id: z.int().positive(),
	custom_order_id: z.string().min(1).max(128).optional(),
});

type Deps = { rocheapOrders: RocheapOrders; faults: Faults; journal: Journal; vendorKey: string };

export async function rocheapRoutes(app: FastifyInstance, { rocheapOrders, faults, journal, vendorKey }: Deps) {
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
	app.get<{ Params: { id: string } }>('/get_order_info_by_custom_id/:id', async (request, reply) => {
		const order = rocheapOrders.find(request.params.id);
		return order ? shown(order) : reply.code(404).send(refusal('ORDER_NOT_FOUND'));
	});
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

type RocheapRequest = { robux: number; robloxUserId: number; placeId: number; customOrderId: string };

type RocheapOrder = RocheapRequest & {
	orderId: string;
	status: 'CREATED' | 'COMPLETED' | 'FAILED';
	gamepassId: number | null;
	timesPaid: number;
};

export type RocheapOrders = ReturnType<typeof createRocheapOrders>;

const ORDERS_MAX = 10_000;

/** Accepts every order, and checks for a pass only when buying. */
export function createRocheapOrders({ world, settleMs }: { world: PlatformWorld; settleMs: number }) {
	let orders: RocheapOrder[] = [];

	function buy(order: RocheapOrder): void {
		const game = world.gameAtPlace(order.placeId);
		const pass = (game ? world.passesOf(game.universeId) : []).find(
			({ isForSale, price, creator }) => isForSale && price === order.robux && creator.id === order.robloxUserId,
		);
		if (!pass) {
			order.status = 'FAILED';
			return;
		}
		Object.assign(order, { status: 'COMPLETED', gamepassId: pass.id, timesPaid: order.timesPaid + 1 });
	}

	return {
		/** Repeating a custom id creates and pays a second order: the vendor's contract does not promise idempotency. */
		create(request: RocheapRequest): RocheapOrder {
			if (orders.length >= ORDERS_MAX) throw new RangeError(`at most ${ORDERS_MAX} orders`);
			const orderId = `rc-${orders.length + 1}`;
			const order: RocheapOrder = { ...request, orderId, status: 'CREATED', gamepassId: null, timesPaid: 0 };
			orders.push(order);
			void wait(settleMs, undefined, { ref: false }).then(() => orders.includes(order) && buy(order));
			return order;
		},
		find: (id: string) => orders.find((order) => order.customOrderId === id),
		list: () => [...orders],
		reset: () => {
			orders = [];
		},
	};
}
