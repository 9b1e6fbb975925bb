import { LiveBalance } from '../profiles/live-balance.tsx';
import { UserMenu } from './user-menu.tsx';

/** The signed-in person's end of the header. */
export function Account() {
	return (
		<>
			<LiveBalance />
			<UserMenu />
		</>
	);
}
