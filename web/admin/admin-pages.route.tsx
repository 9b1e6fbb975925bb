import { type ComponentType, lazy, Suspense } from 'react';
import { matchPath, useLocation } from 'react-router';
import { NotFound } from '../ui/not-found.tsx';
import './admin.css';
import { Sidebar } from './sidebar.tsx';

/** What a page gets from its path: `:uid` is `params.uid`. */
export type AdminPageProps = { params: Readonly<Record<string, string | undefined>> };

/**
 * The pages below /admin. They are listed here and not in web/routes.ts because everybody loads that table, and only admins
 * have to do with this one; their style sheet is their own for the same reason.
 */
const pages: Readonly<Record<string, ComponentType<AdminPageProps>>> = {
	'/admin': lazy(() => import('./dashboard-page.tsx')),
	'/admin/users': lazy(() => import('./users-page.tsx')),
	'/admin/users/:uid': lazy(() => import('./user-page.tsx')),
	'/admin/withdrawals': lazy(() => import('./withdrawals-page.tsx')),
	'/admin/withdrawals/:orderId': lazy(() => import('./withdrawal-page.tsx')),
	'/admin/promo-codes': lazy(() => import('./promo-codes-page.tsx')),
	'/admin/offerwalls': lazy(() => import('./offerwalls-page.tsx')),
	'/admin/fraud': lazy(() => import('./fraud-page.tsx')),
	'/admin/actions': lazy(() => import('./actions-page.tsx')),
	'/admin/logs': lazy(() => import('./logs-page.tsx')),
	'/admin/export': lazy(() => import('./export-page.tsx')),
};

export default function AdminPages() {
	const { pathname } = useLocation();
	return (
		<div className="wide-page mx-auto max-w-(--page) px-4 py-6 sm:px-6 md:grid md:grid-cols-[11.5rem_minmax(0,1fr)] md:gap-8 md:py-10">
			<Sidebar />
			<div className="min-w-0">
				<Suspense fallback={<div aria-busy="true" className="min-h-svh" />}>
					<PageAt pathname={pathname} />
				</Suspense>
			</div>
		</div>
	);
}

function PageAt({ pathname }: { pathname: string }) {
	for (const [pattern, Page] of Object.entries(pages)) {
		const match = matchPath(pattern, pathname);
		if (match) return <Page params={match.params} />;
	}
	return <NotFound isSignedIn />;
}
