import { hash } from 'node:crypto';
import type { CallbackSender, Delivery } from '../http/callback-sender.ts';
import type { Order } from './order.ts';

/** The body is signed as sent, so key order matters. */
export function callbackBody(order: Order): Record<string, unknown> {
	const completed = order.status === 'Completed';
	return {
		type: 'gamepass_order',
		uuid: order.uuid,
		orderId: order.orderId,
		price: completed ? order.priceMicros / 1_000_000 : null,
		rate: order.ratePerThousand,
		vendorId: order.vendorId,
		robuxAmount: order.robuxAmount,
		status: order.status,
		robloxUserId: order.robloxUserId,
		robloxUsername: order.robloxUsername,
		buyerRobloxId: completed ? 7_900_001 : null,
		buyerRobloxUsername: completed ? 'demo_buyer' : null,
		error: order.error,
	};
}

/** Returns hex md5(base64(JSON of the body without `sign`, in sent order) + apiKey). */
export function callbackSignature(body: Record<string, unknown>, apiKey: string): string {
	const encoded = Buffer.from(JSON.stringify(body)).toString('base64');
	return hash('md5', encoded + apiKey);
}

type PostbackRecord = { orderId: string; body: unknown; delivery: Delivery };
export type VendorWebhooks = ReturnType<typeof createVendorWebhooks>;

const RECORDS_MAX = 1_000;

export function createVendorWebhooks(deps: { sender: CallbackSender; productUrl: () => string; vendorKey: string }) {
	let records: PostbackRecord[] = [];
	return {
		notify(order: Order): PostbackRecord {
			const fields = callbackBody(order);
			const body = { ...fields, sign: callbackSignature(fields, deps.vendorKey) };
			const url = `${deps.productUrl()}/vendor-callback/rbxcrate`;
			const headers = { 'content-type': 'application/json', 'user-agent': 'payout-vendor-callback' };
			const request = { method: 'POST', url, headers, body: JSON.stringify(body) } as const;
			const record = { orderId: order.orderId, body, delivery: deps.sender.send(request) };
			records.push(record);
			if (records.length > RECORDS_MAX * 2) records = records.slice(-RECORDS_MAX);
			return record;
		},
		list: () => [...records],
		reset: () => {
			records = [];
		},
	};
}
