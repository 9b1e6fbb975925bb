import { Link } from 'react-router';
import type { Farewell } from '../identity/auth-state.ts';
import { textLinkLook } from '../ui/button.tsx';
import { PageBar } from '../ui/page-bar.tsx';

/**
 * Why somebody is signed out who did not ask for it. It stays until they sign in or leave.
 * @param wayBack the path they were at.
 */
export function FarewellNotice({ farewell, wayBack }: { farewell: Farewell; wayBack: string }) {
	if (farewell.kind === 'banned') {
		return (
			<p role="alert" className="border-b border-line bg-danger-tint px-4 py-4 text-center font-semibold text-danger">
				{farewell.message}
			</p>
		);
	}
	return (
		<PageBar>
			You are signed out: your session has ended.{' '}
			<Link to={`/login?next=${encodeURIComponent(wayBack)}`} className={textLinkLook}>
				Sign in again
			</Link>
		</PageBar>
	);
}
