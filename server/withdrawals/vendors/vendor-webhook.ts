import type { FastifyInstance } from 'fastify';
import type { Log } from '../../lib/clock-and-log.ts';
import type { DbDeps } from '../../lib/db/database.ts';
import { CALLBACK_ADDRESS_BYTES_MAX, CALLBACK_BODY_BYTES_MAX } from '../../lib/http/callback-limits.ts';
import { insertEvent } from '../payouts/store-events.ts';
import { wakeByOrderId } from '../payouts/store-payouts.ts';
import { reviewUnknownOrder } from '../review/payout-review.ts';
import { purgeReconciled } from '../review/store-reviews.ts';
import type { Vendor } from './vendor.ts';

export type VendorWebhookDeps = DbDeps & { log: Log; vendors: ReadonlyMap<string, Vendor>; wakePayouts: () => void };

export type PostbackReception = 'received' | 'forged' | 'unknown-vendor';

/** A webhook only triggers a query, so late, repeated, reordered or forged ones move no money. */
export async function vendorWebhook(
	{ db, clock, log, vendors, wakePayouts }: VendorWebhookDeps,
	vendorName: string,
	body: unknown,
): Promise<PostbackReception> {
	const vendor = vendors.get(vendorName);
	if (!vendor) return 'unknown-vendor';
	const callback = vendor.parseWebhook(body);
	if (callback.kind === 'forged') {
		log.warn({ vendor: vendorName }, 'rejected a vendor callback with an invalid signature');
		return 'forged';
	}
	if (callback.kind === 'check') return 'received';
	const { orderId, isSigned } = callback;
	const now = new Date(clock.now());
	const woken = await wakeByOrderId(db, vendorName, orderId, now);
	for (const key of woken) await insertEvent(db, key, { kind: 'callback', details: { isSigned } }, now);
	const isOurs = woken.length > 0 || (await purgeReconciled(db, vendorName, orderId));
	if (!isOurs && isSigned) await reviewUnknownOrder({ db, clock }, { vendor: vendorName, orderId });
	log.info({ vendor: vendorName, orderId, woken: woken.length }, 'vendor callback');
	if (woken.length > 0) wakePayouts();
	return 'received';
}

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
