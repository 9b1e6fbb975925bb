import { Outlet } from 'react-router';
import { OwnAccountProvider } from '../accounts/account/own-account.tsx';
import { RecentSignInProvider } from '../accounts/session/recent-sign-in.tsx';

/** Pages on which something is done that wants a sign-in of the last minutes. */
export default function OwnAccountArea() {
	return (
		<OwnAccountProvider>
			<RecentSignInProvider>
				<Outlet />
			</RecentSignInProvider>
		</OwnAccountProvider>
	);
}
