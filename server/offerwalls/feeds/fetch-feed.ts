import { createHash } from 'node:crypto';
import {
	NoAnswer,
	type OutboundRequest,
	parseJson,
	readRetryAfter,
	type SendRequest,
	sendRequest,
} from '../../lib/http/outbound.ts';
import type { FeedContract, FeedOffer } from './feed.ts';
import { type Feed, feeds } from './feeds.ts';
import { at, readOffer, UnreadableOffer } from './read-offer.ts';

const TIMEOUT_MS = 20_000;
/** Ten thousand offers need about 15 MB of memory. */
const ANSWER_BYTES_MAX = 8 * 1024 * 1024;
const OFFERS_MAX = 5_000;

const noAnswers: Record<NoAnswer['reason'], string> = {
	timeout: `no response within ${TIMEOUT_MS / 1_000} seconds`,
	network: 'server unreachable',
	'too-large': `response larger than ${ANSWER_BYTES_MAX / 1_048_576} MB`,
};

export class FeedFailed extends Error {
	override readonly name = 'FeedFailed';
	readonly retryAfterMs: number | undefined;

	constructor(message: string, retryAfterMs?: number) {
		super(message);
		this.retryAfterMs = retryAfterMs;
	}
}

export async function fetchFeed(feed: Feed, nowMs: number, send: SendRequest = sendRequest) {
	const contract: FeedContract = feeds[feed.kind];
	const sendJson = async (request: FeedRequest) => {
		const isPublicOnly = feed.isPublicOnly ?? false;
		const limits = { timeoutMs: TIMEOUT_MS, bodyBytesMax: ANSWER_BYTES_MAX, isPublicOnly };
		const answer = await send({ ...request, ...limits }).catch((error) => {
			throw error instanceof NoAnswer ? new FeedFailed(noAnswers[error.reason]) : error;
		});
		const isGood = answer.status === 200 || answer.status === 201;
		if (!isGood) throw new FeedFailed(`HTTP status ${answer.status}`, readRetryAfter(answer, nowMs));
		const parsed = parseJson(answer.text);
		if (parsed === undefined) throw new FeedFailed('response is not JSON');
		return { parsed, text: answer.text };
	};
	const { parsed, text } = await sendJson(await requestOf(contract, feed, sendJson));
	const { success } = contract;
	if (at([parsed], success.field)[0] !== success.value) throw new FeedFailed(`unexpected value of ${success.field}`);
	const [items] = at([parsed], contract.offers);
	if (!Array.isArray(items)) throw new FeedFailed(`no list at ${contract.offers}`);
	// With the fields, so that a new one is read from an unchanged answer.
	const digest = createHash('sha256').update(JSON.stringify(contract.fields)).update(text).digest('base64url');
	return { ...readAll(contract, items, feed.url), digest };
}

type FeedRequest = Pick<OutboundRequest, 'method' | 'url' | 'headers' | 'body'>;
type SendJson = (request: FeedRequest) => Promise<{ parsed: unknown }>;

async function requestOf({ origin, path, credentials, sends }: FeedContract, feed: Feed, sendJson: SendJson) {
	const url = new URL(path, feed.url ?? origin);
	const given = credentials.map((name): [string, string] => [name, feed.credentials[name] ?? '']);
	if (sends === 'json-body') return { method: 'POST' as const, url: url.href, body: Object.fromEntries(given) };
	if (sends === 'query') {
		for (const [name, value] of given) url.searchParams.set(name, value);
		return { method: 'GET' as const, url: url.href };
	}
	const body = new URLSearchParams([['grant_type', 'refresh_token'], ...given]);
	const { parsed } = await sendJson({ method: 'POST', url: new URL(sends.refreshTokenAt, url).href, body });
	const [token] = at([parsed], 'access_token');
	if (typeof token !== 'string') throw new FeedFailed('no access_token in the response');
	return { method: 'GET' as const, url: url.href, headers: { authorization: `Bearer ${token}` } };
}

function readAll(contract: FeedContract, items: readonly unknown[], plainOrigin: string | undefined) {
	const offers = new Map<string, FeedOffer>();
	const reasons = new Map<string, number>();
	const skip = (reason: string) => reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
	for (const item of items) {
		if (offers.size >= OFFERS_MAX) {
			skip(`more than ${OFFERS_MAX} offers`);
			continue;
		}
		try {
			const offer = readOffer(contract, item, plainOrigin);
			if (offers.has(offer.key)) skip('duplicate ID');
			else offers.set(offer.key, offer);
		} catch (error) {
			if (!(error instanceof UnreadableOffer)) throw error;
			skip(error.message);
		}
	}
	const [most] = [...reasons].sort(([, a], [, b]) => b - a);
	return { offers: [...offers.values()], skipped: items.length - offers.size, skippedWhy: most?.[0] };
}
