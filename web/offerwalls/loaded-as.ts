/**
 * Whether this document was loaded for the address that it shows now. A page that was reached without loading, as by a
 * redirect in the browser, still lives by the policy of the address it was loaded for.
 */
export function isLoadedAs(pathname: string): boolean {
	const [navigation] = performance.getEntriesByType('navigation');
	if (!navigation || !URL.canParse(navigation.name)) return true;
	return new URL(navigation.name).pathname === pathname;
}
