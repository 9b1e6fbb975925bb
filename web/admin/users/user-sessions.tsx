import type { AdminUser } from '../../../contract/admin/user.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import { QuickAction } from '../ui/actions/quick-action.tsx';
import { unlessProposed } from '../ui/actions/second-person.ts';
import { FactCard } from '../ui/fact-list.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';

const texts = {
	title: 'Sessions',
	nowhere: 'Not signed in.',
	yours: 'Your session',
	end: 'Sign out',
	ended: 'Session ended.',
	wasOver: 'This session had already ended.',
};

export function UserSessions({ user: { uid, sessions } }: { user: AdminUser }) {
	const call = useCall();
	return (
		<FactCard title={texts.title} facts={[]}>
			{sessions.length === 0 && <p className="text-sm text-soft">{texts.nowhere}</p>}
			<ul className="grid gap-2 text-sm">
				{sessions.map(({ id, device, network, lastUsedAt, isCurrent }) => (
					<li key={id} className="flex items-center justify-between gap-4">
						<span className="min-w-0">
							{device}
							<span className="block text-soft">
								{network} · <TimeAgo timeMs={lastUsedAt} />
							</span>
						</span>
						{isCurrent ? (
							<span className="text-soft">{texts.yours}</span>
						) : (
							<QuickAction
								needs="end-sessions"
								label={texts.end}
								run={async () => {
									const answer = await call('adminEndSessions', { uid, sessionId: id });
									return unlessProposed(answer, ({ ended }) => (ended > 0 ? texts.ended : texts.wasOver));
								}}
							/>
						)}
					</li>
				))}
			</ul>
		</FactCard>
	);
}
