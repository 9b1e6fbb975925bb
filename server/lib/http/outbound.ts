import { lookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, isIPv4, type LookupFunction } from 'node:net';
import { inRanges, withoutBrackets } from './addresses.ts';
import { isLoopback } from './callers.ts';

export type OutboundRequest = {
	method: 'GET' | 'POST';
	url: string;
	headers?: Record<string, string>;
	body?: unknown;
	/** Timeout in ms for the whole exchange. */
	timeoutMs: number;
	bodyBytesMax: number;
	/** Refuses private addresses, even if a public host name resolves to them. */
	isPublicOnly?: boolean;
};

export type SendRequest = (request: OutboundRequest) => Promise<OutboundAnswer>;

export type OutboundAnswer = { status: number; headers: Pick<Headers, 'get'>; text: string };

type OutboundBytes = Omit<OutboundAnswer, 'text'> & { bytes: Buffer };

export class NoAnswer extends Error {
	readonly reason: 'timeout' | 'network' | 'too-large';

	constructor(reason: NoAnswer['reason'], cause: unknown) {
		super(`no response: ${reason}${cause instanceof Error ? ` (${cause.message})` : ''}`, { cause });
		this.name = 'NoAnswer';
		this.reason = reason;
	}
}

/** Never follows redirects, so that the API key reaches no other host. @throws NoAnswer */
export async function sendRequest(request: OutboundRequest): Promise<OutboundAnswer> {
	const { bytes, ...answer } = await fetchOutside(request);
	return { ...answer, text: new TextDecoder().decode(bytes) };
}

export async function fetchOutside(request: OutboundRequest): Promise<OutboundBytes> {
	try {
		return await exchange(request);
	} catch (error) {
		throw error instanceof NoAnswer ? error : new NoAnswer('network', error);
	}
}

/** In ms. Servers may close a connection that is idle longer. */
const IDLE_MS = 4_000;
const agentOptions = { keepAlive: true, timeout: IDLE_MS, scheduling: 'lifo' } as const;
const agents = { plain: new http.Agent(agentOptions), safe: new https.Agent(agentOptions) };

/** Avoids `fetch`, which takes three times the CPU time. Requests uncompressed responses. */
async function exchange(request: OutboundRequest): Promise<OutboundBytes> {
	const { method, timeoutMs, bodyBytesMax, isPublicOnly } = request;
	const { protocol, hostname, port, pathname, search } = new URL(request.url);
	const isPlain = protocol === 'http:';
	const host = withoutBrackets(hostname);
	if (isPublicOnly && isIP(host)) requirePublic(host);
	const options = {
		method,
		host,
		port,
		path: pathname + search,
		headers: { ...headersOf(request), 'user-agent': 'node', 'accept-encoding': 'identity' },
		agent: isPlain ? agents.plain : agents.safe,
		...(isPublicOnly && { agent: false as const, lookup: lookupPublic }),
	};
	return new Promise((resolve, reject) => {
		const outgoing = (isPlain ? http : https).request(options);
		const timer = setTimeout(giveUp, timeoutMs, 'timeout');

		function giveUp(reason: NoAnswer['reason'], cause?: unknown): void {
			clearTimeout(timer);
			reject(new NoAnswer(reason, cause));
			outgoing.destroy();
		}

		outgoing.on('error', (error) => giveUp('network', error));
		outgoing.on('response', (response) => {
			const chunks: Buffer[] = [];
			let bytes = 0;
			response.on('error', (error) => giveUp('network', error));
			response.on('data', (chunk: Buffer) => {
				bytes += chunk.byteLength;
				if (bytes > bodyBytesMax) giveUp('too-large');
				else chunks.push(chunk);
			});
			response.on('end', () => {
				clearTimeout(timer);
				const get = (name: string) => response.headers[name]?.toString() ?? null;
				resolve({ status: response.statusCode ?? 0, headers: { get }, bytes: Buffer.concat(chunks) });
			});
		});
		outgoing.end(bodyOf(request));
	});
}

function headersOf({ headers, body }: OutboundRequest): Record<string, string> {
	return { accept: 'application/json', ...(body !== undefined && { 'content-type': typeOf(body) }), ...headers };
}

function typeOf(body: unknown): string {
	if (typeof body === 'string') return 'text/plain';
	return body instanceof URLSearchParams ? 'application/x-www-form-urlencoded' : 'application/json';
}

function bodyOf({ body }: OutboundRequest): string | Buffer | undefined {
	if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) return body;
	return body instanceof URLSearchParams ? body.toString() : JSON.stringify(body);
}

/** @returns the wait in ms. The header contains seconds or an HTTP date (RFC 9110). */
export function readRetryAfter({ headers }: OutboundAnswer, nowMs: number): number | undefined {
	const text = headers.get('retry-after');
	if (text === null) return undefined;
	if (/^\d{1,6}$/.test(text)) return Number(text) * 1_000;
	const at = Date.parse(text);
	return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}

export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Source: the IANA registries of special-purpose addresses. */
const isSpecial = inRanges(
	[
		'0.0.0.0/8,10.0.0.0/8,100.64.0.0/10,127.0.0.0/8,169.254.0.0/16,172.16.0.0/12,192.0.0.0/24,192.0.2.0/24',
		'192.88.99.0/24,192.168.0.0/16,198.18.0.0/15,198.51.100.0/24,203.0.113.0/24,224.0.0.0/4,240.0.0.0/4',
		// Tunnels lead to IPv4 addresses that are not checked.
		'2001::/32,2001:db8::/32,2002::/16,3fff::/20',
	].flatMap((line) => line.split(',')),
);
const isUnicast = inRanges(['2000::/3']);
const OWN_NAMES = /(^|\.)(localhost|local|internal|lan|home|corp|test|invalid)\.?$/i;

export const isPublic = (address: string): boolean => (isIPv4(address) || isUnicast(address)) && !isSpecial(address);

function requirePublic(address: string): void {
	if (!isPublic(address)) throw new Error(`${address} isn't a public address`);
}

/** Checks the address to which the connection is then made, to prevent DNS rebinding. */
const lookupPublic: LookupFunction = (name, options, done) => {
	lookup(name, { ...options, all: true }, (error, found) => {
		if (error) return done(error, '');
		const hidden = found.find(({ address }) => !isPublic(address));
		const [first] = found;
		if (hidden || !first) return done(new Error(`${name} has no public address`), '');
		if (options.all) done(null, found);
		else done(null, first.address, first.family);
	});
};

/** Checks the text only; each request checks the resolved IP address. */
export function addressProblem(text: string): string | undefined {
	const url = URL.parse(text.replaceAll(/[{}]/g, ''));
	if (url?.protocol !== 'https:') return 'must be an https URL';
	if (url.username || url.password) return "can't contain a user name or password";
	const host = withoutBrackets(url.hostname);
	const isOwn = isIP(host) ? !isPublic(host) : OWN_NAMES.test(host) || !host.includes('.');
	return isOwn ? 'must be a public address' : undefined;
}

/** Programs on this machine are allowed outside production. */
export function isLocalUrl({ hostname, protocol }: URL, { isProduction }: { isProduction: boolean }): boolean {
	const host = withoutBrackets(hostname);
	return (
		!isProduction && /^https?:$/.test(protocol) && (host === 'localhost' || (isIP(host) !== 0 && isLoopback(host)))
	);
}

export function isPublicOrLocal(url: URL, config: { isProduction: boolean }): boolean {
	return (isLocalUrl(url, config) && !url.username && !url.password) || addressProblem(url.href) === undefined;
}
