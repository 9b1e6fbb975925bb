import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { DAY_MS } from '../contract/durations.ts';
import type { Clock } from './lib/clock.ts';
import { certificateEnd } from './operations/alerts/list-signals.ts';
import { reachabilityKey, type Sight } from './operations/reachability.ts';

/** Red: money, users or the site are at risk. Yellow: worth a look. */
export type Finding = { check: string; state: 'green' | 'yellow' | 'red'; says: string; todo: string | null };

type Site = { config: { publicUrl: string; authSecret: string; trustedProxies: readonly string[] }; clock: Clock };

const CERTIFICATE_RED_DAYS = 7;
const CERTIFICATE_YELLOW_DAYS = 21;
const OPEN_FILES_RED = 1_024;
const OPEN_FILES_YELLOW = 8_192;
const ANSWER_MS = 15_000;
/** Documentation address (RFC 5737): accepting it means trusting forged headers. */
const CLAIMED = '203.0.113.77';

export async function lookFromOutside(site: Site, endOf = certificateEnd): Promise<Finding[]> {
	const { hostname, protocol } = new URL(site.config.publicUrl);
	return [
		await lookAtDns(hostname),
		...(protocol === 'https:' ? [await lookAtCertificate(site, endOf)] : []),
		...(await lookThroughProxy(site)),
	];
}

async function lookAtDns(hostname: string): Promise<Finding> {
	const host = hostname.replace(/^\[|\]$/g, '');
	if (isIP(host) !== 0) return green('dns', `PUBLIC_URL uses the IP address ${host}.`);
	try {
		const found = await lookup(host, { all: true });
		return green('dns', `${host} resolves to ${found.map(({ address }) => address).join(', ')}.`);
	} catch {
		return red(
			'dns',
			`${host} doesn’t resolve.`,
			'Correct PUBLIC_URL, or point its DNS records (A and AAAA) to this site.',
		);
	}
}

async function lookAtCertificate({ config, clock }: Site, endOf: typeof certificateEnd): Promise<Finding> {
	const { hostname, port } = new URL(config.publicUrl);
	const endsMs = await endOf(hostname, Number(port || 443));
	const todo = 'Renew the certificate, and find out why it wasn’t renewed automatically.';
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
		const { sight, isHeldBack } = await see(site);
		return [
			green('proxy', `${publicUrl} reaches this product.`),
			judgeAddress(sight, site),
			isHeldBack
				? red(
						'stream',
						'The proxy buffers streams, so open pages don’t update.',
						'Turn off buffering in the proxy for /data/users/*/live (nginx: proxy_buffering off).',
					)
				: green('stream', 'Streams arrive without delay.'),
			judgeOpenFiles(sight),
		];
	} catch (error) {
		const says = `${publicUrl} doesn’t reach this product: ${reasonOf(error)}.`;
		const todo =
			'Start the product with the same settings as this command. Make the proxy forward all requests to HOST:PORT, with a trusted certificate.';
		return [red('proxy', says, todo)];
	}
}

function judgeAddress({ address, peer, forwarded }: Sight, { config }: Site): Finding {
	const check = 'forwarded addresses';
	const entries = (forwarded ?? '').split(',').map((entry) => entry.trim());
	const hasProxy = entries.at(-1) !== CLAIMED;
	if (address === CLAIMED) {
		const says = 'Visitors can fake their IP address.';
		const todo =
			'Make the proxy overwrite X-Forwarded-For with the visitor’s address, and list only the proxy in TRUSTED_PROXIES. Run this check from a machine that isn’t a trusted proxy.';
		return red(check, says, todo);
	}
	if (hasProxy && address === peer) {
		const says = `All visitors share the proxy’s address ${peer}.`;
		const todo = `Set TRUSTED_PROXIES=${[...config.trustedProxies, peer].join(',')}, and make the proxy send X-Forwarded-For. Until then all visitors share one rate limit.`;
		return red(check, says, todo);
	}
	return green(check, `Visitors are told apart by their own address (this machine: ${address}).`);
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

/** @throws Error if another server responds or none. */
async function see({ config, clock }: Site): Promise<{ sight: Sight; isHeldBack: boolean }> {
	const ending = new AbortController();
	const timer = setTimeout(() => ending.abort(new Error('no response')), ANSWER_MS);
	try {
		const answer = await fetch(`${config.publicUrl}/reachability`, {
			headers: {
				authorization: `Bearer ${reachabilityKey(config.authSecret, clock.now())}`,
				accept: 'text/event-stream',
				'x-forwarded-for': CLAIMED,
			},
			redirect: 'manual',
			signal: ending.signal,
		});
		if (answer.status !== 200) throw new Error(`it responds with ${answer.status}`);
		let text = '';
		for await (const chunk of answer.body ?? []) {
			text += Buffer.from(chunk).toString('utf8');
			const [first, second] = text.split('\n\n');
			// Without buffering, the first event arrives well before the second.
			if (second !== undefined)
				return { sight: JSON.parse(first?.slice('data: '.length) ?? ''), isHeldBack: second !== '' };
		}
		throw new Error('another server responds');
	} finally {
		clearTimeout(timer);
		ending.abort();
	}
}

function reasonOf(error: unknown): string {
	const { message, cause } = error as Error;
	return cause instanceof Error ? cause.message || message : message;
}

const green = (check: string, says: string): Finding => ({ check, state: 'green', says, todo: null });
const yellow = (check: string, says: string, todo: string): Finding => ({ check, state: 'yellow', says, todo });
const red = (check: string, says: string, todo: string): Finding => ({ check, state: 'red', says, todo });
