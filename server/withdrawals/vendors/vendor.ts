import type { AdminVendorFunds } from '../../../contract/withdrawals/payout-controls.ts';

/** Adapters never throw on vendor or network errors. Unlisted responses are `unclear` and move no money. */

type PassPayout = {
	method: 'game-pass';
	recipient: { robloxUsername: string; platformUserId: number };
	/** `price`: whole R$ that the pass costs. */
	product: { universeId: number; placeId: number; passId: number; price: number };
};
type GiftCardPayout = {
	method: 'gift-card';
	recipient: { uid: string; withdrawalId: string };
	/** `price`: US cents that the card is worth. */
	product: { price: number };
};

export type PayoutOrder = {
	/** The same for all attempts, so that creating the order twice cannot pay twice. */
	orderId: string;
	/** Whole R$ that the user spends. */
	net: number;
	isPreOrder: boolean;
} & (PassPayout | GiftCardPayout);

export function passOf(order: PayoutOrder): PayoutOrder & PassPayout {
	if (order.method !== 'game-pass') throw new Error(`this vendor doesn't pay by ${order.method}`);
	return order;
}

export type RefusalReason =
	| 'pass-not-found'
	| 'pass-of-someone-else'
	| 'regional-pricing'
	| 'user-not-found'
	| 'out-of-stock';

export type NotNowReason = 'rate-limited' | 'key-refused' | 'vendor-balance-too-low' | 'not-reached';

export type VendorOrder = {
	/** `open` includes unknown statuses. `unfunded`: our account at the vendor is empty; retry by `resend`. */
	outcome: 'open' | 'completed' | 'failed' | 'unfunded';
	status: string;
	reason: string | null;
	robuxAmount: number | null;
	recipient: string | null;
};

export type Unclear = {
	kind: 'unclear';
	problem: string;
	/** The vendor answered 401 or 403, so an admin must check the API key. */
	isLockedOut?: boolean;
	retryAfterMs?: number | undefined;
};

export type CreateAnswer =
	| { kind: 'taken'; status: string }
	| { kind: 'exists' }
	| { kind: 'refused'; reason: RefusalReason }
	/** The vendor refused for an undocumented reason. Final only if it repeats and the vendor has no such order. */
	| { kind: 'turned-down'; reason: string }
	| { kind: 'not-now'; reason: NotNowReason; retryAfterMs?: number | undefined }
	| Unclear;

export type InfoAnswer = { kind: 'found'; order: VendorOrder } | { kind: 'no-such-order' } | Unclear;

export type ChangeAnswer = { kind: 'done' } | { kind: 'refused'; problem: string } | Unclear;

/** Amounts are whole R$. */
export type Stock = { direct: number; network: number };

export type StockAnswer = { kind: 'known'; stock: Stock } | { kind: 'not-offered' } | Unclear;

/** Amounts in whole R$, the price in dollars per 1,000. */
export type StockLevelsAnswer =
	| { kind: 'known'; levels: NonNullable<AdminVendorFunds['levels']> }
	| { kind: 'not-offered' }
	| Unclear;

export type BalanceAnswer = { kind: 'known'; usd: number } | { kind: 'not-offered' } | Unclear;

export const notOffered = async () => ({ kind: 'not-offered' }) as const;

export type ParsedWebhook =
	| { kind: 'check' }
	| { kind: 'order'; orderId: string; isSigned: boolean }
	| { kind: 'forged' };

export type Vendor = {
	name: string;
	/** Time for which the vendor certainly refuses a known order id. After it, nothing is sent again. */
	dedupeWindowMs: number;
	/** Time for which the vendor certainly knows an order. After it, "no such order" proves nothing. */
	remembersMs: number;
	create(order: PayoutOrder): Promise<CreateAnswer>;
	info(orderId: string): Promise<InfoAnswer>;
	cancel(orderId: string): Promise<ChangeAnswer>;
	resend(order: PayoutOrder): Promise<ChangeAnswer>;
	stock(): Promise<StockAnswer>;
	stockLevels(): Promise<StockLevelsAnswer>;
	balance(): Promise<BalanceAnswer>;
	/** @param body parsed JSON, its keys in the order received. */
	parseWebhook(body: unknown): ParsedWebhook;
};
