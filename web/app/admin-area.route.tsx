import { Navigate, useLocation } from 'react-router';
import { ADMIN_ROLE } from '../../contract/limits.ts';
import { decideRoleEntry } from '../accounts/session/guard.ts';
import { SecondFactorGate } from '../accounts/session/second-factor-gate.tsx';
import { useAuth } from '../accounts/session/session-context.tsx';
import { AdminPages } from '../admin/admin-pages.tsx';
import { Opening } from '../admin/shell/opening.tsx';
import { useUserDocument } from '../lib/calls/clients.tsx';
import { Queries } from './queries.tsx';
import { SigningIn, Unreachable } from './waiting.tsx';

export default function AdminArea() {
	const auth = useAuth();
	const user = useUserDocument();
	const { pathname } = useLocation();
	const entry = decideRoleEntry(auth, pathname, ADMIN_ROLE, user);
	if (entry.kind === 'redirect') return <Navigate to={entry.to} replace />;
	if (entry.kind === 'unreachable') return <Unreachable />;
	if (auth.kind !== 'signed-in') return <SigningIn />;
	return (
		// The key discards one admin's state before the next one signs in.
		<SecondFactorGate key={auth.uid} isRoleKnown={entry.kind === 'enter'} waiting={<Opening pathname={pathname} />}>
			<Queries>
				<AdminPages />
			</Queries>
		</SecondFactorGate>
	);
}
