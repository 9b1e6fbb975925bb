import { LiveBalance } from '../accounts/profile/live-balance.tsx';
import { Bell } from '../notices/bell.tsx';
import { UserMenu } from './user-menu.tsx';

export function Account({ hasBalance }: { hasBalance: boolean }) {
	return (
		<>
			{hasBalance && <LiveBalance />}
			<Bell>{(notices) => <UserMenu notices={notices} />}</Bell>
		</>
	);
}
