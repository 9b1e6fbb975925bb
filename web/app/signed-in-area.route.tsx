import { Suspense, useEffect, useRef, useState } from 'react';
import { Navigate, Outlet, useLocation, useMatches } from 'react-router';
import { isAddressUnconfirmed, isAgeUnknown } from '../accounts/session/age-unknown.ts';
import { decideEntry } from '../accounts/session/guard.ts';
import { useAuth } from '../accounts/session/session-context.tsx';
import { onApplicationEvent } from '../lib/application-events.ts';
import { KeepLastUser, useConnectivity, useUserDocument } from '../lib/calls/clients.tsx';
import { part } from '../lib/optional.ts';
import { m } from '../texts/messages.js';
import { ServiceEndNotice } from '../ui/service-end/service-end-notice.tsx';
import { Queries } from './queries.tsx';
import { SigningIn, Unreachable } from './waiting.tsx';

const UsernameDialog = part(() => import('../accounts/profile/username-dialog.tsx'), 'UsernameDialog');

function UsernameDialogOpener() {
	const [dialog, setDialog] = useState<'never-wanted' | 'open' | 'proof' | 'closed'>('never-wanted');
	useEffect(() => onApplicationEvent('username-wanted', () => setDialog('open')), []);
	useEffect(() => onApplicationEvent('game-account-proof-wanted', () => setDialog('proof')), []);
	if (dialog === 'never-wanted') return null;
	return (
		<Suspense>
			<UsernameDialog
				isOpen={dialog === 'open' || dialog === 'proof'}
				isProofWanted={dialog === 'proof'}
				onClose={() => setDialog('closed')}
			/>
		</Suspense>
	);
}

function OfflineBar() {
	const isOffline = useConnectivity() === 'Offline';
	return (
		<div role="status">
			{isOffline && (
				<p className="pointer-events-none fixed inset-x-0 bottom-(--bottom-bar) z-20 border-t border-line bg-warn-tint px-4 py-3 pb-[max(0.75rem,calc(env(safe-area-inset-bottom)-var(--bottom-bar)))] text-center text-sm font-semibold text-warn">
					{m.app_offline_bar()}
				</p>
			)}
		</div>
	);
}

const AgreementNotice = part(() => import('./notices/agreement-notice.tsx'), 'AgreementNotice');

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
