import { useQuery } from '@tanstack/react-query';
import { useCall, useUserDocument } from '../lib/calls/clients.tsx';
import { m } from '../texts/messages.js';
import { Notice } from '../ui/notice.tsx';

/** Why there is nothing to earn, for somebody whom the operator does not serve where they are. */
export function NotServed() {
	const call = useCall();
	const { data } = useQuery({
		queryKey: ['served'],
		queryFn: async ({ signal }) => (await call('getWithdrawLimits', null, signal)).country_served,
	});
	const user = useUserDocument();
	if (user.kind === 'ready' && user.document.ends_at !== undefined) {
		return (
			<div className="mb-6">
				<Notice tone="info">{m.earn_winding_down()}</Notice>
			</div>
		);
	}
	return data === false && <Notice tone="info">{m.earn_not_in_your_country()}</Notice>;
}
