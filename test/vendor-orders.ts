import type { InfoAnswer, VendorOrder } from '../server/withdrawals/vendors/vendor.ts';
import type { OrderFacts } from '../server/withdrawals/withdrawal.ts';

/** When the order of {@link orderFacts} was sent; ms. */
export const SENT_AT = 1_000_000_000;

/** What we know of an order of 50 R$ that was sent once, without an answer that says what became of it. */
export function orderFacts(facts: Partial<OrderFacts> = {}): OrderFacts {
	return {
		state: 'unknown',
		net: 50,
		price: 71,
		robloxUsername: 'Builderman',
		attempts: 1,
		asks: 0,
		firstSentAtMs: SENT_AT,
		lastSentAtMs: SENT_AT,
		resentAtMs: 0,
		isAcknowledged: false,
		refusal: null,
		...facts,
	};
}

/** That very order as the vendor tells of it: open, unless told otherwise. */
export function vendorOrder(facts: Partial<VendorOrder> = {}): VendorOrder {
	return { outcome: 'open', status: 'Pending', reason: null, robuxAmount: 50, robloxUsername: 'builderman', ...facts };
}

export function found(facts: Partial<VendorOrder> = {}): InfoAnswer {
	return { kind: 'found', order: vendorOrder(facts) };
}
