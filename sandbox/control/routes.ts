import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type Faults, faultKinds, faultParts } from '../faults/faults.ts';
import type { Journal } from '../http/journal.ts';
import type { PlatformWorld } from '../platform/world.ts';
import { type Order, orderErrorReasons } from '../vendor/order.ts';
import type { Orders, Stock } from '../vendor/orders.ts';
import type { RocheapOrders } from '../vendor/rocheap-routes.ts';
import type { VendorWebhooks } from '../vendor/webhooks.ts';
import type { Completions } from '../wall/completions.ts';
import { platformControlRoutes } from './platform-routes.ts';

const newFault = z.strictObject({
	part: z.enum(faultParts),
	kind: z.string().max(30),
	remaining: z.int().min(1).max(1_000_000).nullable().optional(),
	path: z.string().max(200).nullable().optional(),
	delayMs: z.int().min(0).max(600_000).optional(),
	retryAfterSec: z.int().min(0).max(3_600).optional(),
});
const whichFaults = z.object({ id: z.coerce.number().int().optional(), part: z.enum(faultParts).optional() });

export async function controlRoutes(
	app: FastifyInstance,
	deps: {
		faults: Faults;
		journal: Journal;
		world: PlatformWorld;
		orders: Orders;
		rocheapOrders: RocheapOrders;
		stock: Stock;
		callbacks: VendorWebhooks;
		completions: Completions;
		reset: () => void;
	},
): Promise<void> {
	const { faults, journal } = deps;
	app.get('/control/faults', async () => ({ faults: faults.list(), kinds: ['429', '500', '503', ...faultKinds] }));
	app.post('/control/faults', async (request, reply) => {
		return reply.code(201).send(faults.add(newFault.parse(request.body)));
	});
	app.delete('/control/faults', async (request) => {
		faults.clear(whichFaults.parse(request.query));
		return { faults: faults.list() };
	});

	app.get('/control/requests', async (request) => {
		const { part } = z.object({ part: z.string().optional() }).parse(request.query);
		return { requests: journal.list(part) };
	});
	app.post('/control/reset', async () => {
		deps.reset();
		return { reset: true };
	});

	platformControlRoutes(app, deps.world);
	vendorControlRoutes(app, deps);
	wallControlRoutes(app, deps.completions);
}

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

function wallControlRoutes(app: FastifyInstance, completions: Completions): void {
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

const robux = z.int().min(0).max(1_000_000_000);
const reason = z.enum(orderErrorReasons);
const vendorChange = z.strictObject({
	robuxAvailable: robux.optional(),
	maxRobuxAvailable: robux.optional(),
	balance: z.number().min(0).max(1_000_000_000).optional(),
	settleMs: z.int().min(0).max(86_400_000).nullable().optional(),
	failNext: z.strictObject({ reason, times: z.int().min(0).max(10_000).default(1) }).optional(),
});
const settleRequest = z.strictObject({ error: reason.optional() });
const orderParams = z.object({ orderId: z.string().max(128) });

function vendorControlRoutes(
	app: FastifyInstance,
	deps: { orders: Orders; rocheapOrders: RocheapOrders; stock: Stock; callbacks: VendorWebhooks },
): void {
	const { orders, rocheapOrders, stock, callbacks } = deps;

	function state(): unknown {
		const { balanceMicros, ...figures } = stock.figures();
		return { ...figures, balance: balanceMicros / 1_000_000, settleMs: orders.settleMs() };
	}
	function withPayments(list: Order[]): unknown[] {
		return list.map((order) => ({ ...order, timesPaid: orders.timesPaid().get(order.orderId) ?? 0 }));
	}

	app.get('/control/vendor', async () => state());
	app.patch('/control/vendor', async (request) => {
		const { balance, settleMs, failNext, robuxAvailable, maxRobuxAvailable } = vendorChange.parse(request.body);
		const before = stock.figures();
		stock.set({
			robuxAvailable: robuxAvailable ?? before.robuxAvailable,
			maxRobuxAvailable: maxRobuxAvailable ?? before.maxRobuxAvailable,
			balanceMicros: balance === undefined ? before.balanceMicros : Math.round(balance * 1_000_000),
		});
		if (settleMs !== undefined) orders.setSettleMs(settleMs);
		if (failNext) orders.failNext(failNext.reason, failNext.times);
		orders.serveQueue();
		return state();
	});

	app.get('/control/vendor/orders', async (request) => {
		const { orderId, limit } = z
			.object({ orderId: z.string().optional(), limit: z.coerce.number().int().min(1).max(100_000).default(100_000) })
			.parse(request.query);
		const list = orderId === undefined ? orders.list() : orders.list().filter((each) => each.orderId === orderId);
		return { total: list.length, orders: withPayments(list.slice(-limit).reverse()) };
	});
	app.get('/control/rocheap/orders', async () => ({ orders: rocheapOrders.list() }));
	app.post('/control/vendor/orders/:orderId/settle', async (request) => {
		const { orderId } = orderParams.parse(request.params);
		return withPayments([orders.settle(orderId, settleRequest.parse(request.body ?? {}).error)])[0];
	});

	app.get('/control/vendor/callbacks', async () => ({ callbacks: callbacks.list() }));
	app.post('/control/vendor/orders/:orderId/callback', async (request) =>
		callbacks.notify(orders.require(orderParams.parse(request.params).orderId)),
	);
}
