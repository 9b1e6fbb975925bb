import { useId, useRef } from 'react';
import { Link } from 'react-router';
import { ADMIN_ROLE } from '../../contract/limits.ts';
import { useSignOut } from '../accounts/session/use-sign-out.ts';
import { useConnectivity, useUserDocument } from '../lib/calls/clients.tsx';
import { formatAmount } from '../lib/format/formats.ts';
import { Bell, type NoticesDoor } from '../notices/bell.tsx';
import { m } from '../texts/messages.js';
import { Avatar, initials } from '../ui/avatar.tsx';
import { Skeleton } from '../ui/basics.tsx';

export function LiveBalance() {
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

export function UserMenu({ notices }: { notices: NoticesDoor }) {
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
				className="relative grid size-11 place-items-center rounded-full"
			>
				<Avatar src={avatarUrl} username={username} className="size-9 border border-line text-sm" />
				{notices.unread > 0 && (
					<span aria-hidden="true" className="absolute top-1 end-1 size-3 rounded-full bg-accent sm:hidden" />
				)}
			</button>
			<div
				ref={menu}
				id={menuId}
				popover="auto"
				className="pop inset-auto top-[4.25rem] end-[max(1rem,calc((100%-var(--page))/2+1.5rem))] m-0 w-56 rounded-control border border-line bg-card p-1.5 text-ink floating"
			>
				<button type="button" popoverTarget={notices.popoverId} onClick={close} className={`${itemLook} sm:hidden`}>
					{notices.label}
				</button>
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
			<Bell>{(notices) => <UserMenu notices={notices} />}</Bell>
		</>
	);
}
