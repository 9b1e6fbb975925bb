import { randomUUID } from 'node:crypto';
import { type Pass, type PlatformWorld, passPrice, passPriceRoundedUp, type User } from '../platform/world.ts';
import { isFinal, type Order, type OrderError, type OrderErrorReason, VendorRefusal } from './order.ts';

type NewOrder = PassRequest & { orderId: string; isPreOrder: boolean };
export type Orders = ReturnType<typeof createOrders>;

const ORDERS_MAX = 200_000;

/** `timesPaid` is written only on a real purchase, to prove that no order was paid twice. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a factory; each function in it is short.
export function createOrders(deps: {
	world: PlatformWorld;
	stock: Stock;
	settleMsAtStart: number;
	onFinal: (order: Order) => void;
}) {
	const { world, stock } = deps;
	const orders = new Map<string, Order>();
	const timesPaid = new Map<string, number>();
	const timers = new Map<string, NodeJS.Timeout>();
	let settleMs: number | null = deps.settleMsAtStart;
	let failNext: { reason: OrderErrorReason; remaining: number } | null = null;

	function settleLater(order: Order): void {
		if (settleMs === null) return;
		timers.set(
			order.orderId,
			setTimeout(() => settle(order.orderId), settleMs),
		);
	}

	/** Ends the order in error if the pass is gone or a failure was requested. */
	function settle(orderId: string, failure?: OrderErrorReason): Order {
		const order = requireOrder(orderId);
		clearTimeout(timers.get(orderId));
		if (order.status !== 'Pending') return order;
		const error = failure ? failureOf(failure) : (takeRequestedFailure() ?? passError(order));
		if (error) return finish(order, 'Error', error);
		timesPaid.set(orderId, (timesPaid.get(orderId) ?? 0) + 1);
		order.vendorId = `seller-${1 + (timesPaid.size % 5)}`;
		return finish(order, 'Completed', null);
	}

	function finish(order: Order, status: 'Completed' | 'Error' | 'Cancelled', error: OrderError | null): Order {
		clearTimeout(timers.get(order.orderId));
		timers.delete(order.orderId);
		if (status !== 'Completed' && order.status === 'Pending') stock.giveBack(order.robuxAmount, order.priceMicros);
		Object.assign(order, { status, error });
		deps.onFinal(order);
		return order;
	}

	function takeRequestedFailure(): OrderError | null {
		if (!failNext || failNext.remaining <= 0) return null;
		failNext.remaining -= 1;
		return failureOf(failNext.reason);
	}

	function passError(order: Order): OrderError | null {
		try {
			findPass(world, order);
			return null;
		} catch (error) {
			return { reason: 'gamepass_not_found', message: error instanceof Error ? error.message : String(error) };
		}
	}

	function requireOrder(orderId: string): Order {
		const order = orders.get(orderId);
		if (!order) throw new VendorRefusal(404, 'ORDER_NOT_FOUND', 'Order not found');
		return order;
	}

	function accept(order: Order): void {
		if (order.robuxAmount > stock.figures().robuxAvailable) {
			order.status = 'Queued';
			return;
		}
		stock.take(order.robuxAmount, order.priceMicros);
		order.status = 'Pending';
		settleLater(order);
	}

	return {
		/** @throws VendorRefusal as the vendor's contract defines; nothing is stored then. */
		create(request: NewOrder): Order {
			const existing = orders.get(request.orderId);
			if (existing) {
				existing.createCalls += 1;
				throw new VendorRefusal(409, 'ORDER_ALREADY_EXISTS', 'Order with this id already exists');
			}
			if (orders.size >= ORDERS_MAX) throw new VendorRefusal(500, 'INTERNAL', `at most ${ORDERS_MAX} orders`);
			const { user, pass } = findPass(world, request);
			const figures = stock.figures();
			const priceMicros = stock.priceMicros(request.robuxAmount);
			if (priceMicros > figures.balanceMicros) {
				throw new VendorRefusal(403, 'INSUFFICIENT_BALANCE', 'Your balance is too low for this order');
			}
			if (!request.isPreOrder && request.robuxAmount > figures.robuxAvailable) {
				throw new VendorRefusal(402, 'OUT_OF_STOCK', 'Not enough Robux in stock');
			}
			const order: Order = {
				...request,
				uuid: randomUUID(),
				status: 'Pending',
				robloxUserId: user.id,
				robloxUsername: user.name,
				universeId: pass.universeId,
				gamepassId: pass.id,
				passPrice: pass.price ?? 0,
				priceMicros,
				ratePerThousand: figures.ratePerThousand,
				vendorId: null,
				error: null,
				createCalls: 1,
				resends: 0,
			};
			orders.set(order.orderId, order);
			accept(order);
			return order;
		},

		resend(orderId: string, placeId: number): Order {
			const order = requireOrder(orderId);
			if (order.status !== 'Error') {
				throw new VendorRefusal(422, 'INVALID_ORDER_STATE', `An order in state ${order.status} cannot be resent`);
			}
			const { pass } = findPass(world, { ...order, placeId, gamepassId: undefined });
			Object.assign(order, { placeId, universeId: pass.universeId, gamepassId: pass.id, error: null });
			order.resends += 1;
			accept(order);
			return order;
		},

		cancel(orderId: string): Order {
			const order = requireOrder(orderId);
			if (isFinal(order.status)) {
				throw new VendorRefusal(422, 'INVALID_ORDER_STATE', `An order in state ${order.status} cannot be cancelled`);
			}
			return finish(order, 'Cancelled', null);
		},

		serveQueue(): void {
			for (const order of orders.values()) if (order.status === 'Queued') accept(order);
		},

		settle,
		require: requireOrder,
		list: () => [...orders.values()],
		timesPaid: (): ReadonlyMap<string, number> => timesPaid,
		settleMs: () => settleMs,
		setSettleMs: (changed: number | null) => {
			settleMs = changed;
		},
		failNext: (reason: OrderErrorReason, times: number) => {
			failNext = { reason, remaining: times };
		},
		reset(): void {
			for (const timer of timers.values()) clearTimeout(timer);
			timers.clear();
			orders.clear();
			timesPaid.clear();
			settleMs = deps.settleMsAtStart;
			failNext = null;
		},
	};
}

const failureOf = (reason: OrderErrorReason): OrderError => ({ reason, message: reason.replaceAll('_', ' ') });

type PassRequest = {
	robloxUsername: string;
	robuxAmount: number;
	placeId: number;
	gamepassId: number | undefined;
	checkOwnership: boolean;
};
const featuresThatChangePrices = ['regionalpricing', 'priceoptimization', 'managedpricing'];

function findPass(world: PlatformWorld, request: PassRequest): { user: User; pass: Pass } {
	const user = world.userNamed(request.robloxUsername);
	if (!user || user.isBanned) throw new VendorRefusal(404, 'ROBLOX_USER_NOT_FOUND', 'Roblox user not found');
	const game = world.gameAtPlace(request.placeId);
	const passes = game ? world.passesOf(game.universeId) : [];
	const pass = passes.find((each) => each.isForSale && isWanted(each, request));
	if (!pass) throw new VendorRefusal(404, 'GAMEPASS_NOT_FOUND', 'Gamepass with the required price was not found');
	if (request.checkOwnership && !(pass.creator.type === 'User' && pass.creator.id === user.id)) {
		throw new VendorRefusal(400, 'GAMEPASS_SELLER_MISMATCH', 'Gamepass does not belong to this user');
	}
	if (pass.enabledFeatures.some((feature) => featuresThatChangePrices.includes(feature.toLowerCase()))) {
		throw new VendorRefusal(400, 'REGIONAL_PRICING_NOT_SUPPORTED', 'Gamepass has regional pricing enabled');
	}
	return { user, pass };
}

/** With a pass id, either rounding of the price matches; without one, only the price rounded up. */
function isWanted(pass: Pass, { gamepassId, robuxAmount }: PassRequest): boolean {
	const roundedUp = passPriceRoundedUp(robuxAmount);
	if (gamepassId === undefined) return pass.price === roundedUp;
	return pass.id === gamepassId && (pass.price === passPrice(robuxAmount) || pass.price === roundedUp);
}

export type Stock = ReturnType<typeof createStock>;
type StockFigures = {
	robuxAvailable: number;
	maxRobuxAvailable: number;
	/** Micro-USD on our account at the vendor. */
	balanceMicros: number;
	/** USD per 1,000 R$. */
	ratePerThousand: number;
};

const figuresAtStart: StockFigures = {
	robuxAvailable: 25_000,
	maxRobuxAvailable: 180_000,
	balanceMicros: 500_000_000,
	ratePerThousand: 5,
};

export function createStock() {
	let figures = { ...figuresAtStart };
	return {
		figures: () => ({ ...figures }),
		set: (changed: Partial<StockFigures>) => {
			figures = { ...figures, ...changed };
		},
		reset: () => {
			figures = { ...figuresAtStart };
		},
		/** 1 USD per 1,000 R$ is 1,000 micro-USD per R$. */
		priceMicros: (robux: number) => Math.round(robux * figures.ratePerThousand * 1_000),
		take(robux: number, priceMicros: number): void {
			figures.robuxAvailable -= robux;
			figures.maxRobuxAvailable -= robux;
			figures.balanceMicros -= priceMicros;
		},
		giveBack(robux: number, priceMicros: number): void {
			figures.robuxAvailable += robux;
			figures.maxRobuxAvailable += robux;
			figures.balanceMicros += priceMicros;
		},
	};
}
