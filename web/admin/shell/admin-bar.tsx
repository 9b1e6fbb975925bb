import { lazy, Suspense, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '../../ui/basics.tsx';
import { isDialogOpen } from '../../ui/dialog.tsx';
import { EnvironmentBadge, WhoIAm } from './who-and-where.tsx';

const SearchDialog = lazy(() =>
	import('../search/search-dialog.tsx').then(({ SearchDialog }) => ({ default: SearchDialog })),
);

function SearchButton() {
	const [isOpen, setOpen] = useState<boolean>();
	useEffect(() => {
		function press(event: KeyboardEvent): void {
			const isShortcut = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
			if (!isShortcut || event.key.toLowerCase() !== 'k' || isDialogOpen()) return;
			event.preventDefault();
			setOpen(true);
		}
		addEventListener('keydown', press);
		return () => removeEventListener('keydown', press);
	}, []);
	return (
		<>
			<button
				type="button"
				aria-keyshortcuts="Control+K Meta+K"
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

export function AdminBar() {
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
