/** Whether this document was loaded for this address: reached otherwise, a page lives by the policy of another. */
export function isLoadedAs(pathname: string): boolean {
	const [navigation] = performance.getEntriesByType('navigation');
	if (!navigation || !URL.canParse(navigation.name)) return true;
	return new URL(navigation.name).pathname === pathname;
}
