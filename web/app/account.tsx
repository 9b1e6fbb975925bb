import { Link, useLocation } from 'react-router';
import { LiveBalance } from '../accounts/profile/live-balance.tsx';
import { Bell } from '../notices/bell.tsx';
import { m } from '../texts/messages.js';
import { UserMenu } from './user-menu.tsx';

export function Account() {
	const isHere = useLocation().pathname === '/earn';
	return (
		<>
			{/* A phone has no room beside the balance; there it is in the menu. */}
			<Link
				to="/earn"
				aria-current={isHere ? 'page' : undefined}
				className={`inline-flex min-h-11 items-center px-3 text-sm font-semibold hover:text-ink max-sm:hidden ${isHere ? 'text-ink' : 'text-soft'}`}
			>
				{m.common_earn()}
			</Link>
			<LiveBalance />
			<Bell>{(notices) => <UserMenu notices={notices} />}</Bell>
		</>
	);
}
