import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { VendorWebhooks } from '../vendor/callbacks.ts';
import { type Order, orderErrorReasons } from '../vendor/order.ts';
import type { Orders } from '../vendor/orders.ts';
import type { RocheapOrders } from '../vendor/rocheap-orders.ts';
import type { Stock } from '../vendor/stock.ts';

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

export function vendorControlRoutes(
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
