import { Link } from 'react-router';
import { formatMoment } from '../../lib/format/moment.ts';
import { withParts } from '../../lib/format/with-parts.tsx';
import { m } from '../../texts/messages.js';
import { textLinkLook } from '../button.tsx';

/** Where somebody may have something to withdraw. */
export function WindDownNotice({ endsAt }: { endsAt: number }) {
	const time = formatMoment(endsAt, 'long');
	const sentence = endsAt > Date.now() ? m.app_winding_down({ time }) : m.app_wound_down({ time });
	return (
		<p role="status" className="border-b border-line bg-warn-tint px-4 py-2.5 text-center text-sm">
			{withParts(sentence, {
				link: (text) => (
					<Link to="/wind-down" className={textLinkLook}>
						{text}
					</Link>
				),
			})}
		</p>
	);
}
