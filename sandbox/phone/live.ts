import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppSessions } from './app-sessions.ts';
import { type ProductClient, ProductRefusal } from './product-client.ts';

const RETRY_MS = 1_500;

/** Reports a failed stream as an event, because an EventSource does not reconnect after an error status. */
export async function relayLive(
	deps: { sessions: AppSessions; product: ProductClient },
	phoneId: string,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<void> {
	reply.hijack();
	const page = reply.raw;
	page.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
	page.write(`retry: ${RETRY_MS}\n\n`);
	try {
		const lastEventId = [request.headers['last-event-id']].flat()[0];
		const stream = await deps.sessions.withAccess(phoneId, (token, uid) => open(deps.product, uid, token, lastEventId));
		page.once('close', () => stream.destroy());
		page.write('event: connected\ndata: {}\n\n');
		stream.on('error', () => page.end());
		stream.pipe(page);
	} catch (error) {
		const code = error instanceof ProductRefusal && error.code === 'signed-out' ? 'signed-out' : 'offline';
		const message = error instanceof Error ? error.message : String(error);
		page.end(`event: ${code}\ndata: ${JSON.stringify({ message })}\n\n`);
	}
}

async function open(product: ProductClient, uid: string, token: string, lastEventId: string | undefined) {
	const stream = await product.openLive(uid, token, lastEventId);
	if (stream.statusCode === 200) return stream;
	stream.destroy();
	const status = stream.statusCode ?? 0;
	throw new ProductRefusal(status, 'live', `The live connection was rejected (${status}).`);
}
