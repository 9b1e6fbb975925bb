export type PageAccess = 'public' | 'signed-in' | 'admin';

/** The specification's route table, and what came to it; a test holds the browser's routes against it. */
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

/** Neither case nor a slash at the end matters; /admin is guarded as a whole. @returns undefined for no page. */
export function accessTo(pathname: string): PageAccess | undefined {
	const path = pathname.toLowerCase().replace(/\/+$/, '') || '/';
	if (Object.hasOwn(pages, path)) return pages[path];
	if (/^\/earn\/[^/]+$/.test(path)) return pages['/earn/:wallId'];
	return path === '/admin' || path.startsWith('/admin/') ? 'admin' : undefined;
}
