import { useId, useRef } from 'react';
import { Link } from 'react-router';
import { ADMIN_ROLE } from '../../contract/limits.ts';
import { useSignOut } from '../identity/use-sign-out.ts';
import { useUserDocument } from '../lib/clients.tsx';
import { Avatar, initials } from '../ui/avatar.tsx';

const itemLook =
	'flex min-h-11 w-full items-center rounded-lg px-3 text-left font-medium hover:bg-sunken focus-visible:bg-sunken';

/** The browser closes the popover on an outside click and on Escape, and gives the focus back. */
export function UserMenu() {
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
				aria-label={`${initials(username)}, account menu`}
				className="grid size-11 place-items-center rounded-full"
			>
				<Avatar src={avatarUrl} username={username} className="size-9 border border-line text-sm" />
			</button>
			<div
				ref={menu}
				id={menuId}
				popover="auto"
				className="pop inset-auto top-[4.25rem] right-[max(1rem,calc((100vw-var(--page))/2+1.5rem))] m-0 w-56 rounded-control border border-line bg-card p-1.5 text-ink floating"
			>
				<nav aria-label="Account">
					{role === ADMIN_ROLE && (
						<Link to="/admin" onClick={close} className={itemLook}>
							Admin Panel
						</Link>
					)}
					<Link to="/offer-history" onClick={close} className={itemLook}>
						Offer History
					</Link>
					<Link to="/withdraw-history" onClick={close} className={itemLook}>
						Withdraw History
					</Link>
					<Link to="/earn" onClick={close} className={itemLook}>
						Earn
					</Link>
					<Link to="/account" onClick={close} className={itemLook}>
						Account
					</Link>
				</nav>
				<button
					type="button"
					onClick={() => {
						close();
						void signOut();
					}}
					className={`${itemLook} mt-1.5 border-t border-line`}
				>
					Sign out
				</button>
			</div>
		</>
	);
}
