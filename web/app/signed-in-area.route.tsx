import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { CallError, type CallErrorCode } from '../../contract/errors.ts';
import { isAgeUnknown } from '../identity/age-unknown.ts';
import { decideEntry } from '../identity/guard.ts';
import { useAuth } from '../identity/session-context.tsx';
import { useUserDocument } from '../lib/clients.tsx';
import { UsernameDialogOpener } from '../profiles/username-dialog-opener.tsx';
import { SigningIn, Unreachable } from './waiting.tsx';

/** Everything that needs sign-in. Guests are sent home (specification section 4). */
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
	const [queries] = useState(createQueryClient);
	useEffect(() => () => queries.clear(), [queries]);
	if (isAgeUnknown(user)) return <Navigate to={`/sign-up?step=age&next=${pathname}`} replace />;
	return (
		<QueryClientProvider client={queries}>
			{/* First, because effects run in order and the page may want the dialog at once. */}
			<UsernameDialogOpener />
			<Outlet />
		</QueryClientProvider>
	);
}

const worthAnotherTry: readonly CallErrorCode[] = ['internal', 'unavailable', 'unknown', 'deadline-exceeded'];

function createQueryClient(): QueryClient {
	return new QueryClient({
		defaultOptions: {
			queries: {
				// Without a network a request fails and says so; the default would wait without a word.
				networkMode: 'always',
				staleTime: 30_000,
				retry: (failures, error) => failures < 1 && error instanceof CallError && worthAnotherTry.includes(error.code),
			},
			mutations: { networkMode: 'always' },
		},
	});
}
