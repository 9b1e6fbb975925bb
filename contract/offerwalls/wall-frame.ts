type Address = { readonly protocol: string; readonly hostname: string; readonly origin: string };

/** Undefined where a tab opens instead: http under https (the browser blocks it), our own origin (scripts would be ours). */
export function frameOriginOf(wall: Address, site: Address): string | undefined {
	if (wall.origin === site.origin) return undefined;
	if (wall.protocol !== 'https:' && !(wall.protocol === 'http:' && site.protocol === 'http:')) return undefined;
	// In a policy an asterisk would stand for every host.
	return wall.hostname.includes('*') ? undefined : wall.origin;
}
