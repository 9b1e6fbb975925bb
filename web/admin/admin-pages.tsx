import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { NotFound } from '../ui/not-found.tsx';
import './admin.css';
import { adminPageAt } from './pages.ts';
import { AdminBar } from './shell/admin-bar.tsx';
import { Coming, Frame } from './shell/opening.tsx';
import { Sidebar } from './shell/sidebar.tsx';
import { AdminHeading } from './ui/admin-heading.tsx';
import { useTableKeys } from './ui/tables/use-table-keys.ts';

export function AdminPages() {
	const { pathname } = useLocation();
	useTableKeys();
	return (
		<>
			<AdminBar />
			<Frame sidebar={<Sidebar />}>
				<PageAt pathname={pathname} />
			</Frame>
		</>
	);
}

function PageAt({ pathname }: { pathname: string }) {
	const page = adminPageAt(pathname);
	if (!page) return <NotFound isSignedIn />;
	const { pattern, heading, lead, params, hasOwnHeading, Page } = page;
	return (
		// The key shows each page's own fallback instead of the previous page.
		<Suspense key={pattern} fallback={<Coming heading={heading} lead={lead} />}>
			{!hasOwnHeading && <AdminHeading lead={lead}>{heading}</AdminHeading>}
			<Page heading={heading} lead={lead} params={params} />
		</Suspense>
	);
}
