import './admin.css';
import { Suspense, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'react-router';
import { part } from '../lib/optional.ts';
import { useWindowEvent } from '../lib/use-window-event.ts';
import { isDialogOpen } from '../ui/dialog.tsx';
import { Icon } from '../ui/icons.tsx';
import { NotFound } from '../ui/not-found.tsx';
import { adminPageAt } from './pages.ts';
import { Coming, Frame } from './shell/opening.tsx';
import { Sidebar } from './shell/sidebar.tsx';
import { EnvironmentBadge, WhoIAm } from './shell/who-and-where.tsx';
import { AdminHeading } from './ui/admin-heading.tsx';
import { useTableKeys } from './ui/tables/use-table-keys.ts';

const SearchDialog = part(() => import('./search/search-dialog.tsx'), 'SearchDialog');

function SearchButton() {
	const [isOpen, setOpen] = useState<boolean>();
	useWindowEvent('keydown', (event) => {
		const isShortcut = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
		const isSlash = event.key === '/' && !(event.target as Element).matches?.('input, select, textarea');
		if (!(isSlash || (isShortcut && event.key.toLowerCase() === 'k')) || isDialogOpen()) return;
		event.preventDefault();
		setOpen(true);
	});
	return (
		<>
			<button
				type="button"
				aria-keyshortcuts="Control+K Meta+K /"
				onClick={() => setOpen(true)}
				className="flex min-h-11 items-center gap-3 text-soft hover:text-ink max-sm:px-3 sm:w-full sm:max-w-lg sm:rounded-control sm:border sm:border-edge sm:bg-card sm:px-3.5 sm:text-sm"
			>
				<Icon>
					<path d="M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM20 20l-4-4" />
				</Icon>
				<span className="flex-1 text-start max-sm:sr-only">Search</span>
				<span aria-hidden="true" className="rounded border border-line px-1.5 text-xs max-md:hidden">
					{/Mac|iP/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'}
				</span>
			</button>
			{isOpen !== undefined && (
				<Suspense>
					<SearchDialog isOpen={isOpen} onClose={() => setOpen(false)} />
				</Suspense>
			)}
		</>
	);
}

const ROOM = 'admin-bar';

function AdminBar() {
	const [room, setRoom] = useState<HTMLElement | null>(null);
	useEffect(() => setRoom(document.getElementById(ROOM)), []);
	return room && createPortal(<Bar />, room);
}

function Bar() {
	return (
		<div lang="en" dir="ltr" className="flex min-h-11 items-center justify-end gap-4">
			<span className="flex min-w-0 sm:flex-1 md:ps-14">
				<SearchButton />
			</span>
			<span className="max-md:hidden">
				<EnvironmentBadge />
			</span>
			<span className="min-w-0 max-w-56 border-s border-line ps-4 max-md:hidden">
				<WhoIAm />
			</span>
		</div>
	);
}

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
			{!hasOwnHeading && <AdminHeading heading={heading} lead={lead} />}
			<Page heading={heading} lead={lead} params={params} />
		</Suspense>
	);
}
