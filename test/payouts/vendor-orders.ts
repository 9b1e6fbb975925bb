import type { SendRequest } from '../../server/lib/http/outbound.ts';
import { createRbxcrate } from '../../server/withdrawals/vendors/rbxcrate.ts';
import type { InfoAnswer, PayoutOrder, VendorOrder } from '../../server/withdrawals/vendors/vendor.ts';
import type { WithdrawalFacts } from '../../server/withdrawals/withdrawal.ts';

export const SENT_AT = 1_000_000_000;

export function orderFacts(facts: Partial<WithdrawalFacts> = {}): WithdrawalFacts {
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

export function vendorOrder(facts: Partial<VendorOrder> = {}): VendorOrder {
	return { outcome: 'open', status: 'Pending', reason: null, robuxAmount: 50, recipient: 'builderman', ...facts };
}

export function found(facts: Partial<VendorOrder> = {}): InfoAnswer {
	return { kind: 'found', order: vendorOrder(facts) };
}

export const payoutOrder: PayoutOrder = {
	orderId: 'W-1',
	method: 'game-pass',
	recipient: { robloxUsername: 'Builderman', platformUserId: 42 },
	product: { universeId: 7, placeId: 8, passId: 9, price: 71 },
	net: 50,
	isPreOrder: true,
};

export function rbxcrateThatAnswers(status: number, body: unknown, headers: Record<string, string> = {}) {
	const requests: { method: string; path: string; body: unknown; key: string | undefined }[] = [];
	const send: SendRequest = async (request) => {
		const { method, url, body: sent, headers: given } = request;
		requests.push({ method, path: url.slice('http://vendor/api'.length), body: sent, key: given?.['api-key'] });
		const text = typeof body === 'string' ? body : JSON.stringify(body);
		return { status, headers: new Headers(headers), text };
	};
	const vendor = createRbxcrate({ url: 'http://vendor/api', apiKey: 'test-secret', timeoutMs: 1_000, send });
	return { vendor, requests };
}
