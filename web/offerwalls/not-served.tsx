import { useUserDocument } from '../lib/calls/clients.tsx';
import { useCallQuery } from '../lib/calls/use-call-query.ts';
import { m } from '../texts/messages.js';
import { Notice } from '../ui/notice.tsx';

/** Why there is nothing to earn, for somebody whom the operator does not serve where they are. */
export function NotServed() {
	const { data } = useCallQuery('getWithdrawLimits', null);
	const user = useUserDocument();
	if (user.kind === 'ready' && user.document.ends_at !== undefined) {
		return (
			<div className="mb-6">
				<Notice tone="info">{m.earn_winding_down()}</Notice>
			</div>
		);
	}
	return data?.country_served === false && <Notice tone="info">{m.earn_not_in_your_country()}</Notice>;
}
