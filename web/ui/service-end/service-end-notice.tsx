import { formatMoment } from '../../lib/format/formats.ts';
import { m } from '../../texts/messages.js';
import { TextLink, withParts } from '../basics.tsx';
import { useServiceEnd } from './use-service-end.ts';

export function ServiceEndNotice() {
	const endsAt = useServiceEnd();
	if (!endsAt) return null;
	const time = formatMoment(endsAt, 'long');
	const link = (text: string) => <TextLink to="/withdraw">{text}</TextLink>;
	return (
		<p role="status" className="border-b border-line bg-warn-tint px-4 py-2.5 text-center text-sm">
			{endsAt > Date.now() ? withParts(m.app_service_is_ending({ time }), { link }) : m.app_service_has_ended({ time })}
		</p>
	);
}
