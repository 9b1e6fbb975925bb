import { setTimeout as wait } from 'node:timers/promises';
import type { PlatformWorld } from '../platform/world.ts';

export type RocheapRequest = { robux: number; robloxUserId: number; placeId: number; customOrderId: string };

export type RocheapOrder = RocheapRequest & {
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
		find: (id: string) => orders.find((order) => order.orderId === id),
		findByCustomId: (id: string) => orders.find((order) => order.customOrderId === id),
		list: () => [...orders],
		reset: () => {
			orders = [];
		},
	};
}
