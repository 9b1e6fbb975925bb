import { Suspense, useEffect } from 'react';
import { sendApplicationEvent } from '../lib/application-events.ts';
import { useUserDocument } from '../lib/calls/clients.tsx';
import { optional } from '../lib/optional.ts';
import { m } from '../texts/messages.js';
import { Page } from '../ui/page.tsx';
import { PayoutCard } from './payout-card.tsx';

const parts = () => import('./withdraw-parts.ts').then(({ withdrawParts }) => withdrawParts);
const PassAside = optional(() => parts().then(({ PassAside }) => PassAside));
const GiftCard = optional(() => parts().then(({ GiftCard }) => GiftCard));

export const handle = { staysOpen: true };

export default function WithdrawPage() {
	const user = useUserDocument();
	const needsUsername = user.kind === 'ready' && !user.document.roblox_username;
	useEffect(() => {
		if (needsUsername) sendApplicationEvent('username-wanted');
	}, [needsUsername]);

	const title = m.common_withdraw_currency();
	return (
		<Page title={title} lead={m.withdraw_you_are_paid_through()}>
			<div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-8">
				<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
					<PayoutCard user={user} />
					<Suspense>
						<GiftCard />
					</Suspense>
				</div>
				<aside className="grid grid-cols-[minmax(0,1fr)] gap-6">
					<Suspense>
						<PassAside />
					</Suspense>
				</aside>
			</div>
		</Page>
	);
}
