import { lazy, type ReactNode, Suspense, type ToggleEvent, useEffect, useId, useRef, useState } from 'react';
import type { CallResult } from '../../contract/calls.ts';
import { UNREAD_COUNT_MAX } from '../../contract/limits.ts';
import { useCall, useDataClient } from '../lib/calls/clients.tsx';
import { m } from '../texts/messages.js';
import { BellIcon, Skeleton } from '../ui/basics.tsx';
import { followNotices } from './follow-notices.ts';

type Shown = { notices?: CallResult<'getNotices'>; error?: unknown };

function useNotices() {
	const call = useCall();
	const data = useDataClient();
	const [{ notices, error }, setShown] = useState<Shown>({});
	const load = useRef(() => {});

	useEffect(() => {
		if (!data) return;
		const followed = followNotices(call, data, (loaded) =>
			setShown((before) => ('notices' in loaded ? loaded : { ...before, ...loaded })),
		);
		load.current = followed.load;
		return () => {
			followed.stop();
			load.current = () => {};
			setShown({});
		};
	}, [call, data]);

	const newest = notices?.items[0];
	return {
		items: notices?.items,
		unread: notices?.unread ?? 0,
		error,
		retry: () => load.current(),
		markRead() {
			if (!newest || notices.unread === 0 || data?.isEnding.get()) return;
			call('markNoticesRead', { upTo: newest.id }).then(
				() => load.current(),
				() => {},
			);
		},
	};
}

const NoticeList = lazy(() => import('./notice-list.tsx').then(({ NoticeList }) => ({ default: NoticeList })));

export type NoticesDoor = { popoverId: string; label: string; unread: number };

/** Phones have no room for the bell, so `children` renders the button in the account menu. */
export function Bell({ children }: { children: (door: NoticesDoor) => ReactNode }) {
	const popoverId = useId();
	const titleId = useId();
	const { items, unread, error, retry, markRead } = useNotices();
	const [isWanted, setIsWanted] = useState(false);
	const count = unread >= UNREAD_COUNT_MAX ? `${UNREAD_COUNT_MAX - 1}+` : String(unread);
	const label = unread > 0 ? m.notices_title_with_unread({ count }) : m.notices_title();

	function onToggle({ newState }: ToggleEvent): void {
		setIsWanted(true);
		// Marks notices as read on closing, so that new ones stay marked while the user reads them.
		if (newState === 'closed') markRead();
	}

	return (
		<>
			<button
				type="button"
				popoverTarget={popoverId}
				aria-label={label}
				className="relative grid size-11 place-items-center rounded-full text-soft hover:text-ink max-sm:hidden"
			>
				<BellIcon className="size-5" />
				{unread > 0 && (
					<span
						aria-hidden="true"
						className="absolute top-1 end-0 min-w-5 rounded-full bg-accent px-1 text-center text-xs leading-5 font-bold text-on-accent figures"
					>
						{count}
					</span>
				)}
			</button>
			<section
				id={popoverId}
				popover="auto"
				aria-labelledby={titleId}
				onToggle={onToggle}
				className="pop inset-auto top-[4.25rem] end-[max(1rem,calc((100%-var(--page))/2+1.5rem))] m-0 max-h-[calc(100dvh-6rem)] w-[min(24rem,calc(100%-2rem))] overflow-y-auto rounded-control border border-line bg-card p-1.5 text-ink floating"
			>
				<h2 id={titleId} className="px-3 pt-2 font-bold">
					{m.notices_title()}
				</h2>
				{isWanted && (
					<Suspense fallback={<Skeleton className="m-3 h-4 w-48" />}>
						<NoticeList items={items} error={error} onRetry={retry} />
					</Suspense>
				)}
			</section>
			{children({ popoverId, label, unread })}
		</>
	);
}
