import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { CallResult } from '../../../contract/calls.ts';
import { SEARCH_LENGTH_MAX } from '../../../contract/limits.ts';
import { attempt } from '../../lib/attempt.ts';
import { messageOf } from '../../lib/calls/refusal.ts';
import { useCallQuery } from '../../lib/calls/use-call-query.ts';
import { SESSION_KEY_PREFIX } from '../../lib/session-storage.ts';
import { useMay } from '../../lib/staff-role.tsx';
import { Badge, controlLook } from '../../ui/basics.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { adminPages } from '../pages.ts';
import { anchorOf, settingGroups } from '../settings/setting-groups.ts';
import { RetryNotice, useAdminQuery } from '../use-admin-query.tsx';

type Item = CallResult<'adminSearch'>['items'][number];
type Found = Omit<Item, 'kind'> & { kind: Item['kind'] | 'page' | 'wall' | 'setting' };

const KEY = `${SESSION_KEY_PREFIX}recent-finds`;
const STORED_MAX = 6;

function recentFinds(): Found[] {
	const stored: unknown = attempt(() => JSON.parse(localStorage.getItem(KEY) ?? '[]'));
	return Array.isArray(stored) ? stored.filter(isFound) : [];
}

function keepFind(found: Found): void {
	const others = recentFinds().filter(({ path }) => path !== found.path);
	attempt(() => localStorage.setItem(KEY, JSON.stringify([found, ...others].slice(0, STORED_MAX))));
}

function isFound(stored: Partial<Found> | null): stored is Found {
	return typeof stored?.title === 'string' && typeof stored.path === 'string' && /^\/admin(\/|$)/.test(stored.path);
}

const nothingText = 'No results. Search looks at the start of names, emails and IDs.';
const countText = (count: number) => (count === 1 ? '1 result' : `${count} results`);
const kinds = {
	user: 'User',
	withdrawal: 'Withdrawal',
	transaction: 'Transaction',
	claim: 'Claim',
	thread: 'Thread',
	address: 'Address',
	page: 'Page',
	wall: 'Offerwall',
	setting: 'Setting',
} satisfies Record<Found['kind'], string>;

const TYPING_MS = 120;

type SearchDialogProps = { isOpen: boolean; onClose: () => void };

export function SearchDialog({ isOpen, onClose }: SearchDialogProps) {
	return (
		<Dialog isOpen={isOpen} title="Search" onClose={onClose}>
			{isOpen && <Search onClose={onClose} />}
		</Dialog>
	);
}

function Search({ onClose }: Pick<SearchDialogProps, 'onClose'>) {
	const id = useId();
	const navigate = useNavigate();
	const input = useRef<HTMLInputElement>(null);
	const [typed, setTyped] = useState('');
	const [recent] = useState(recentFinds);
	const { items, isLoading, error, retry } = useFound(typed.trim());
	const shown = typed.trim() ? items : recent;
	const [marked, setMarked] = useState(0);
	const [isEntered, setEntered] = useState(false);
	const optionId = (index: number) => `${id}-${index}`;
	// The dialog opens before its field exists, so the browser cannot focus it.
	useEffect(() => input.current?.focus(), []);

	function open(found: Found): void {
		keepFind(found);
		onClose();
		navigate(found.path);
	}

	function press(event: KeyboardEvent): void {
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		if (step && shown?.length) {
			event.preventDefault();
			const next = (marked + step + shown.length) % shown.length;
			setMarked(next);
			document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
		}
		if (event.key === 'Enter') setEntered(true);
	}

	// Enter pressed before the response waits for it, instead of opening an outdated result.
	useEffect(() => {
		if (!isEntered || isLoading) return;
		setEntered(false);
		const chosen = shown?.[marked];
		if (chosen) open(chosen);
	});

	return (
		<div className="search mt-4">
			<input
				ref={input}
				role="combobox"
				aria-label="Search"
				aria-expanded={Boolean(shown?.length)}
				aria-controls={`${id}-list`}
				aria-autocomplete="list"
				aria-activedescendant={shown?.[marked] && optionId(marked)}
				aria-describedby={`${id}-hint`}
				autoComplete="off"
				spellCheck={false}
				maxLength={SEARCH_LENGTH_MAX}
				value={typed}
				onChange={({ target }) => {
					setTyped(target.value);
					setMarked(0);
					setEntered(false);
				}}
				onKeyDown={press}
				className={controlLook}
			/>
			<p id={`${id}-hint`} className="mt-1.5 text-sm text-soft">
				Email, name, game username, user ID, order ID, transaction, claim, IP address, offerwall, setting or page of
				this area.
			</p>
			<p role="status" className="sr-only">
				{typed.trim() && items && !isLoading && (items.length === 0 ? nothingText : countText(items.length))}
			</p>
			{error ? (
				<div className="mt-4">
					<RetryNotice error={messageOf(error, "Couldn't load results.")} onRetry={retry} />
				</div>
			) : (
				<>
					{!typed.trim() && recent.length > 0 && <p className="mt-4 text-xs font-semibold text-soft">Recent</p>}
					{shown?.length === 0 && typed.trim() && <p className="mt-4 py-3 text-soft">{nothingText}</p>}
					<div
						id={`${id}-list`}
						role="listbox"
						aria-label={typed.trim() ? 'Results' : 'Recent'}
						aria-busy={isLoading}
						className="-mx-3 mt-2 max-h-[50dvh] overflow-y-auto"
					>
						{shown?.map((found, index) => (
							<Option
								key={`${found.kind} ${found.id} ${found.path}`}
								id={optionId(index)}
								found={isLoading ? found : withReason(found, typed.trim().toLowerCase())}
								isMarked={index === marked}
								onMark={() => setMarked(index)}
								onOpen={() => open(found)}
							/>
						))}
					</div>
				</>
			)}
		</div>
	);
}

function withReason(found: Found, typed: string): Found {
	if (`${found.title}\n${found.subtitle}`.toLowerCase().includes(typed)) return found;
	const [id, start] = [found.id, typed].map((text) => text.toLowerCase().replaceAll('-', '')) as [string, string];
	const why = id.startsWith(start) ? `ID ${found.id}` : 'Matches another ID';
	return { ...found, subtitle: [found.subtitle, why].filter(Boolean).join(' · ') };
}

type OptionProps = { id: string; found: Found; isMarked: boolean; onMark: () => void; onOpen: () => void };

function Option({ id, found: { kind, title, subtitle }, isMarked, onMark, onOpen }: OptionProps) {
	return (
		// biome-ignore lint/a11y/useKeyWithClickEvents: see above
		<div
			id={id}
			role="option"
			aria-selected={isMarked}
			tabIndex={-1}
			onMouseMove={onMark}
			onClick={onOpen}
			className={`flex min-h-13 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 ${isMarked ? 'bg-sunken' : ''}`}
		>
			<span className="min-w-0 flex-1">
				<span className="block truncate font-medium">{title}</span>
				<span className="block text-sm text-soft [overflow-wrap:anywhere]">{subtitle}</span>
			</span>
			<Badge tone="plain">{kinds[kind]}</Badge>
		</div>
	);
}

const settings = Object.entries(settingGroups).flatMap(([subtitle, labels]) =>
	Object.entries(labels).map(
		([id, title]): Found => ({ kind: 'setting', id, title, subtitle, path: `/admin/settings#${anchorOf(subtitle)}` }),
	),
);

function usePlaces(typed: string): Found[] {
	const may = useMay();
	const { data: walls = [] } = useAdminQuery('adminGetOfferwalls', null, { failed: '' });
	const pages = adminPages.flatMap(
		({ pattern: path, heading: title, lead: subtitle = '', nav, needs = [undefined] }) =>
			nav && may(...needs) ? [{ kind: 'page' as const, id: title, title, subtitle, path }] : [],
	);
	const toWall = ({ id, name: title, partnerName }: CallResult<'adminGetOfferwalls'>[number]): Found => {
		return { kind: 'wall', id, title, subtitle: `${id} · ${partnerName}`, path: `/admin/offerwalls/${id}` };
	};
	const startsWord = ({ kind, id, title }: Found) =>
		` ${title} ${kind === 'wall' ? id : ''}`.toLowerCase().includes(` ${typed.toLowerCase()}`);
	return [...pages, ...walls.map(toWall), ...settings].filter(startsWord);
}

function useFound(typed: string) {
	const [query, setQuery] = useState(typed);
	useEffect(() => {
		const timer = setTimeout(() => setQuery(typed), TYPING_MS);
		return () => clearTimeout(timer);
	}, [typed]);
	const { data, error, isPlaceholderData, isFetching, refetch } = useCallQuery(
		'adminSearch',
		{ query },
		{ queryKey: ['admin', 'search', query], enabled: query !== '', placeholderData: (before) => before },
	);
	const isLoading = query !== typed || isPlaceholderData || (isFetching && !data);
	const places = usePlaces(query);
	const items: Found[] | undefined = query === '' ? undefined : data && [...data.items, ...places];
	return { items, isLoading, error, retry: refetch };
}
