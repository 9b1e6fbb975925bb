import { useCallRequest } from '../lib/calls/use-request.ts';
import { withParts } from '../lib/format/with-parts.tsx';
import { m } from '../texts/messages.js';

export function LocationLine() {
	const { answer } = useCallRequest('getPublicStatus', null);
	const source = answer?.country_data;
	return (
		<li>
			{withParts(m.privacy_location_from_your_ip_address(), { b: (text) => <strong>{text}</strong> })}
			{source && (
				<>
					{' '}
					{source.url ? (
						<a href={source.url} target="_blank" rel="noreferrer">
							{source.text}
						</a>
					) : (
						source.text
					)}
				</>
			)}
		</li>
	);
}
