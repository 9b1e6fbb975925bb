/** The parts of a parsed address; a `URL` and a page's `location` have them. */
type Address = { readonly protocol: string; readonly hostname: string; readonly origin: string };

/**
 * The origin that a page of ours frames to show a wall, by one rule for the server's policy and for the page that makes the
 * frame. Undefined where the wall cannot be framed and is opened in a tab: on plain http while the site is on https (the
 * browser would block it, and the address names the user), and on the site's own origin (its scripts would be ours).
 */
export function frameOriginOf(wall: Address, site: Address): string | undefined {
	if (wall.origin === site.origin) return undefined;
	if (wall.protocol !== 'https:' && !(wall.protocol === 'http:' && site.protocol === 'http:')) return undefined;
	// In a policy an asterisk would stand for every host.
	return wall.hostname.includes('*') ? undefined : wall.origin;
}
