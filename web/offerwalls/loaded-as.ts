/** Client-side navigation keeps the first document's CSP. */
export function isLoadedAs(pathname: string): boolean {
	const [navigation] = performance.getEntriesByType('navigation');
	if (!navigation || !URL.canParse(navigation.name)) return true;
	return new URL(navigation.name).pathname === pathname;
}
