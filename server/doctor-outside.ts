import { lookup } from 'node:dns/promises';
import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import { request as requestTls } from 'node:https';
import { isIP } from 'node:net';
import { DAY_MS } from '../contract/durations.ts';
import type { Clock } from './lib/clock-and-log.ts';
import { withoutBrackets } from './lib/http/addresses.ts';
import { certificateEnd } from './operations/alerts/list-signals.ts';
import { reachabilityKey, type Sight } from './operations/reachability.ts';

/** Red: money, users or the site are at risk. Yellow: should be checked. */
export type Finding = { check: string; state: 'green' | 'yellow' | 'red'; says: string; todo: string | null };

type Site = {
	config: { publicUrl: string; port: number; authSecret: string; trustedProxies: readonly string[] };
	clock: Clock;
};
type Route = { origin: string; forwarded: string; from?: string };
type Seen = { sight: Sight; isHeldBack: boolean; ownAddress: string };

const CERTIFICATE_RED_DAYS = 7;
const CERTIFICATE_YELLOW_DAYS = 21;
const OPEN_FILES_RED = 1_024;
const OPEN_FILES_YELLOW = 8_192;
const ANSWER_MS = 15_000;
/** For documentation (RFC 5737). A product that accepts this forged address trusts such headers. */
const CLAIMED = '203.0.113.77';
/** An address for documentation (RFC 5737). */
const VISITOR = '198.51.100.77';
/** Distinguishes this command from a local proxy, which uses 127.0.0.1. Linux allows all of 127/8. */
const OWN_LOOPBACK = '127.0.0.77';

export async function lookFromOutside(site: Site, endOf = certificateEnd): Promise<Finding[]> {
	const { hostname, protocol } = new URL(site.config.publicUrl);
	return [
		await lookAtDns(hostname),
		...(protocol === 'https:' ? [await lookAtCertificate(site, endOf)] : []),
		...(await lookThroughProxy(site)),
	];
}

async function lookAtDns(hostname: string): Promise<Finding> {
	const host = withoutBrackets(hostname);
	if (isIP(host) !== 0) return green('dns', `PUBLIC_URL uses the IP address ${host}.`);
	try {
		const found = await lookup(host, { all: true });
		return green('dns', `${host} resolves to ${found.map(({ address }) => address).join(', ')}.`);
	} catch {
		return red(
			'dns',
			`${host} doesn't resolve.`,
			'Correct PUBLIC_URL, or point its DNS records (A and AAAA) to this site.',
		);
	}
}

async function lookAtCertificate({ config, clock }: Site, endOf: typeof certificateEnd): Promise<Finding> {
	const { hostname, port } = new URL(config.publicUrl);
	const endsMs = await endOf(hostname, Number(port || 443));
	const todo = "Renew the certificate, and find out why it wasn't renewed automatically.";
	if (endsMs === undefined)
		return red('certificate', 'No certificate found.', 'Make the proxy serve https on this address.');
	const days = Math.floor((endsMs - clock.now()) / DAY_MS);
	if (days < 0) return red('certificate', 'The certificate has expired.', todo);
	const says = `The certificate is valid for ${days} more days.`;
	if (days >= CERTIFICATE_YELLOW_DAYS) return green('certificate', says);
	return days < CERTIFICATE_RED_DAYS ? red('certificate', says, todo) : yellow('certificate', says, todo);
}

async function lookThroughProxy(site: Site): Promise<Finding[]> {
	const { publicUrl } = site.config;
	try {
		const seen = await see(site, { origin: publicUrl, forwarded: CLAIMED });
		const { sight, isHeldBack } = seen;
		return [
			green('proxy', `${publicUrl} reaches this product.`),
			judgeAddress(await asVisitorSeen(seen, site), site),
			isHeldBack
				? red(
						'stream',
						"The proxy buffers streams, so open pages don't update.",
						'Turn off buffering in the proxy for /data/users/*/live (nginx: proxy_buffering off).',
					)
				: green('stream', 'Streams arrive without delay.'),
			judgeOpenFiles(sight),
		];
	} catch (error) {
		const says = `${publicUrl} doesn't reach this product: ${reasonOf(error)}.`;
		const todo =
			'Start the product with the same settings as this command. Make the proxy forward all requests to HOST:PORT, with a trusted certificate.';
		return [red('proxy', says, todo)];
	}
}

/** Repeats a local proxy's request with a visitor's address, because the product may trust this command's own. */
async function asVisitorSeen({ sight, ownAddress }: Seen, site: Site): Promise<Sight> {
	const entries = entriesOf(sight);
	const isClear = sight.address !== CLAIMED && sight.address !== sight.peer;
	if (isClear || entries.at(-1) !== ownAddress) return sight;
	const peer = withoutPrefix(sight.peer);
	const direct = `http://${isIP(peer) === 6 ? `[${peer}]` : peer}:${site.config.port}`;
	const forwarded = [...entries.slice(0, -1), VISITOR].join(', ');
	// The request fails if the proxy runs on another machine.
	const repeated = await see(site, { origin: direct, forwarded, from: peer }).catch(() => undefined);
	return repeated?.sight ?? sight;
}

function judgeAddress(sight: Sight, { config }: Site): Finding {
	const check = 'forwarded addresses';
	const { address, peer } = sight;
	const hasProxy = entriesOf(sight).at(-1) !== CLAIMED;
	if (address === CLAIMED) {
		const says = 'Visitors can fake their IP address.';
		const todo =
			"Make the proxy overwrite X-Forwarded-For with the visitor's address, and list only the proxy in TRUSTED_PROXIES.";
		return red(check, says, todo);
	}
	if (hasProxy && address === peer) {
		const says = `All visitors share the proxy's address ${peer}.`;
		const todo = `Set TRUSTED_PROXIES=${[...config.trustedProxies, peer].join(',')}, and make the proxy send X-Forwarded-For. Until then all visitors share one rate limit.`;
		return red(check, says, todo);
	}
	return green(check, `Visitors are told apart by their own address (here: ${address}).`);
}

function judgeOpenFiles({ openFiles }: Sight): Finding {
	const check = 'open files';
	if (openFiles === null)
		return yellow(
			check,
			'The limit of open files is unknown here.',
			'Check the limit yourself. Each visitor uses one.',
		);
	const says = `Limit of open files: ${openFiles === Number.MAX_SAFE_INTEGER ? 'none' : openFiles}.`;
	if (openFiles >= OPEN_FILES_YELLOW) return green(check, says);
	const todo = 'Raise it (LimitNOFILE=65536 of the service, ulimit -n). Each visitor and each stream uses one.';
	return openFiles <= OPEN_FILES_RED ? red(check, says, todo) : yellow(check, says, todo);
}

function entriesOf({ forwarded }: Sight): string[] {
	return (forwarded ?? '').split(',').map((entry) => entry.trim());
}

/** @throws Error if there is no response or it is from another server. */
async function see({ config, clock }: Site, { origin, forwarded, from }: Route): Promise<Seen> {
	const ending = new AbortController();
	const timer = setTimeout(() => ending.abort(new Error('no response')), ANSWER_MS);
	try {
		const url = new URL(`${origin}/reachability`);
		const headers = {
			authorization: `Bearer ${reachabilityKey(config.authSecret, clock.now())}`,
			accept: 'text/event-stream',
			'x-forwarded-for': forwarded,
		};
		const answer = await open(url, { ...(await localEnd(url, from)), headers, signal: ending.signal });
		if (answer.statusCode !== 200) throw new Error(`it responds with ${answer.statusCode}`);
		const ownAddress = withoutPrefix(answer.socket.localAddress ?? '');
		let text = '';
		for await (const chunk of answer.setEncoding('utf8')) {
			text += chunk;
			const [first, second] = text.split('\n\n');
			if (second !== undefined) {
				const sight = JSON.parse(first?.slice('data: '.length) ?? '');
				return { sight, isHeldBack: second !== '', ownAddress };
			}
		}
		throw new Error('another server responds');
	} finally {
		clearTimeout(timer);
		ending.abort();
	}
}

async function localEnd({ hostname }: URL, from: string | undefined): Promise<RequestOptions> {
	const { address, family } = await lookup(withoutBrackets(hostname));
	const isLoopback = process.platform === 'linux' && address.startsWith('127.');
	const localAddress = from ?? (isLoopback ? OWN_LOOPBACK : undefined);
	return localAddress === undefined ? {} : { family, localAddress };
}

function open(url: URL, options: RequestOptions): Promise<IncomingMessage> {
	return new Promise((resolve, reject) => {
		const send = url.protocol === 'https:' ? requestTls : request;
		send(url, { ...options, agent: false }, resolve)
			.on('error', reject)
			.end();
	});
}

const withoutPrefix = (address: string): string => address.replace('::ffff:', '');

function reasonOf(error: unknown): string {
	const { message, cause } = error as Error;
	return cause instanceof Error ? cause.message || message : message;
}

const green = (check: string, says: string): Finding => ({ check, state: 'green', says, todo: null });
const yellow = (check: string, says: string, todo: string): Finding => ({ check, state: 'yellow', says, todo });
const red = (check: string, says: string, todo: string): Finding => ({ check, state: 'red', says, todo });
