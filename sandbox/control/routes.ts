import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
	type Faults,
	faultParts,
	incomingKinds,
	incomingParts,
	outgoingKinds,
	outgoingParts,
} from '../faults/faults.ts';
import type { Journal } from '../http/journal.ts';
import type { PlatformWorld } from '../platform/world.ts';
import type { VendorWebhooks } from '../vendor/callbacks.ts';
import type { Orders } from '../vendor/orders.ts';
import type { RocheapOrders } from '../vendor/rocheap-orders.ts';
import type { Stock } from '../vendor/stock.ts';
import type { Completions } from '../wall/completions.ts';
import { platformControlRoutes } from './platform-routes.ts';
import { vendorControlRoutes } from './vendor-routes.ts';
import { wallControlRoutes } from './wall-routes.ts';

const newFault = z.strictObject({
	part: z.enum(faultParts),
	kind: z.string().max(30),
	remaining: z.int().min(1).max(1_000_000).nullable().optional(),
	path: z.string().max(200).nullable().optional(),
	delayMs: z.int().min(0).max(600_000).optional(),
	retryAfterSec: z.int().min(0).max(3_600).optional(),
});
const whichFaults = z.object({ id: z.coerce.number().int().optional(), part: z.enum(faultParts).optional() });

export function controlRoutes(deps: {
	faults: Faults;
	journal: Journal;
	world: PlatformWorld;
	orders: Orders;
	rocheapOrders: RocheapOrders;
	stock: Stock;
	callbacks: VendorWebhooks;
	completions: Completions;
	reset: () => void;
}): (app: FastifyInstance) => Promise<void> {
	const { faults, journal } = deps;
	return async (app) => {
		app.get('/control/faults', async () => ({
			faults: faults.list(),
			kinds: {
				...Object.fromEntries(incomingParts.map((part) => [part, ['429', '500', '503', ...incomingKinds]])),
				...Object.fromEntries(outgoingParts.map((part) => [part, outgoingKinds])),
			},
		}));
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
	};
}
