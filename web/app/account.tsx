import { Suspense, type ToggleEvent, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { CallResult } from '../../contract/calls.ts';
import { ADMIN_ROLE, UNREAD_COUNT_MAX } from '../../contract/limits.ts';
import { useSignOut } from '../accounts/session/use-sign-out.ts';
import { useCall, useConnectivity, useDataClient, useUserDocument } from '../lib/calls/clients.tsx';
import { formatAmount } from '../lib/format/formats.ts';
import { part } from '../lib/optional.ts';
import { followNotices } from '../notices/follow-notices.ts';
import { m } from '../texts/messages.js';
import { Avatar, initials } from '../ui/avatar.tsx';
import { Skeleton } from '../ui/basics.tsx';
import { BellIcon } from '../ui/icons.tsx';
import { switchTheme } from '../ui/theme-switch.tsx';

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

const NoticeList = part(() => import('../notices/notice-list.tsx'), 'NoticeList');

function Bell() {
	const popoverId = useId();
	const titleId = useId();
	const { items, unread, error, retry, markRead } = useNotices();
	const [isWanted, setIsWanted] = useState(false);
	const count = unread >= UNREAD_COUNT_MAX ? `${UNREAD_COUNT_MAX - 1}+` : String(unread);

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
				aria-label={unread > 0 ? m.notices_title_with_unread({ count }) : m.notices_title()}
				className="relative grid size-11 place-items-center rounded-full text-soft hover:text-ink"
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
		</>
	);
}

function LiveBalance() {
	const user = useUserDocument();
	const isOffline = useConnectivity() === 'Offline';
	const isBelowZero = user.kind === 'ready' && user.document.robux < 0;
	return (
		<Link
			to="/withdraw"
			title={isOffline ? m.profile_offline_this_is_the_last() : undefined}
			className={`figures min-w-24 rounded-full px-2 py-1.5 sm:px-3 text-center text-sm font-semibold whitespace-nowrap max-[22rem]:hidden ${isOffline ? 'bg-sunken text-soft' : isBelowZero ? 'bg-danger-tint text-danger' : 'bg-tint text-accent hover:text-accent-strong'}`}
		>
			<span className="sr-only">{m.common_balance()}</span>{' '}
			<span role="status">
				{user.kind === 'ready' ? (
					formatAmount(user.document.robux)
				) : user.kind === 'loading' ? (
					<Skeleton className="h-4 w-16" />
				) : (
					'-'
				)}
			</span>
			{isOffline && <span className="sr-only"> {m.profile_offline()}</span>}
		</Link>
	);
}

const itemLook =
	'flex min-h-11 w-full items-center rounded-lg px-3 text-start font-medium hover:bg-sunken focus-visible:bg-sunken';

function UserMenu() {
	const menuId = useId();
	const menu = useRef<HTMLDivElement>(null);
	const signOut = useSignOut();
	const user = useUserDocument();
	const {
		roblox_username: username,
		avatar_url: avatarUrl,
		role,
	} = user.kind === 'ready' ? user.document : { roblox_username: null, avatar_url: null, role: null };
	const close = () => menu.current?.hidePopover();

	return (
		<>
			<button
				type="button"
				popoverTarget={menuId}
				aria-label={m.app_account_menu({ initials: initials(username) })}
				className="grid size-11 place-items-center rounded-full"
			>
				<Avatar src={avatarUrl} username={username} className="size-9 border border-line text-sm" />
			</button>
			<div
				ref={menu}
				id={menuId}
				popover="auto"
				className="pop inset-auto top-[4.25rem] end-[max(1rem,calc((100%-var(--page))/2+1.5rem))] m-0 w-56 rounded-control border border-line bg-card p-1.5 text-ink floating"
			>
				<nav aria-label={m.common_account()}>
					{role === ADMIN_ROLE && (
						<Link to="/admin" onClick={close} className={itemLook}>
							{m.app_admin_panel()}
						</Link>
					)}
					<Link to="/offer-history" onClick={close} className={itemLook}>
						{m.common_offer_history()}
					</Link>
					<Link to="/withdraw-history" onClick={close} className={itemLook}>
						{m.common_withdraw_history()}
					</Link>
				</nav>
				<div className="mt-1.5 border-t border-line pt-2">
					<button type="button" onClick={switchTheme} className={`${itemLook} sm:hidden`}>
						{m.common_switch_between_light_and_dark()}
					</button>
					<button
						type="button"
						onClick={() => {
							close();
							void signOut();
						}}
						className={itemLook}
					>
						{m.common_sign_out()}
					</button>
				</div>
			</div>
		</>
	);
}

export function Account({ hasBalance }: { hasBalance: boolean }) {
	return (
		<>
			{hasBalance && <LiveBalance />}
			<Bell />
			<UserMenu />
		</>
	);
}
