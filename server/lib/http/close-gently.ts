import type { FastifyInstance } from 'fastify';

/**
 * Stops listening and lets what is under way be answered. Idle connections are closed at once; one that is still open after
 * `graceMs` (half a request, an answer that nobody reads) is cut, or whoever keeps it open could keep us from ending.
 */
export async function closeGently(app: FastifyInstance, graceMs: number): Promise<void> {
	const cut = setTimeout(() => app.server.closeAllConnections(), graceMs);
	try {
		await app.close();
	} finally {
		clearTimeout(cut);
	}
}
