import { z } from 'zod';
import { HOUR_MS } from '../../../contract/durations.ts';
import { type OutboundAnswer, parseJson } from '../../lib/http/outbound.ts';
import { parseWebhook } from './rbxcrate-callback.ts';
import {
	type ChangeAnswer,
	type CreateAnswer,
	type NotNowReason,
	type PayoutOrder,
	passOf,
	type RefusalReason,
	type Vendor,
	type VendorOrder,
} from './vendor.ts';
import {
	createVendorClient,
	isAnswer,
	isSuccess,
	notSent,
	plain,
	quote,
	retryAfterMs,
	unclear,
	type VendorOptions,
} from './vendor-client.ts';

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
const stockLevel = z.object({
	rate: z.number().nonnegative(),
	maxInstantOrder: z.number().nonnegative(),
	totalRobuxAmount: z.number().nonnegative(),
});
const stockLevels = z.union([
	z.array(stockLevel),
	z.object({ data: z.array(stockLevel) }).transform(({ data }) => data),
	z.object({ stock: z.array(stockLevel) }).transform(({ stock }) => stock),
]);
const balanceInfo = z.object({ balance: z.number() });
/** Does not match the error page of a proxy. */
const refusalBody = z.object({
	message: z.union([z.string(), z.array(z.string())]),
	code: z.string().nullish().catch(undefined),
});

/** Codes that refuse finally, with any status from 400 to 499. */
const refusalByCode: Record<string, RefusalReason> = {
	GAMEPASS_NOT_FOUND: 'pass-not-found',
	ROBLOX_USER_NOT_FOUND: 'user-not-found',
	GAMEPASS_SELLER_MISMATCH: 'pass-of-someone-else',
	REGIONAL_PRICING_NOT_SUPPORTED: 'regional-pricing',
	OUT_OF_STOCK: 'out-of-stock',
};

/** For responses without a code, the message tells the reason. */
const refusalByWords: readonly { status: number; words: RegExp; reason: RefusalReason }[] = [
	{ status: 400, words: /\bregional\b/i, reason: 'regional-pricing' },
	{ status: 400, words: /\bgame ?-?pass\b.*\b(belong|owner|seller)/i, reason: 'pass-of-someone-else' },
	{ status: 404, words: /\bgame ?-?pass(es)?\b/i, reason: 'pass-not-found' },
	{ status: 404, words: /\broblox user\b/i, reason: 'user-not-found' },
];

const faultOfTheOrder: ReadonlySet<number> = new Set([400, 404, 422]);

/** Statuses that refuse finally, with any code. 400 and 404 are ambiguous. */
const refusalByStatus: Record<number, RefusalReason> = { 402: 'out-of-stock' };

const notNowByStatus: Record<number, NotNowReason> = {
	401: 'key-refused',
	403: 'vendor-balance-too-low',
	429: 'rate-limited',
};

const UNFUNDED = 'insufficient_customer_balance';

const outcomeByStatus: Record<string, VendorOrder['outcome']> = {
	Completed: 'completed',
	Error: 'failed',
	Cancelled: 'failed',
};

/** Source: independent public clients, not the vendor, so responses are parsed defensively. */
export function createRbxcrate({ url, apiKey, timeoutMs, send }: VendorOptions): Vendor {
	const { request, glance } = createVendorClient({ url, headers: { 'api-key': apiKey }, timeoutMs, send });

	async function change(path: string, body: object): Promise<ChangeAnswer> {
		const answer = await request(path, body);
		if (!isAnswer(answer) || answer.status >= 500) return unclear(answer);
		if (isSuccess(answer) && parseJson(answer.text) !== undefined) return { kind: 'done' };
		return readRefusalBody(answer) ? { kind: 'refused', problem: quote(answer) } : unclear(answer);
	}

	return {
		name: 'rbxcrate',
		// Undocumented. Clients rely on the vendor refusing a known id for at least a day.
		dedupeWindowMs: 24 * HOUR_MS,
		// Assumed, because the vendor does not document how long it knows orders.
		remembersMs: 30 * 24 * HOUR_MS,

		async create(order) {
			const answer = await request('/orders/gamepass', createBody(order));
			if (!isAnswer(answer)) return notSent(answer) ?? unclear(answer);
			if (isSuccess(answer)) {
				const created = createdOrder.safeParse(parseJson(answer.text));
				if (!created.success || created.data.data.orderId !== order.orderId) return unclear(answer);
				return { kind: 'taken', status: plain(created.data.data.status ?? 'Pending') };
			}
			return readRefusal(answer);
		},

		async info(orderId) {
			const answer = await request('/orders/info', { orderId });
			if (!isAnswer(answer)) return unclear(answer);
			if (answer.status === 404 && isAboutTheOrder(answer)) return { kind: 'no-such-order' };
			const info = isSuccess(answer) ? orderInfo.safeParse(parseJson(answer.text)) : undefined;
			return info?.success ? { kind: 'found', order: readOrder(info.data) } : unclear(answer);
		},

		cancel: (orderId) => change('/orders/cancel', { orderId }),
		resend: (order) =>
			change('/orders/gamepass/resend', { orderId: order.orderId, placeId: passOf(order).product.placeId }),

		async stock() {
			const answer = await glance('/orders/stock');
			const stock = isSuccess(answer) ? stockInfo.safeParse(parseJson(answer.text)) : undefined;
			if (!stock?.success) return unclear(answer);
			return { kind: 'known', stock: { direct: stock.data.robuxAvailable, network: stock.data.maxRobuxAvailable } };
		},

		async stockLevels() {
			const answer = await glance('/orders/detailed-stock');
			const levels = isSuccess(answer) ? stockLevels.safeParse(parseJson(answer.text)) : undefined;
			if (!levels?.success) return unclear(answer);
			const read = levels.data.map(({ rate, maxInstantOrder, totalRobuxAmount: total }) => {
				return { usd_per_thousand: rate, max_instant_order: maxInstantOrder, total };
			});
			return { kind: 'known', levels: read.toSorted((a, b) => a.usd_per_thousand - b.usd_per_thousand) };
		},

		async balance() {
			const answer = await glance('/shared/balance');
			const balance = isSuccess(answer) ? balanceInfo.safeParse(parseJson(answer.text)) : undefined;
			return balance?.success ? { kind: 'known', usd: balance.data.balance } : unclear(answer);
		},

		parseWebhook: (body) => parseWebhook(body, apiKey),
	};
}

function createBody(order: PayoutOrder) {
	const { recipient, product } = passOf(order);
	return {
		orderId: order.orderId,
		robloxUsername: recipient.robloxUsername,
		robuxAmount: order.net,
		placeId: product.placeId,
		// Without the pass id, the vendor selects the pass by price, which it may round differently.
		gamepassId: product.passId,
		isPreOrder: order.isPreOrder,
		checkOwnership: true,
	};
}

function readOrder({ status, error, robuxAmount, robloxUsername }: z.output<typeof orderInfo>): VendorOrder {
	const outcome = outcomeByStatus[status] ?? 'open';
	const reason = error?.reason ?? null;
	return {
		outcome: outcome === 'failed' && reason === UNFUNDED ? 'unfunded' : outcome,
		status: plain(status),
		reason: reason === null ? null : plain(reason),
		robuxAmount: robuxAmount ?? null,
		recipient: robloxUsername ?? null,
	};
}

function readRefusal(answer: OutboundAnswer): CreateAnswer {
	const body = readRefusalBody(answer);
	if (!body || answer.status < 400 || answer.status >= 500) return unclear(answer);
	const { code = '', message } = body;
	if (code === 'ORDER_ALREADY_EXISTS' || answer.status === 409) return { kind: 'exists' };
	const reasonText = code === '' ? refusalInWords(answer.status, message) : undefined;
	const known = Object.hasOwn(refusalByCode, code) ? refusalByCode[code] : refusalByStatus[answer.status];
	const reason = known ?? reasonText;
	if (reason) return { kind: 'refused', reason };
	if (faultOfTheOrder.has(answer.status) && !isAboutTheAddress(message))
		return { kind: 'turned-down', reason: plain(code || message) };
	const notNow = notNowByStatus[answer.status];
	if (!notNow) return unclear(answer);
	// A 403 code without BALANCE means that the key lacks permission.
	const isKey = answer.status === 403 && code !== '' && !code.includes('BALANCE');
	return { kind: 'not-now', reason: isKey ? 'key-refused' : notNow, retryAfterMs: retryAfterMs(answer) };
}

function readRefusalBody(answer: OutboundAnswer): { code: string | undefined; message: string } | undefined {
	const parsed = refusalBody.safeParse(parseJson(answer.text));
	if (!parsed.success) return undefined;
	return { code: parsed.data.code ?? undefined, message: [parsed.data.message].flat().join(' ') };
}

function refusalInWords(status: number, message: string): RefusalReason | undefined {
	if (isAboutTheAddress(message)) return undefined;
	return refusalByWords.find((refusal) => refusal.status === status && refusal.words.test(message))?.reason;
}

function isAboutTheAddress(message: string): boolean {
	return /^(cannot (get|post)\b|not found$)/i.test(message.trim());
}

/** Excludes the 404 of a wrong URL. */
function isAboutTheOrder(answer: OutboundAnswer): boolean {
	const { code, message = '' } = readRefusalBody(answer) ?? {};
	const isSilent = code === undefined || /^not_?found$/i.test(code);
	return code === 'ORDER_NOT_FOUND' || (isSilent && /\border\b/i.test(message));
}
