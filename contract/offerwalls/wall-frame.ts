type Address = { readonly protocol: string; readonly hostname: string; readonly origin: string };

/** Returns the origin to frame; undefined if the wall must open in a tab: our own origin would have our rights. */
export function frameOriginOf(wall: Address, site: Address): string | undefined {
	if (wall.origin === site.origin) return undefined;
	if (wall.protocol !== 'https:' && !(wall.protocol === 'http:' && site.protocol === 'http:')) return undefined;
	// An asterisk in the CSP would allow any host.
	return wall.hostname.includes('*') ? undefined : wall.origin;
}
