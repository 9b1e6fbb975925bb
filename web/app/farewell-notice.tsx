import { Link } from 'react-router';
import type { Farewell } from '../identity/farewell.ts';

/** Why somebody is signed out who did not ask for it. It stays until they sign in or leave. */
export function FarewellNotice({ farewell }: { farewell: Farewell }) {
	if (farewell.kind === 'banned') {
		return (
			<p role="alert" className="border-b border-line bg-danger-tint px-4 py-4 text-center font-semibold text-danger">
				{farewell.message}
			</p>
		);
	}
	return (
		<p role="status" className="border-b border-line bg-sunken px-4 py-2.5 text-center text-sm">
			You are signed out: your session has ended.{' '}
			<Link to="/login" className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4">
				Sign in again
			</Link>
		</p>
	);
}
