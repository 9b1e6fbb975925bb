/**
 * The port of payout vendors. An adapter never throws for vendor or network, and its allow-lists alone name a refusal.
 * Whatever is not on a list is `unclear`, and money does not move on that.
 */

export type PayoutOrder = {
	/** Ours, unique, the same in every attempt: it is what keeps a second create from paying twice. */
	orderId: string;
	robloxUsername: string;
	platformUserId: number;
	universeId: number;
	placeId: number;
	passId: number;
	/** Whole R$ that the user receives. */
	net: number;
	/** Whole R$ that the pass costs. */
	price: number;
	/** Whether the vendor may queue the order when there is no stock. */
	isPreOrder: boolean;
};

/** Documented refusals that are final: the vendor has not taken the order and will not, for a reason of the order's. */
export type RefusalReason =
	| 'pass-not-found'
	| 'pass-of-someone-else'
	| 'regional-pricing'
	| 'user-not-found'
	| 'out-of-stock';

/** Documented answers, and `not-reached`, where there was no connection to send anything over. */
export type NotNowReason = 'rate-limited' | 'key-refused' | 'vendor-balance-too-low' | 'not-reached';

export type VendorOrder = {
	/** `open` also stands for statuses unknown to us. `unfunded`: our account there is empty, to be tried again by `resend`. */
	outcome: 'open' | 'completed' | 'failed' | 'unfunded';
	status: string;
	reason: string | null;
	/** As far as the vendor repeats them, to tell whether this is really our order. */
	robuxAmount: number | null;
	robloxUsername: string | null;
};

export type Unclear = {
	kind: 'unclear';
	problem: string;
	/** The vendor does not let us in: a person has to look, whatever became of the order. */
	isLockedOut?: boolean;
	retryAfterMs?: number | undefined;
};

export type CreateAnswer =
	| { kind: 'taken'; status: string }
	/** The order id exists: an earlier attempt got through. */
	| { kind: 'exists' }
	| { kind: 'refused'; reason: RefusalReason }
	/** A refusal in words that nobody documented: believed when it is repeated and the vendor has no such order. */
	| { kind: 'turned-down'; reason: string }
	| { kind: 'not-now'; reason: NotNowReason; retryAfterMs?: number | undefined }
	| Unclear;

export type InfoAnswer = { kind: 'found'; order: VendorOrder } | { kind: 'no-such-order' } | Unclear;

export type ChangeAnswer = { kind: 'done' } | { kind: 'refused'; problem: string } | Unclear;

/** Whole R$: what the vendor can pay at once, and in all. */
export type Stock = { direct: number; network: number };

export type StockAnswer = { kind: 'known'; stock: Stock } | { kind: 'not-offered' } | Unclear;

/** One of the vendor's prices: $ for 1,000 R$, the largest order at once and all there is at it in whole R$. */
export type StockLevel = { usdPerThousand: number; maxInstantOrder: number; total: number };

export type StockLevelsAnswer = { kind: 'known'; levels: StockLevel[] } | { kind: 'not-offered' } | Unclear;

export type BalanceAnswer = { kind: 'known'; usd: number } | { kind: 'not-offered' } | Unclear;

export type ParsedWebhook =
	/** The vendor's "does this address work?". */
	{ kind: 'check' } | { kind: 'order'; orderId: string; isSigned: boolean } | { kind: 'forged' };

export type Vendor = {
	name: string;
	/** How long the vendor surely refuses an order id that it has. After that nothing may be sent again. */
	dedupeWindowMs: number;
	/** How long the vendor surely still tells of an order that it has taken: only so long "no such order" proves anything. */
	remembersMs: number;
	create(order: PayoutOrder): Promise<CreateAnswer>;
	info(orderId: string): Promise<InfoAnswer>;
	cancel(orderId: string): Promise<ChangeAnswer>;
	resend(orderId: string, placeId: number): Promise<ChangeAnswer>;
	stock(): Promise<StockAnswer>;
	stockLevels(): Promise<StockLevelsAnswer>;
	balance(): Promise<BalanceAnswer>;
	/** @param body the parsed JSON, its keys in the order in which they came. */
	parseWebhook(body: unknown): ParsedWebhook;
};
