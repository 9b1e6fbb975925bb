import { Link } from 'react-router';
import { useConnectivity, useUserDocument } from '../../lib/calls/clients.tsx';
import { formatAmount } from '../../lib/format/amount.ts';
import { m } from '../../texts/messages.js';
import { Skeleton } from '../../ui/skeleton.tsx';

export function LiveBalance() {
	const user = useUserDocument();
	const isOffline = useConnectivity() === 'Offline';
	const isBelowZero = user.kind === 'ready' && user.document.robux < 0;
	return (
		<Link
			to="/withdraw"
			title={isOffline ? m.profile_offline_this_is_the_last() : undefined}
			className={`figures min-w-24 rounded-full px-2 py-1.5 sm:px-3 text-center text-sm font-semibold whitespace-nowrap max-[22rem]:hidden ${isOffline ? 'bg-sunken text-soft' : isBelowZero ? 'bg-danger-tint text-danger' : 'bg-tint text-accent hover:text-accent-strong'}`}
		>
			<span className="sr-only">{m.common_balance()}</span>{' '}
			<span role="status">
				{user.kind === 'ready' ? (
					formatAmount(user.document.robux)
				) : user.kind === 'loading' ? (
					<Skeleton className="h-4 w-16" />
				) : (
					'-'
				)}
			</span>
			{isOffline && <span className="sr-only"> {m.profile_offline()}</span>}
		</Link>
	);
}
