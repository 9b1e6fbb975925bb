import { lazy, Suspense, useRef } from 'react';
import { Navigate, Outlet, useLocation, useMatches } from 'react-router';
import { UsernameDialogOpener } from '../accounts/profile/username-dialog-opener.tsx';
import { isAddressUnconfirmed, isAgeUnknown } from '../accounts/session/age-unknown.ts';
import { decideEntry } from '../accounts/session/guard.ts';
import { useAuth } from '../accounts/session/session-context.tsx';
import { KeepLastUser, useUserDocument } from '../lib/calls/clients.tsx';
import { ServiceEndNotice } from '../ui/service-end/service-end-notice.tsx';
import { OfflineBar } from './offline-bar.tsx';
import { Queries } from './queries.tsx';
import { SigningIn, Unreachable } from './waiting.tsx';

const AgreementNotice = lazy(() =>
	import('./notices/agreement-notice.tsx').then(({ AgreementNotice }) => ({ default: AgreementNotice })),
);

export default function SignedInArea() {
	const auth = useAuth();
	const { pathname } = useLocation();
	const lastUid = useLastUid();
	const entry = decideEntry(auth, pathname);
	if (entry.kind === 'redirect' && lastUid === undefined) return <Navigate to={entry.to} replace />;
	if (entry.kind === 'unreachable') return <Unreachable />;
	const uid = auth.kind === 'signed-in' ? auth.uid : lastUid;
	if (uid === undefined) return <SigningIn />;
	return (
		<KeepLastUser>
			{/* The key drops the previous user's page state. */}
			<SignedInPages key={uid} />
		</KeepLastUser>
	);
}

/** Returns the user whose session ended while a page with `staysOpen` was open (`docs/decisions/12-withdrawal-form.md`). */
function useLastUid(): string | undefined {
	const auth = useAuth();
	const { key } = useLocation();
	const opened = useRef<{ uid: string; key: string }>(undefined);
	const staysOpen = useMatches().some(({ handle }) => (handle as { staysOpen?: boolean } | undefined)?.staysOpen);
	if (auth.kind === 'signed-in') opened.current = { uid: auth.uid, key };
	const hasEnded = auth.kind === 'guest' && auth.farewell?.kind === 'ended';
	return staysOpen && hasEnded && opened.current?.key === key ? opened.current.uid : undefined;
}

function SignedInPages() {
	const user = useUserDocument();
	const { pathname } = useLocation();
	if (isAgeUnknown(user)) return <Navigate to={`/sign-up?step=age&next=${pathname}`} replace />;
	if (isAddressUnconfirmed(user)) return <Navigate to="/verify-email" replace />;
	return (
		<>
			{/* Comes first, because effects run in order and the page's effects may open this dialog. */}
			<UsernameDialogOpener />
			<ServiceEndNotice />
			{user.kind === 'ready' && user.document.to_agree && (
				<Suspense>
					<AgreementNotice toAgree={user.document.to_agree} />
				</Suspense>
			)}
			{/* Old balances, histories and claims are never shown. */}
			<Queries gcTime={0}>
				<Outlet />
			</Queries>
			<OfflineBar />
		</>
	);
}
