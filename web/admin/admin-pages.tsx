import './admin.css';
import { Suspense, useEffect, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link, useLocation } from 'react-router';
import { WAITING_WORK_COUNT_MAX } from '../../contract/limits.ts';
import { part } from '../lib/optional.ts';
import { useMay } from '../lib/staff-role.tsx';
import { useWindowEvent } from '../lib/use-window-event.ts';
import { isDialogOpen } from '../ui/dialog.tsx';
import { ChevronDownIcon, Icon } from '../ui/icons.tsx';
import { NotFound } from '../ui/not-found.tsx';
import { adminPageAt, adminPages, groups } from './pages.ts';
import { Coming, Frame } from './shell/opening.tsx';
import { EnvironmentBadge, WhoIAm } from './shell/who-and-where.tsx';
import { AdminHeading } from './ui/admin-heading.tsx';
import { useWaitingWork } from './use-waiting-work.ts';

const entries = adminPages.flatMap(({ nav, ...page }) => (nav ? [{ ...page, ...nav }] : []));
type Entry = (typeof entries)[number];

function Sidebar() {
	const may = useMay();
	const listId = useId();
	const { pathname } = useLocation();
	const [openedAt, setOpenedAt] = useState<string>();
	const isOpen = openedAt === pathname;
	const here = entryAt(pathname);
	const mine = entries.filter(({ needs = [undefined] }) => may(...needs));
	return (
		<nav
			aria-label="Admin area"
			className="border-line bg-card max-md:border-b md:sticky md:top-[4.0625rem] md:h-[calc(100dvh-4.0625rem)] md:overflow-y-auto md:border-e"
			onKeyDown={(event) => event.key === 'Escape' && setOpenedAt(undefined)}
		>
			<div className="flex items-center gap-2 pe-4 md:hidden">
				<button
					type="button"
					aria-expanded={isOpen}
					aria-controls={listId}
					onClick={() => setOpenedAt(isOpen ? undefined : pathname)}
					className="flex min-h-12 flex-1 items-center gap-2 px-4 text-start font-semibold"
				>
					<ChevronDownIcon className={`size-4 text-soft ${isOpen ? 'rotate-180' : ''}`} />
					<span>
						<span className="text-soft">Menu</span> · {here?.heading}
					</span>
				</button>
				<EnvironmentBadge />
			</div>
			<div
				id={listId}
				className={`flex-col gap-5 p-3 md:flex md:min-h-full md:py-5 ${isOpen ? 'flex' : 'max-md:hidden'}`}
			>
				{groups.map((group) => (
					<Group key={group} title={group} entries={mine.filter((entry) => entry.group === group)} here={here} />
				))}
				<div className="mt-auto border-t border-line px-3 pt-4">
					<div className="md:hidden">
						<WhoIAm />
					</div>
					<Link to="/earn" className="inline-flex min-h-11 items-center text-sm font-medium text-soft hover:text-ink">
						Back to the site
					</Link>
				</div>
			</div>
		</nav>
	);
}

function Group({ title, entries: own, here }: { title: string; entries: readonly Entry[]; here: Entry | undefined }) {
	const id = useId();
	const { waiting = [] } = useWaitingWork();
	if (own.length === 0) return null;
	return (
		<div>
			{title && (
				<p id={id} className="mb-1 px-3 text-xs font-semibold tracking-wide text-soft">
					{title}
				</p>
			)}
			<ul aria-labelledby={title ? id : undefined} className="grid gap-0.5">
				{own.map((entry) => (
					<SidebarEntry
						key={entry.pattern}
						entry={entry}
						isHere={entry === here}
						count={sumOf(waiting.filter(({ page }) => page === entry.pattern))}
					/>
				))}
			</ul>
		</div>
	);
}

type EntryProps = { entry: Entry; isHere: boolean; count: number };

function SidebarEntry({ entry: { heading, pattern, icon }, isHere, count }: EntryProps) {
	const id = useId();
	const shown = count >= WAITING_WORK_COUNT_MAX ? `${WAITING_WORK_COUNT_MAX - 1}+` : String(count);
	return (
		<li className="relative">
			<Link
				to={pattern}
				aria-current={isHere ? 'page' : undefined}
				aria-describedby={count > 0 ? id : undefined}
				className={`flex min-h-11 items-center gap-3 rounded-control px-3 text-sm font-medium md:min-h-9.5 ${isHere ? 'bg-tint text-accent' : 'text-ink hover:bg-sunken'}`}
			>
				<Icon className={`size-5 ${isHere ? '' : 'text-soft'}`}>
					<path d={icon} />
				</Icon>
				{heading}
			</Link>
			{count > 0 && (
				// Outside the link, so that the count is not part of its accessible name.
				<span
					id={id}
					className="pointer-events-none absolute inset-y-0 end-3 my-auto h-5.5 rounded-full bg-warn-tint px-2 text-xs leading-5.5 font-bold text-warn figures"
				>
					<span aria-hidden="true">{shown}</span>
					<span className="sr-only">{`${shown} waiting`}</span>
				</span>
			)}
		</li>
	);
}

function entryAt(pathname: string): Entry | undefined {
	const isUnder = ({ pattern }: Entry) => pattern !== '/admin' && pathname.toLowerCase().startsWith(pattern);
	return entries.find(isUnder) ?? entries[0];
}

function sumOf(waiting: readonly { count: number }[]): number {
	return waiting.reduce((sum, { count }) => sum + count, 0);
}

const SearchDialog = part(() => import('./search/search-dialog.tsx'), 'SearchDialog');

function SearchButton() {
	const [isOpen, setOpen] = useState<boolean>();
	useWindowEvent('keydown', (event) => {
		const isShortcut = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
		if (!isShortcut || event.key.toLowerCase() !== 'k' || isDialogOpen()) return;
		event.preventDefault();
		setOpen(true);
	});
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

const ROWS = 'table[role=table] > tbody > tr';

const boxIn = (row: Element | null | undefined) => row?.querySelector<HTMLInputElement>('input[type=checkbox]');

/** `j` and `k` move, `x` selects the row, Shift and an arrow key select a range, Enter opens the row. Inactive while another control has the focus. */
function useTableKeys(): void {
	useWindowEvent('keydown', (event) => {
		if (event.ctrlKey || event.metaKey || event.altKey || isDialogOpen()) return;
		const focused = document.activeElement as HTMLElement | null;
		const row = focused?.closest<HTMLElement>(ROWS);
		const isFree = !focused || focused === document.body || focused.matches('main') || focused === row;
		const isOnLink = row && focused?.matches('a, input[type=checkbox]');
		if (!isFree && !isOnLink) return;
		if (row && event.shiftKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
			const next = event.key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling;
			const box = boxIn(row);
			if (!box || !next) return;
			if (!box.checked) box.click();
			(next as HTMLElement).focus();
			boxIn(next)?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: true }));
		} else if (event.key === 'j' || event.key === 'k') {
			const scope = row?.closest('tbody') ?? document.querySelector('main');
			const rows = [...(scope?.querySelectorAll<HTMLElement>(row ? 'tr' : ROWS) ?? [])];
			const at = row ? rows.indexOf(row) + (event.key === 'j' ? 1 : -1) : 0;
			rows[at]?.focus();
			rows[at]?.scrollIntoView({ block: 'nearest' });
		} else if (event.key === 'x') boxIn(row)?.click();
		else if (event.key === 'Enter' && focused === row) row?.querySelector<HTMLElement>('a[href]')?.click();
		else return;
		event.preventDefault();
	});
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
			{!hasOwnHeading && <AdminHeading lead={lead}>{heading}</AdminHeading>}
			<Page heading={heading} lead={lead} params={params} />
		</Suspense>
	);
}
