import { useCallRequest, useRequest } from '../lib/calls/use-request.ts';
import { m } from '../texts/messages.js';
import { Page } from '../ui/page.tsx';
import { PaidDays } from './paid-days.tsx';
import { readStatusDays } from './published.ts';
import { RightNow } from './right-now.tsx';

export default function StatusPage() {
	const now = useCallRequest('getPublicStatus', null);
	const days = useRequest(readStatusDays);
	return (
		<Page title={m.status_title()} lead={m.status_lead()} className="max-w-3xl">
			<RightNow {...now} />
			<PaidDays {...days} />
		</Page>
	);
}
