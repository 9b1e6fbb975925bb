import { Link } from 'react-router';
import type { Farewell } from '../../accounts/session/auth-state.ts';
import { withParts } from '../../lib/format/with-parts.tsx';
import { m } from '../../texts/messages.js';
import { textLinkLook } from '../../ui/button.tsx';
import { PageBar } from '../page-bar.tsx';

export function FarewellNotice({ farewell, wayBack }: { farewell: Farewell; wayBack: string }) {
	if (farewell.kind === 'banned') {
		return (
			<p role="alert" className="border-b border-line bg-danger-tint px-4 py-4 text-center font-semibold text-danger">
				{farewell.message}{' '}
				<Link to="/appeal" className={textLinkLook}>
					{m.threads_new()}
				</Link>
			</p>
		);
	}
	return (
		<PageBar>
			{withParts(m.app_you_are_signed_out(), {
				link: (text) => (
					<Link to={`/login?next=${encodeURIComponent(wayBack)}`} className={textLinkLook}>
						{text}
					</Link>
				),
			})}
		</PageBar>
	);
}
