import { type ComponentType, lazy, Suspense } from 'react';
import { matchPath, useLocation } from 'react-router';
import { NotFound } from '../ui/not-found.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import './admin.css';
import { AdminBar } from './shell/admin-bar.tsx';
import { Sidebar } from './shell/sidebar.tsx';
import { AdminHeading } from './ui/admin-heading.tsx';
import { timeZone } from './ui/local-time.ts';
import { useTableKeys } from './ui/tables/use-table-keys.ts';

/** What a page gets: its heading, and what its path says: `:uid` is `params.uid`. */
export type AdminPageProps = { heading: string; params: Readonly<Record<string, string | undefined>> };

type AdminPage = { pattern: string; heading: string; Page: ComponentType<AdminPageProps> };

/** Here and not in web/routes.ts, which everybody loads. The heading stands while its page is on its way. */
const pages: readonly AdminPage[] = [
	{ pattern: '/admin', heading: 'Dashboard', Page: lazy(() => import('./dashboard/dashboard-page.tsx')) },
	{ pattern: '/admin/users', heading: 'Users', Page: lazy(() => import('./users/users-page.tsx')) },
	{ pattern: '/admin/users/:uid', heading: 'User', Page: lazy(() => import('./users/user-page.tsx')) },
	{ pattern: '/admin/fraud', heading: 'Fraud check', Page: lazy(() => import('./fraud/fraud-page.tsx')) },
	{ pattern: '/admin/actions', heading: 'Recent actions', Page: lazy(() => import('./audit/actions-page.tsx')) },
	{ pattern: '/admin/logs', heading: 'Logs', Page: lazy(() => import('./audit/logs-page.tsx')) },
	{
		pattern: '/admin/withdrawals',
		heading: 'Withdrawals',
		Page: lazy(() => import('./withdrawals/withdrawals-page.tsx')),
	},
	{
		pattern: '/admin/withdrawals/:orderId',
		heading: 'Withdrawal',
		Page: lazy(() => import('./withdrawals/withdrawal-page.tsx')),
	},
	{ pattern: '/admin/treasury', heading: 'Treasury', Page: lazy(() => import('./treasury/treasury-page.tsx')) },
	{ pattern: '/admin/books', heading: 'Books', Page: lazy(() => import('./treasury/books-page.tsx')) },
	{
		pattern: '/admin/reconciliation',
		heading: 'Reconciliation',
		Page: lazy(() => import('./reconciliation/reconciliation-page.tsx')),
	},
	{ pattern: '/admin/offerwalls', heading: 'Offerwalls', Page: lazy(() => import('./offerwalls/offerwalls-page.tsx')) },
	{ pattern: '/admin/threads', heading: 'Messages', Page: lazy(() => import('./threads/threads-page.tsx')) },
	{
		pattern: '/admin/threads/:reference',
		heading: 'Conversation',
		Page: lazy(() => import('./threads/thread-page.tsx')),
	},
	{ pattern: '/admin/claims', heading: 'Missing rewards', Page: lazy(() => import('./claims/claims-page.tsx')) },
	{ pattern: '/admin/claims/:reference', heading: 'Claim', Page: lazy(() => import('./claims/claim-page.tsx')) },
	{
		pattern: '/admin/promo-codes',
		heading: 'Promo codes',
		Page: lazy(() => import('./offerwalls/promo-codes-page.tsx')),
	},
	{
		pattern: '/admin/promo-codes/:code',
		heading: 'Redemptions',
		Page: lazy(() => import('./offerwalls/promo-redemptions-page.tsx')),
	},
	{ pattern: '/admin/staff', heading: 'Staff', Page: lazy(() => import('./staff/staff-page.tsx')) },
	{
		pattern: '/admin/wind-down',
		heading: 'End of service',
		Page: lazy(() => import('./wind-down/wind-down-page.tsx')),
	},
	{ pattern: '/admin/export', heading: 'Export', Page: lazy(() => import('./audit/export-page.tsx')) },
];

// The first time takes a slow computer a while: it is no part of drawing the page that wants it.
setTimeout(timeZone);

export default function AdminPages() {
	const { pathname } = useLocation();
	useTableKeys();
	return (
		// The admin area speaks English, whatever the rest of the build does.
		<div lang="en" className="wide-page md:grid md:grid-cols-[15rem_minmax(0,1fr)]">
			<AdminBar />
			<Sidebar />
			<div className="min-w-0 px-4 py-5 sm:px-6 lg:px-8 lg:py-7">
				<PageAt pathname={pathname} />
			</div>
		</div>
	);
}

function PageAt({ pathname }: { pathname: string }) {
	for (const { pattern, heading, Page } of pages) {
		const match = matchPath(pattern, pathname);
		if (!match) continue;
		return (
			// The key makes each page wait for itself: otherwise the one before would stay until the next is there.
			<Suspense key={pattern} fallback={<Coming heading={heading} />}>
				<Page heading={heading} params={match.params} />
			</Suspense>
		);
	}
	return <NotFound isSignedIn />;
}

function Coming({ heading }: { heading: string }) {
	return (
		<div aria-busy="true" className="min-h-svh">
			<AdminHeading>{heading}</AdminHeading>
			<Skeleton className="h-64 w-full rounded-card" />
		</div>
	);
}
