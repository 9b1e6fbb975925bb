import { BlockList, isIP } from 'node:net';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';

const HEADER = 'x-forwarded-for';
const WITH_PORT = /^"?(?:([\d.]+)|\[([^\]]+)\])(?::\d{1,5})?"?$/;

export class NoAddress extends Error {
	override readonly name = 'NoAddress';
	readonly statusCode = 403;
}

/** Strips ports from X-Forwarded-For, or every connection is a visitor. Must run before `request.ip` is read. */
export function readForwardedFor(request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void {
	done(refusalOf(request));
}

function refusalOf(request: FastifyRequest): NoAddress | undefined {
	const { headers } = request.raw;
	const sent = headers[HEADER];
	if (sent === undefined) return undefined;
	const entries = String(sent).split(',').map(withoutPort);
	headers[HEADER] = entries.join(', ');
	if (entries.every((entry) => entry === '')) delete headers[HEADER];
	if (isIP(request.ip) !== 0) return undefined;
	// Keeps the header out of logs of the refusal.
	delete headers[HEADER];
	return new NoAddress('X-Forwarded-For contains no address');
}

function withoutPort(entry: string): string {
	const [, v4, v6] = WITH_PORT.exec(entry.trim()) ?? [];
	return v4 ?? v6 ?? entry.trim();
}

export const privateRanges = [
	'127.0.0.0/8',
	'10.0.0.0/8',
	'172.16.0.0/12',
	'192.168.0.0/16',
	'169.254.0.0/16',
	'::1/128',
	'fc00::/7',
	'fe80::/10',
] as const;

export function isAddressOrRange(text: string): boolean {
	const [address = '', bits, ...rest] = text.split('/');
	const version = isIP(address);
	if (version === 0 || rest.length > 0) return false;
	return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** Accepts ranges with or without prefix length. Also matches IPv4-mapped IPv6. */
export function inRanges(ranges: readonly string[]): (ip: string) => boolean {
	const list = new BlockList();
	for (const range of ranges) {
		const [address = '', length] = range.split('/');
		const kind = kindOf(address);
		list.addSubnet(address, Number(length ?? (kind === 'ipv6' ? 128 : 32)), kind);
	}
	// A proxy may pass on any text, and BlockList throws on an invalid address.
	return (ip) => isIP(ip) !== 0 && list.check(ip, kindOf(ip));
}

export const withoutBrackets = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

const kindOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
