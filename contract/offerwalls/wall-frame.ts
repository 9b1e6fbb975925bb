type Address = { readonly protocol: string; readonly hostname: string; readonly origin: string };

/** Returns undefined if a tab must open instead: same-origin scripts would have our rights. */
export function frameOriginOf(wall: Address, site: Address): string | undefined {
	if (wall.origin === site.origin) return undefined;
	if (wall.protocol !== 'https:' && !(wall.protocol === 'http:' && site.protocol === 'http:')) return undefined;
	// In a CSP an asterisk would allow any host.
	return wall.hostname.includes('*') ? undefined : wall.origin;
}
