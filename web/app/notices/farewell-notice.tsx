import type { Farewell } from '../../accounts/session/auth-state.ts';
import { m } from '../../texts/messages.js';
import { linkTo, TextLink, withParts } from '../../ui/basics.tsx';
import { PageBar } from '../page-bar.tsx';

export function FarewellNotice({ farewell, wayBack }: { farewell: Farewell; wayBack: string }) {
	if (farewell.kind === 'banned') {
		return (
			<p role="alert" className="border-b border-line bg-danger-tint px-4 py-4 text-center font-semibold text-danger">
				{farewell.message} <TextLink to="/appeal">{m.threads_new()}</TextLink>
			</p>
		);
	}
	return (
		<PageBar>
			{withParts(m.app_you_are_signed_out(), { link: linkTo(`/login?next=${encodeURIComponent(wayBack)}`) })}
		</PageBar>
	);
}
