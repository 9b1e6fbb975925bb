import { z } from 'zod';
import { DAY_MS } from '../../../contract/durations.ts';
import { parseJson } from '../../lib/http/outbound.ts';
import { type ChangeAnswer, notOffered, type ParsedWebhook, passOf, type Vendor, type VendorOrder } from './vendor.ts';
import {
	createVendorClient,
	isAnswer,
	notSent,
	parsed,
	plain,
	unclear,
	type VendorOptions,
	type VendorReply,
} from './vendor-client.ts';

/** The vendor's `robux` is the gross price of the pass. */
const shownOrder = z.object({
	success: z.literal(true),
	status: z.object({ code: z.string() }),
	custom_order_id: z.string(),
	robux: z.number().nullish(),
	failure_code: z.object({ code: z.string() }).nullish(),
});

const unknownOrder = z.object({ success: z.literal(false), error: z.object({ code: z.literal('ORDER_NOT_FOUND') }) });
const callbackBody = z.looseObject({ custom_order_id: z.string().min(1).max(200) });

const outcomeByStatus: Record<string, VendorOrder['outcome']> = { COMPLETED: 'completed', FAILED: 'failed' };

const unsupported: ChangeAnswer = { kind: 'refused', problem: "ROCheap doesn't support this" };

/** Source: ROCheap's public API pages. The vendor never refuses a new order finally. */
export function createRocheap({ url, apiKey, timeoutMs, send }: VendorOptions): Vendor {
	const { request } = createVendorClient({ url, headers: { 'rocheap-api-key': apiKey }, timeoutMs, send });
	return {
		name: 'rocheap',
		// The vendor may accept a duplicate id, so nothing is sent twice.
		dedupeWindowMs: 0,
		// Assumed, because the vendor does not document it.
		remembersMs: 30 * DAY_MS,

		async create(order) {
			const { recipient, product } = passOf(order);
			const reply = await request('/create_order', {
				robux: product.price,
				roblox_user_id: recipient.platformUserId,
				universe_id: product.universeId,
				place_id: product.placeId,
				custom_order_id: order.orderId,
			});
			const shown = readOrder(reply, order.orderId);
			return shown ? { kind: 'taken', status: shown.status } : (notSent(reply) ?? unclear(reply));
		},

		async info(orderId) {
			const reply = await request(`/get_order_info_by_custom_id/${encodeURIComponent(orderId)}`);
			if (isAnswer(reply) && reply.status < 500 && unknownOrder.safeParse(parseJson(reply.text)).success) {
				return { kind: 'no-such-order' };
			}
			const order = readOrder(reply, orderId);
			return order ? { kind: 'found', order } : unclear(reply);
		},

		cancel: async () => unsupported,
		resend: async () => unsupported,
		...{ stock: notOffered, stockLevels: notOffered, balance: notOffered },
		parseWebhook,
	};
}

function readOrder(reply: VendorReply, orderId: string): VendorOrder | undefined {
	const shown = parsed(shownOrder, reply);
	if (shown?.custom_order_id !== orderId) return undefined;
	const { status, failure_code: failure, robux } = shown;
	return {
		outcome: outcomeByStatus[status.code] ?? 'open',
		status: plain(status.code),
		reason: failure ? plain(failure.code) : null,
		robuxAmount: robux ?? null,
		recipient: null,
	};
}

/** Callbacks are unsigned; the order's id cannot be guessed. */
function parseWebhook(body: unknown): ParsedWebhook {
	const callback = callbackBody.safeParse(body);
	if (!callback.success) return { kind: 'forged' };
	return { kind: 'order', orderId: callback.data.custom_order_id, isSigned: false };
}
