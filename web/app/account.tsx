import { LiveBalance } from '../accounts/profile/live-balance.tsx';
import { Bell } from '../notices/bell.tsx';
import { UserMenu } from './user-menu.tsx';

/** @param hasBalance whether what is earned belongs here: not where others' money is looked after. */
export function Account({ hasBalance }: { hasBalance: boolean }) {
	return (
		<>
			{hasBalance && <LiveBalance />}
			<Bell>{(notices) => <UserMenu notices={notices} />}</Bell>
		</>
	);
}
