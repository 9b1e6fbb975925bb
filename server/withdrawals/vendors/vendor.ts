/**
 * The port behind which payout vendors stand. An adapter never throws for what a vendor or the network does: it says
 * what it learned, and its allow-lists are the only place that may call an answer a refusal. Whatever is not on a list
 * is `unclear`, and money does not move on that.
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

/** Documented refusals that are final: the vendor has not taken the order and will not. */
export type RefusalReason =
	| 'pass-not-found'
	| 'pass-of-someone-else'
	| 'regional-pricing'
	| 'user-not-found'
	| 'out-of-stock'
	| 'vendor-balance-too-low';

/** What the vendor says about an order that it has. */
export type VendorOrder = {
	/** `open` also stands for every status that we do not know. */
	outcome: 'open' | 'completed' | 'failed';
	/** The vendor's own word. */
	status: string;
	/** Why it failed, in the vendor's own word. */
	reason: string | null;
	/** As far as the vendor repeats them, to tell whether this is really our order. */
	robuxAmount: number | null;
	robloxUsername: string | null;
};

export type CreateAnswer =
	| { kind: 'taken'; status: string }
	/** The order id exists: an earlier attempt got through. */
	| { kind: 'exists' }
	| { kind: 'refused'; reason: RefusalReason }
	| { kind: 'unclear'; problem: string };

export type InfoAnswer =
	| { kind: 'found'; order: VendorOrder }
	| { kind: 'no-such-order' }
	| { kind: 'unclear'; problem: string };

export type ChangeAnswer =
	| { kind: 'done' }
	| { kind: 'refused'; problem: string }
	| { kind: 'unclear'; problem: string };

/** Whole R$: what the vendor can pay at once, and in all. */
export type Stock = { direct: number; network: number };

export type StockAnswer =
	| { kind: 'known'; stock: Stock }
	/** This vendor never says. */
	| { kind: 'not-offered' }
	| { kind: 'unclear'; problem: string };

export type BalanceAnswer =
	| { kind: 'known'; usd: number }
	| { kind: 'not-offered' }
	| { kind: 'unclear'; problem: string };

export type ParsedCallback =
	/** The vendor's "does this address work?". */
	{ kind: 'check' } | { kind: 'order'; orderId: string; isSigned: boolean } | { kind: 'forged' };

export type Vendor = {
	name: string;
	/** How long the vendor surely refuses an order id that it has. After that nothing may be sent again. */
	dedupeWindowMs: number;
	create(order: PayoutOrder): Promise<CreateAnswer>;
	info(orderId: string): Promise<InfoAnswer>;
	cancel(orderId: string): Promise<ChangeAnswer>;
	/** Asks the vendor to try the order again after its owner repaired the pass. */
	resend(orderId: string, placeId: number): Promise<ChangeAnswer>;
	stock(): Promise<StockAnswer>;
	balance(): Promise<BalanceAnswer>;
	/** @param body the parsed JSON, its keys in the order in which they came. */
	parseCallback(body: unknown): ParsedCallback;
};
