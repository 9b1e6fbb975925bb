import { useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { WAITING_WORK_COUNT_MAX } from '../../../contract/limits.ts';
import { useMay } from '../../lib/staff-role.tsx';
import { ChevronDownIcon, Icon } from '../../ui/icons.tsx';
import { adminPages, groups } from '../pages.ts';
import { useWaitingWork } from '../use-waiting-work.ts';
import { EnvironmentBadge, WhoIAm } from './who-and-where.tsx';

const entries = adminPages.flatMap(({ nav, ...page }) => (nav ? [{ ...page, ...nav }] : []));
type Entry = (typeof entries)[number];

export function Sidebar() {
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
	const waitingAt = (pattern: string) =>
		waiting.reduce((sum, { page, count }) => sum + (page === pattern ? count : 0), 0);
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
					<SidebarEntry key={entry.pattern} entry={entry} isHere={entry === here} count={waitingAt(entry.pattern)} />
				))}
			</ul>
		</div>
	);
}

const MARGIN_PX = 24;

type EntryProps = { entry: Entry; isHere: boolean; count: number };

function SidebarEntry({ entry: { heading, pattern, icon }, isHere, count }: EntryProps) {
	const id = useId();
	const link = useRef<HTMLAnchorElement>(null);
	// `scrollIntoView` would also scroll the page.
	useEffect(() => {
		const nav = link.current?.closest('nav');
		const belowPx = (link.current?.getBoundingClientRect().bottom ?? 0) - innerHeight;
		if (isHere && nav && belowPx > 0) nav.scrollTop += belowPx + MARGIN_PX;
	}, [isHere]);
	const shown = count >= WAITING_WORK_COUNT_MAX ? `${WAITING_WORK_COUNT_MAX - 1}+` : String(count);
	return (
		<li className="relative">
			<Link
				to={pattern}
				ref={link}
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
