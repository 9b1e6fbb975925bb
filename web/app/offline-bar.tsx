import { useConnectivity } from '../lib/calls/clients.tsx';
import { m } from '../texts/messages.js';

export function OfflineBar() {
	const isOffline = useConnectivity() === 'Offline';
	return (
		<div role="status">
			{isOffline && (
				<p className="pointer-events-none fixed inset-x-0 bottom-(--bottom-bar) z-20 border-t border-line bg-warn-tint px-4 py-3 pb-[max(0.75rem,calc(env(safe-area-inset-bottom)-var(--bottom-bar)))] text-center text-sm font-semibold text-warn">
					{m.app_offline_bar()}
				</p>
			)}
		</div>
	);
}
