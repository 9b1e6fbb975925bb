import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isSameText } from '../../lib/secrets/same-text.ts';
import type { ParsedWebhook } from './vendor.ts';

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
