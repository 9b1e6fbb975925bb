import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type OutboundAnswer, parseJson } from '../../lib/http/outbound.ts';
import { createAskVendor, isAnswer, isSuccess, quote, unclear } from './ask-vendor.ts';
import type { ChangeAnswer, ParsedCallback, PayoutOrder, RefusalReason, Vendor, VendorOrder } from './vendor.ts';

export type RbxcrateOptions = {
	/** Base address with path, without a slash at the end. */
	url: string;
	apiKey: string;
	timeoutMs: number;
	fetch?: typeof fetch;
};

const HOUR_MS = 3_600_000;

const createdOrder = z.object({
	success: z.literal(true),
	data: z.object({ orderId: z.string(), status: z.string().nullish() }),
});

const orderInfo = z.object({
	status: z.string(),
	robuxAmount: z.number().nullish(),
	robloxUsername: z.string().nullish(),
	error: z.object({ reason: z.string().nullish() }).nullish(),
});

const stockInfo = z.object({ robuxAvailable: z.number().nonnegative(), maxRobuxAvailable: z.number().nonnegative() });
const balanceInfo = z.object({ balance: z.number() });
/** Whatever else is wrong with it, a refusal of the vendor's own is JSON with a message; a proxy's page is not. */
const refusalBody = z.object({ message: z.union([z.string(), z.array(z.string())]), code: z.string().nullish() });
const callbackBody = z.looseObject({ orderId: z.string().min(1).max(200), sign: z.string() });

/** Codes that are final whatever status they come with: that of some is not documented. */
const refusalByCode: Record<string, RefusalReason> = {
	GAMEPASS_NOT_FOUND: 'pass-not-found',
	ROBLOX_USER_NOT_FOUND: 'user-not-found',
	GAMEPASS_SELLER_MISMATCH: 'pass-of-someone-else',
	REGIONAL_PRICING_NOT_SUPPORTED: 'regional-pricing',
	OUT_OF_STOCK: 'out-of-stock',
};

/** Statuses that are final whatever code they come with. 400, 404 and 429 mean several things and are not among them. */
const refusalByStatus: Record<number, RefusalReason> = { 402: 'out-of-stock', 403: 'vendor-balance-too-low' };

/** `type`, `Queued_Deferred` and whatever is added one day: still open. */
const outcomeByStatus: Record<string, VendorOrder['outcome']> = {
	Completed: 'completed',
	Error: 'failed',
	Cancelled: 'failed',
};

/**
 * RBXCrate. Source: independent public clients that agree on the contract; the vendor's own pages could not be read, so
 * what is uncertain is read defensively.
 */
export function createRbxcrate({ url, apiKey, timeoutMs, fetch }: RbxcrateOptions): Vendor {
	const { ask, glance } = createAskVendor({ url, headers: { 'api-key': apiKey }, timeoutMs, fetch });

	async function change(path: string, body: object): Promise<ChangeAnswer> {
		const answer = await ask(path, body);
		if (!isAnswer(answer) || answer.status >= 500) return unclear(answer);
		if (isSuccess(answer) && parseJson(answer.text) !== undefined) return { kind: 'done' };
		return readRefusalBody(answer) ? { kind: 'refused', problem: quote(answer) } : unclear(answer);
	}

	return {
		name: 'rbxcrate',
		// Not documented. Clients rely on the refusal of a known id for at least a day.
		dedupeWindowMs: 24 * HOUR_MS,

		async create(order) {
			const answer = await ask('/orders/gamepass', createBody(order));
			if (!isAnswer(answer)) return unclear(answer);
			if (isSuccess(answer)) {
				const created = createdOrder.safeParse(parseJson(answer.text));
				if (!created.success || created.data.data.orderId !== order.orderId) return unclear(answer);
				return { kind: 'taken', status: created.data.data.status ?? 'Pending' };
			}
			const refusal = readRefusalBody(answer);
			if (!refusal) return unclear(answer);
			if (refusal.code === 'ORDER_ALREADY_EXISTS' || answer.status === 409) return { kind: 'exists' };
			const reason = readReason(answer.status, refusal.code);
			return reason ? { kind: 'refused', reason } : unclear(answer);
		},

		async info(orderId) {
			const answer = await ask('/orders/info', { orderId });
			if (!isAnswer(answer)) return unclear(answer);
			if (answer.status === 404 && readRefusalBody(answer)) return { kind: 'no-such-order' };
			const info = isSuccess(answer) ? orderInfo.safeParse(parseJson(answer.text)) : undefined;
			return info?.success ? { kind: 'found', order: readOrder(info.data) } : unclear(answer);
		},

		cancel: (orderId) => change('/orders/cancel', { orderId }),
		resend: (orderId, placeId) => change('/orders/gamepass/resend', { orderId, placeId }),

		async stock() {
			const answer = await glance('/orders/stock');
			const stock = isSuccess(answer) ? stockInfo.safeParse(parseJson(answer.text)) : undefined;
			if (!stock?.success) return unclear(answer);
			return { kind: 'known', stock: { direct: stock.data.robuxAvailable, network: stock.data.maxRobuxAvailable } };
		},

		async balance() {
			const answer = await glance('/shared/balance');
			const balance = isSuccess(answer) ? balanceInfo.safeParse(parseJson(answer.text)) : undefined;
			return balance?.success ? { kind: 'known', usd: balance.data.balance } : unclear(answer);
		},

		parseCallback: (body) => parseCallback(body, apiKey),
	};
}

function createBody(order: PayoutOrder) {
	return {
		orderId: order.orderId,
		robloxUsername: order.robloxUsername,
		robuxAmount: order.net,
		placeId: order.placeId,
		// The pass that we checked, so that the vendor's rounding of the price and ours cannot pick different ones.
		gamepassId: order.passId,
		isPreOrder: order.isPreOrder,
		checkOwnership: true,
	};
}

function readOrder(info: z.output<typeof orderInfo>): VendorOrder {
	return {
		outcome: outcomeByStatus[info.status] ?? 'open',
		status: info.status,
		reason: info.error?.reason ?? null,
		robuxAmount: info.robuxAmount ?? null,
		robloxUsername: info.robloxUsername ?? null,
	};
}

function readReason(status: number, code: string | undefined): RefusalReason | undefined {
	if (code !== undefined && Object.hasOwn(refusalByCode, code)) return refusalByCode[code];
	return refusalByStatus[status];
}

function readRefusalBody(answer: OutboundAnswer): { code: string | undefined } | undefined {
	const parsed = refusalBody.safeParse(parseJson(answer.text));
	return parsed.success ? { code: parsed.data.code ?? undefined } : undefined;
}

/**
 * The signature is md5(base64(JSON of the body without `sign`) + key). Clients disagree whether the keys are in the order
 * sent or sorted, so either is taken: the callback only wakes a question and moves no money.
 */
function parseCallback(body: unknown, apiKey: string): ParsedCallback {
	const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
	if (isObject && Object.keys(body).length === 0) return { kind: 'check' };
	const callback = callbackBody.safeParse(body);
	if (!callback.success || !isObject) return { kind: 'forged' };
	const sent = Object.entries(body).filter(([key]) => key !== 'sign');
	const sorted = sent.toSorted(([a], [b]) => (a < b ? -1 : 1));
	const isSigned = [sent, sorted].some((entries) =>
		isEqual(sign(Object.fromEntries(entries), apiKey), callback.data.sign),
	);
	return isSigned ? { kind: 'order', orderId: callback.data.orderId, isSigned } : { kind: 'forged' };
}

function sign(body: object, apiKey: string): string {
	const encoded = Buffer.from(JSON.stringify(body), 'utf8').toString('base64');
	return createHash('md5')
		.update(encoded + apiKey)
		.digest('hex');
}

function isEqual(expected: string, given: string): boolean {
	const [wanted, sent] = [Buffer.from(expected), Buffer.from(given.toLowerCase())];
	return wanted.length === sent.length && timingSafeEqual(wanted, sent);
}
