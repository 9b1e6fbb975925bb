import type { CallbackSender, Delivery } from '../http/callback-sender.ts';
import { callbackBody, type Order } from './order.ts';
import { callbackSignature } from './signature.ts';

export type PostbackRecord = { orderId: string; body: unknown; delivery: Delivery };
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
			const garbled = () => ({ ...request, body: request.body.slice(0, -12) });
			const record = { orderId: order.orderId, body, delivery: deps.sender.send({ request, garbled }) };
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
