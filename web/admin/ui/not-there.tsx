import { Link } from 'react-router';
import { textLinkLook } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

type NotThereProps = { what: string; back: string; label: string };

export function NotThere({ what, back, label }: NotThereProps) {
	return (
		<Notice tone="error">
			<p>{what}</p>
			<p className="mt-3">
				<Link className={textLinkLook} to={back}>
					{label}
				</Link>
			</p>
		</Notice>
	);
}
