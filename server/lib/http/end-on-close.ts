import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

type Exchange = { request: IncomingMessage; response: ServerResponse };
type Limits = { readMs: number; workMs: number };

const LOOK_EVERY_MS = 50;

/** Limits how long `app.close()` takes. Call before listening. A closing Node server no longer enforces its own timeouts. */
export function endOnClose(app: FastifyInstance, { readMs, workMs }: Limits): void {
	const exchanges = new Set<Exchange>();
	app.server.on('request', (request, response) => {
		const exchange = { request, response };
		exchanges.add(exchange);
		response.once('close', () => exchanges.delete(exchange));
	});

	app.addHook('preClose', async () => {
		const startedAt = performance.now();
		const look = setInterval(() => {
			const passedMs = performance.now() - startedAt;
			if (mayBeCut(exchanges, passedMs, { readMs, workMs })) app.server.closeAllConnections();
		}, LOOK_EVERY_MS);
		if (app.server.listening) app.server.once('close', () => clearInterval(look));
		else clearInterval(look);
	});
}

function mayBeCut(exchanges: ReadonlySet<Exchange>, passedMs: number, { readMs, workMs }: Limits): boolean {
	if (exchanges.size === 0 || passedMs >= workMs) return true;
	const isWorkedOn = [...exchanges].some(({ request, response }) => request.complete && !response.writableEnded);
	return passedMs >= readMs && !isWorkedOn;
}
