import { Notice, TextLink } from '../../ui/basics.tsx';

type NotThereProps = { what: string; back: string; label: string };

export function NotThere({ what, back, label }: NotThereProps) {
	return (
		<Notice tone="error">
			<p>{what}</p>
			<p className="mt-3">
				<TextLink to={back}>{label}</TextLink>
			</p>
		</Notice>
	);
}
