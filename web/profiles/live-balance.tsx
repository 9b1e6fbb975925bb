import { formatAmount } from '../lib/amount.ts';
import { useConnectivity, useUserDocument } from '../lib/clients.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** The balance in the header. It moves by itself; a change is read out. */
export function LiveBalance() {
	const user = useUserDocument();
	const isOffline = useConnectivity() === 'Offline';
	return (
		<p
			role="status"
			title={isOffline ? 'Offline: this is the last balance that is known' : undefined}
			className={`rounded-full bg-tint px-3 py-1.5 text-sm font-semibold whitespace-nowrap text-accent figures max-[22rem]:hidden ${isOffline ? 'opacity-60' : ''}`}
		>
			<span className="sr-only">Balance </span>
			{user.kind === 'ready' ? formatAmount(user.document.robux) : <Skeleton className="h-4 w-16" />}
			{isOffline && <span className="sr-only"> (offline)</span>}
		</p>
	);
}
