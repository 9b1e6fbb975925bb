/** After client-side navigation, the CSP of the first document still applies. */
export function isLoadedAs(pathname: string): boolean {
	const [navigation] = performance.getEntriesByType('navigation');
	if (!navigation || !URL.canParse(navigation.name)) return true;
	return new URL(navigation.name).pathname === pathname;
}
