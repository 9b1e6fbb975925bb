import { addressProblem } from '../../lib/http/public-address.ts';
import type { Wall } from '../walls/wall.ts';
import type { Entry } from './entry-secrets.ts';

const addresses: readonly (readonly string[])[] = [
	['feed', 'url'],
	['report', 'url'],
	['claims', 'url'],
	['picture'],
	['override', 'wallUrl'],
];
/** Checks the text of URLs only; each request checks the resolved IP address. */
export function unsafeAddressesOf(entry: Entry, trusted: readonly string[]): [field: string, message: string][] {
	return addressesOf(entry).flatMap(([field, text]): [string, string][] => {
		const problem = isTrusted(text, trusted) ? undefined : addressProblem(text);
		return problem ? [[field, problem]] : [];
	});
}

export function originsOf(entry: Entry): string[] {
	return [...new Set(addressesOf(entry).flatMap(([, text]) => URL.parse(text)?.origin ?? []))];
}

function addressesOf(entry: Entry): [field: string, text: string][] {
	return addresses.flatMap((path): [string, string][] => {
		const text = path.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], entry);
		return typeof text === 'string' ? [[path.join('.'), text]] : [];
	});
}

export function withPublicOnly(wall: Wall, trusted: readonly string[]): Wall {
	const guarded = <Target extends { url?: string | undefined }>(target: Target) =>
		isTrusted(target.url, trusted) ? target : { ...target, isPublicOnly: true };
	return {
		...wall,
		feed: wall.feed && guarded(wall.feed),
		report: wall.report && guarded(wall.report),
		claims: wall.claims && guarded(wall.claims),
	};
}

function isTrusted(text: string | undefined, trusted: readonly string[]): boolean {
	return trusted.includes(URL.parse(text ?? '')?.origin ?? '');
}
