import { Link, useLocation } from 'react-router';
import { LiveBalance } from '../profiles/live-balance.tsx';
import { UserMenu } from './user-menu.tsx';

/** The signed-in person's end of the header. */
export function Account() {
	const { pathname } = useLocation();
	return (
		<>
			{/* A phone has no room beside the balance; there it is in the menu. */}
			<Link
				to="/earn"
				aria-current={pathname === '/earn' ? 'page' : undefined}
				className="inline-flex min-h-11 items-center rounded-control px-3 text-sm font-semibold text-soft hover:text-ink aria-[current]:text-ink max-sm:hidden"
			>
				Earn
			</Link>
			<LiveBalance />
			<UserMenu />
		</>
	);
}
