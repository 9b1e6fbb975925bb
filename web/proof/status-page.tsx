import { useCallRequest, useRequest } from '../lib/calls/use-request.ts';
import { m } from '../texts/messages.js';
import { PageHeading } from '../ui/page-heading.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { PaidDays } from './paid-days.tsx';
import { readStatusDays } from './published.ts';
import { RightNow } from './right-now.tsx';

export default function StatusPage() {
	const now = useCallRequest('getPublicStatus', null);
	const days = useRequest(readStatusDays);
	return (
		<div className="mx-auto max-w-3xl px-4 py-8 sm:px-6 sm:py-12">
			<PageTitle description={m.status_lead()}>{m.status_title()}</PageTitle>
			<PageHeading lead={m.status_lead()}>{m.status_title()}</PageHeading>
			<RightNow {...now} />
			<PaidDays {...days} />
		</div>
	);
}
