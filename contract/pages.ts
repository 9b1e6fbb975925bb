/** Who may enter a page. */
export type PageAccess = 'public' | 'signed-in' | 'admin';

/**
 * Every page by its path: the specification's route table, and what came to it. The browser's routes are held against this
 * list by a test, and the server knows by it which addresses are pages.
 */
export const pages: Readonly<Record<string, PageAccess>> = {
	'/': 'public',
	'/login': 'public',
	'/sign-up': 'public',
	'/reset-password': 'public',
	'/verify-email': 'public',
	'/admin/login': 'public',
	'/privacy-policy': 'public',
	'/terms-of-service': 'public',
	'/withdraw': 'signed-in',
	'/earn': 'signed-in',
	'/earn/:wallId': 'signed-in',
	'/offer-history': 'signed-in',
	'/withdraw-history': 'signed-in',
	'/account': 'signed-in',
	'/delete-account': 'signed-in',
	'/admin/*': 'admin',
};

/**
 * Reads a path as the router does: neither case nor a slash at its end matters. Everything below /admin is guarded, so that
 * only an admin learns which pages are there.
 * @returns undefined when there is no such page.
 */
export function accessTo(pathname: string): PageAccess | undefined {
	const path = pathname.toLowerCase().replace(/\/+$/, '') || '/';
	if (Object.hasOwn(pages, path)) return pages[path];
	if (/^\/earn\/[^/]+$/.test(path)) return pages['/earn/:wallId'];
	return path === '/admin' || path.startsWith('/admin/') ? 'admin' : undefined;
}
