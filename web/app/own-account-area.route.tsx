import { Outlet } from 'react-router';
import { OwnAccountProvider } from '../accounts/account/own-account.tsx';
import { RecentSignInProvider } from '../accounts/session/recent-sign-in.tsx';

export default function OwnAccountArea() {
	return (
		<OwnAccountProvider>
			<RecentSignInProvider>
				<Outlet />
			</RecentSignInProvider>
		</OwnAccountProvider>
	);
}
