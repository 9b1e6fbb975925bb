import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Faults, misbehave } from '../faults/faults.ts';
import type { Journal } from '../http/journal.ts';
import { createdOrder, orderInfo, VendorRefusal, vendorErrorBody } from './order.ts';
import type { Orders, Stock } from './orders.ts';

const orderId = z.string().min(1).max(128);
const placeId = z.int().positive();
const newOrder = z.object({
	orderId,
	robloxUsername: z.string().min(3).max(20),
	robuxAmount: z.int().positive().max(1_000_000),
	placeId,
	gamepassId: z.int().positive().optional(),
	isPreOrder: z.boolean().default(false),
	checkOwnership: z.boolean().default(false),
});
const knownOrder = z.object({ orderId });
const resentOrder = z.object({ orderId, placeId });

export function vendorRoutes(deps: {
	orders: Orders;
	stock: Stock;
	faults: Faults;
	journal: Journal;
	vendorKey: string;
}): (app: FastifyInstance) => Promise<void> {
	const { orders, stock } = deps;
	return async (app) => {
		deps.journal.watch(app, 'vendor');
		misbehave(app, 'vendor', deps.faults, (status, request) => {
			const message = status === 429 ? 'Too many requests' : 'Internal server error';
			return vendorErrorBody(status === 429 ? 'TOO_MANY_REQUESTS' : 'INTERNAL_SERVER_ERROR', message, pathOf(request));
		});
		app.addHook('preValidation', async (request) => {
			if (request.headers['api-key'] !== deps.vendorKey)
				throw new VendorRefusal(401, 'UNAUTHORIZED', 'Invalid api key');
		});
		app.setErrorHandler((error, request, reply) => {
			const refusal = refusalFor(error);
			return reply.code(refusal.statusCode).send(vendorErrorBody(refusal.code, refusal.message, pathOf(request)));
		});

		app.post('/orders/gamepass', async (request, reply) => {
			const { gamepassId, ...order } = newOrder.parse(request.body);
			const created = orders.create({ ...order, gamepassId });
			return reply.code(201).send({ success: true, data: createdOrder(created) });
		});
		app.post('/orders/gamepass/resend', async (request) => {
			const resend = resentOrder.parse(request.body);
			orders.resend(resend.orderId, resend.placeId);
			return { success: true, data: { success: true } };
		});
		app.post('/orders/info', async (request) => orderInfo(orders.require(knownOrder.parse(request.body).orderId)));
		app.post('/orders/cancel', async (request) => {
			const order = orders.cancel(knownOrder.parse(request.body).orderId);
			return { orderId: order.orderId };
		});
		app.get('/orders/stock', async () => {
			const { robuxAvailable, maxRobuxAvailable } = stock.figures();
			return { robuxAvailable, maxRobuxAvailable };
		});
		app.get('/orders/detailed-stock', async () => detailedStock(stock));
		app.get('/shared/balance', async () => ({ balance: stock.figures().balanceMicros / 1_000_000 }));
	};
}

function detailedStock(stock: Stock): unknown {
	const { ratePerThousand, robuxAvailable, maxRobuxAvailable } = stock.figures();
	const accountsCount = Math.ceil(maxRobuxAvailable / 10_000);
	return [
		{ rate: ratePerThousand, accountsCount, maxInstantOrder: robuxAvailable, totalRobuxAmount: maxRobuxAvailable },
	];
}

const pathOf = (request: FastifyRequest): string => request.url.replace(/^\/rbxcrate/, '').replace(/\?.*$/, '');

function refusalFor(error: unknown): VendorRefusal {
	if (error instanceof VendorRefusal) return error;
	if (error instanceof z.ZodError) {
		const [issue] = error.issues;
		return new VendorRefusal(400, 'BAD_REQUEST', `${issue?.path.join('.') || 'body'}: ${issue?.message}`);
	}
	const { statusCode = 500, message } = error as { statusCode?: number; message: string };
	return statusCode < 500
		? new VendorRefusal(statusCode, 'BAD_REQUEST', message)
		: new VendorRefusal(500, 'INTERNAL_SERVER_ERROR', 'Internal server error');
}
