import type { FastifyInstance } from 'fastify';
import { CALLBACK_ADDRESS_BYTES_MAX, CALLBACK_BODY_BYTES_MAX } from '../../lib/http/callback-limits.ts';
import { type PostbackReception, type VendorWebhookDeps, vendorWebhook } from './vendor-webhook.ts';

const statusOf: Record<PostbackReception, number> = { received: 200, forged: 403, 'unknown-vendor': 404 };

export async function callbackRoutes(app: FastifyInstance, deps: VendorWebhookDeps): Promise<void> {
	app.setErrorHandler((error, _request, reply) => {
		const status = (error as { statusCode?: number }).statusCode ?? 500;
		if (status < 400 || status >= 500) throw error;
		return reply.code(status).send({ success: false });
	});
	app.post<{ Params: { vendor: string } }>(
		'/vendor-callback/:vendor',
		{ bodyLimit: CALLBACK_BODY_BYTES_MAX },
		async (request, reply) => {
			if (request.url.length > CALLBACK_ADDRESS_BYTES_MAX) return reply.code(414).send({ success: false });
			const reception = await vendorWebhook(deps, request.params.vendor, request.body);
			return reply.code(statusOf[reception]).send({ success: reception === 'received' });
		},
	);
}
