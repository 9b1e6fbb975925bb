import { createHash } from 'node:crypto';
import { z } from 'zod';
import { HOUR_MS } from '../../../contract/durations.ts';
import { type OutboundAnswer, parseJson } from '../../lib/http/outbound.ts';
import { isSameText } from '../../lib/secrets/same-text.ts';
import {
	type ChangeAnswer,
	type CreateAnswer,
	type NotNowReason,
	type ParsedWebhook,
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
	parsed,
	plain,
	quote,
	retryAfterMs,
	unclear,
	type VendorOptions,
} from './vendor-client.ts';

const callbackBody = z.looseObject({ orderId: z.string().min(1).max(200), sign: z.string() });

/**
 * RBXCrate signs md5(base64(JSON of the body without `sign`) + key). Its clients disagree on the order of keys, so both
 * orders are accepted. Its test request is an empty object.
 */
export function parseWebhook(body: unknown, apiKey: string): ParsedWebhook {
	const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
	if (isObject && Object.keys(body).length === 0) return { kind: 'check' };
	const callback = callbackBody.safeParse(body);
	if (!callback.success || !isObject) return { kind: 'forged' };
	const sent = Object.entries(body).filter(([key]) => key !== 'sign');
	const sorted = sent.toSorted(([a], [b]) => (a < b ? -1 : 1));
	const isSigned = [sent, sorted].some((entries) =>
		isSameText(sign(Object.fromEntries(entries), apiKey), callback.data.sign.toLowerCase()),
	);
	return isSigned ? { kind: 'order', orderId: callback.data.orderId, isSigned } : { kind: 'forged' };
}

function sign(body: object, apiKey: string): string {
	const encoded = Buffer.from(JSON.stringify(body), 'utf8').toString('base64');
	return createHash('md5')
		.update(encoded + apiKey)
		.digest('hex');
}

const text = z.string();
const maybe = text.nullish();
const createdOrder = z.object({ success: z.literal(true), data: z.object({ orderId: text, status: maybe }) });
const error = z.object({ reason: maybe }).nullish();
const orderInfo = z.object({ status: text, robuxAmount: z.number().nullish(), robloxUsername: maybe, error });

const count = z.number().nonnegative();
const stockInfo = z
	.object({ robuxAvailable: count, maxRobuxAvailable: count })
	.transform(({ robuxAvailable: direct, maxRobuxAvailable: network }) => ({ direct, network }));
const stockLevel = z.object({ rate: count, maxInstantOrder: count, totalRobuxAmount: count }).transform((level) => {
	return { usd_per_thousand: level.rate, max_instant_order: level.maxInstantOrder, total: level.totalRobuxAmount };
});
const stockLevels = z.union([
	z.array(stockLevel),
	z.object({ data: z.array(stockLevel) }).transform(({ data }) => data),
	z.object({ stock: z.array(stockLevel) }).transform(({ stock }) => stock),
]);
const balanceInfo = z.object({ balance: z.number() });
/** Does not match the error page of a proxy. */
const refusalBody = z.object({ message: z.union([text, z.array(text)]), code: maybe.catch(undefined) });

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

const notNow: Record<number, NotNowReason> = { 401: 'key-refused', 403: 'vendor-balance-too-low', 429: 'rate-limited' };

const UNFUNDED = 'insufficient_customer_balance';

const ends: Record<string, VendorOrder['outcome']> = { Completed: 'completed', Error: 'failed', Cancelled: 'failed' };

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
			if (!isSuccess(answer)) return readRefusal(answer);
			const created = parsed(createdOrder, answer)?.data;
			if (created?.orderId !== order.orderId) return unclear(answer);
			return { kind: 'taken', status: plain(created.status ?? 'Pending') };
		},

		async info(orderId) {
			const answer = await request('/orders/info', { orderId });
			if (isAnswer(answer) && answer.status === 404 && isAboutTheOrder(answer)) return { kind: 'no-such-order' };
			const info = parsed(orderInfo, answer);
			return info ? { kind: 'found', order: readOrder(info) } : unclear(answer);
		},

		cancel: (orderId) => change('/orders/cancel', { orderId }),
		resend: (order) =>
			change('/orders/gamepass/resend', { orderId: order.orderId, placeId: passOf(order).product.placeId }),

		async stock() {
			const answer = await glance('/orders/stock');
			const stock = parsed(stockInfo, answer);
			return stock ? { kind: 'known', stock } : unclear(answer);
		},

		async stockLevels() {
			const answer = await glance('/orders/detailed-stock');
			const levels = parsed(stockLevels, answer)?.toSorted((a, b) => a.usd_per_thousand - b.usd_per_thousand);
			return levels ? { kind: 'known', levels } : unclear(answer);
		},

		async balance() {
			const answer = await glance('/shared/balance');
			const usd = parsed(balanceInfo, answer)?.balance;
			return usd === undefined ? unclear(answer) : { kind: 'known', usd };
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
	const outcome = ends[status] ?? 'open';
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
	const later = notNow[answer.status];
	if (!later) return unclear(answer);
	// A 403 code without BALANCE means that the key lacks permission.
	const isKey = answer.status === 403 && code !== '' && !code.includes('BALANCE');
	return { kind: 'not-now', reason: isKey ? 'key-refused' : later, retryAfterMs: retryAfterMs(answer) };
}

function readRefusalBody(answer: OutboundAnswer): { code: string | undefined; message: string } | undefined {
	const { data } = refusalBody.safeParse(parseJson(answer.text));
	return data && { code: data.code ?? undefined, message: [data.message].flat().join(' ') };
}

function refusalInWords(status: number, message: string): RefusalReason | undefined {
	if (isAboutTheAddress(message)) return undefined;
	return refusalByWords.find((refusal) => refusal.status === status && refusal.words.test(message))?.reason;
}

const isAboutTheAddress = (message: string): boolean => /^(cannot (get|post)\b|not found$)/i.test(message.trim());

/** Excludes the 404 of a wrong URL. */
function isAboutTheOrder(answer: OutboundAnswer): boolean {
	const { code, message = '' } = readRefusalBody(answer) ?? {};
	const isSilent = code === undefined || /^not_?found$/i.test(code);
	return code === 'ORDER_NOT_FOUND' || (isSilent && /\border\b/i.test(message));
}
