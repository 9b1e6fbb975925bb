export type PageAccess = 'public' | 'signed-in' | 'admin';

export const pages: Readonly<Record<string, PageAccess>> = {
	'/': 'public',
	'/login': 'public',
	'/sign-up': 'public',
	'/reset-password': 'public',
	'/verify-email': 'public',
	'/undo-email-change': 'public',
	'/stop-change': 'public',
	'/unsubscribe': 'public',
	'/admin/login': 'public',
	'/help': 'public',
	'/proof': 'public',
	'/status': 'public',
	'/earnings': 'public',
	'/privacy-policy': 'public',
	'/terms-of-service': 'public',
	'/accessibility': 'public',
	'/data-retention': 'public',
	'/appeal': 'public',
	'/receipt/:id': 'public',
	'/withdraw': 'signed-in',
	'/earn': 'signed-in',
	'/earn/:wallId': 'signed-in',
	'/earn/offer/:offerId': 'signed-in',
	'/my-offers': 'signed-in',
	'/invite': 'signed-in',
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

/** Normalizes like the browser's router: ignores case, escapes and trailing slashes. @returns undefined for no page. */
export function accessTo(pathname: string): PageAccess | undefined {
	const path = pathname.split('/').map(decoded).join('/').toLowerCase().replace(/\/+$/, '') || '/';
	if (Object.hasOwn(pages, path)) return pages[path];
	if (/^\/earn\/[^/]+$/.test(path)) return pages['/earn/:wallId'];
	if (/^\/receipt\/[^/]+$/.test(path)) return pages['/receipt/:id'];
	if (/^\/threads\/[^/]+$/.test(path)) return pages['/threads/:reference'];
	if (/^\/earn\/offer\/[^/]+$/.test(path)) return pages['/earn/offer/:offerId'];
	return path === '/admin' || path.startsWith('/admin/') ? 'admin' : undefined;
}

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
