import { Outlet } from 'react-router';
import { OwnAccountProvider } from '../identity/own-account.tsx';
import { RecentSignInProvider } from '../identity/recent-sign-in.tsx';

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
