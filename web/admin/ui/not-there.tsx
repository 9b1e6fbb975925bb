import { Notice } from '../../ui/notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';

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
