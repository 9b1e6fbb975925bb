export type PageAccess = 'public' | 'signed-in' | 'admin';

/** The specification's route table, and what came to it; a test holds the browser's routes against it. */
export const pages: Readonly<Record<string, PageAccess>> = {
	'/': 'public',
	'/login': 'public',
	'/sign-up': 'public',
	'/reset-password': 'public',
	'/verify-email': 'public',
	'/admin/login': 'public',
	'/help': 'public',
	'/proof': 'public',
	'/status': 'public',
	'/privacy-policy': 'public',
	'/terms-of-service': 'public',
	'/appeal': 'public',
	'/receipt/:id': 'public',
	'/withdraw': 'signed-in',
	'/earn': 'signed-in',
	'/earn/:wallId': 'signed-in',
	'/earn/offer/:offerId': 'signed-in',
	'/claims': 'signed-in',
	'/claims/new': 'signed-in',
	'/threads': 'signed-in',
	'/threads/new': 'signed-in',
	'/threads/:reference': 'signed-in',
	'/offer-history': 'signed-in',
	'/withdraw-history': 'signed-in',
	'/account': 'signed-in',
	'/delete-account': 'signed-in',
	'/admin/*': 'admin',
};

/** As the browser's router: case, escapes and a slash at the end do not matter. @returns undefined for no page. */
export function accessTo(pathname: string): PageAccess | undefined {
	const path = pathname.split('/').map(decoded).join('/').toLowerCase().replace(/\/+$/, '') || '/';
	if (Object.hasOwn(pages, path)) return pages[path];
	if (/^\/earn\/[^/]+$/.test(path)) return pages['/earn/:wallId'];
	if (/^\/receipt\/[^/]+$/.test(path)) return pages['/receipt/:id'];
	if (/^\/threads\/[^/]+$/.test(path)) return pages['/threads/:reference'];
	if (/^\/earn\/offer\/[^/]+$/.test(path)) return pages['/earn/offer/:offerId'];
	// Guarded as a whole, addresses that do not exist included.
	return path === '/admin' || path.startsWith('/admin/') ? 'admin' : undefined;
}

/** The folder of a page that has a file of its own; a segment that is somebody's own, as `:uid`, is a dash there. */
export function folderOfPage(path: string): string {
	const inner = path.replace(/^\/|\/+$/g, '');
	if (inner === '') return '';
	const segments = inner.split('/').map((segment) => (/^[a-z-]+$/.test(segment) ? segment : '-'));
	return segments.join('/');
}

function decoded(segment: string): string {
	try {
		return decodeURIComponent(segment).replaceAll('/', '%2f');
	} catch {
		return segment;
	}
}
