import { Notice, TextLink } from '../../ui/basics.tsx';

export function NotThere({ what, back, label }: { what: string; back: string; label: string }) {
	return (
		<Notice tone="error">
			<p>{what}</p>
			<p className="mt-3">
				<TextLink to={back}>{label}</TextLink>
			</p>
		</Notice>
	);
}
