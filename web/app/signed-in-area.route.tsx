import { Navigate, Outlet, useLocation } from 'react-router';
import { UsernameDialogOpener } from '../accounts/profile/username-dialog-opener.tsx';
import { isAgeUnknown } from '../accounts/session/age-unknown.ts';
import { decideEntry } from '../accounts/session/guard.ts';
import { useAuth } from '../accounts/session/session-context.tsx';
import { useUserDocument } from '../lib/calls/clients.tsx';
import { OfflineBar } from './offline-bar.tsx';
import { SigningIn, Unreachable } from './waiting.tsx';

export default function SignedInArea() {
	const auth = useAuth();
	const { pathname } = useLocation();
	const entry = decideEntry(auth, pathname);
	if (entry.kind === 'redirect') return <Navigate to={entry.to} replace />;
	if (entry.kind === 'unreachable') return <Unreachable />;
	if (auth.kind !== 'signed-in') return <SigningIn />;
	// The key forgets one person's pages before the next one's are shown.
	return <SignedInPages key={auth.uid} />;
}

function SignedInPages() {
	const user = useUserDocument();
	const { pathname } = useLocation();
	if (isAgeUnknown(user)) return <Navigate to={`/sign-up?step=age&next=${pathname}`} replace />;
	return (
		<>
			{/* First, because effects run in order and the page may want the dialog at once. */}
			<UsernameDialogOpener />
			<Outlet />
			<OfflineBar />
		</>
	);
}
