import type { AdminUser } from '../../../contract/admin/user.ts';
import { QuickAction } from '../ui/actions/quick-action.tsx';
import { unlessProposed } from '../ui/actions/second-person.ts';
import { FactCard } from '../ui/fact-list.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';

export function UserSessions({ user: { uid, sessions } }: { user: AdminUser }) {
	return (
		<FactCard title="Sessions" facts={[]}>
			{sessions.length === 0 && <p className="text-sm text-soft">Not signed in.</p>}
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
							<span className="text-soft">Your session</span>
						) : (
							<QuickAction
								needs="end-sessions"
								label="Sign out"
								run={async ({ call }) => {
									const answer = await call('adminEndSessions', { uid, sessionId: id });
									return unlessProposed(answer, ({ ended }) =>
										ended > 0 ? 'Session ended.' : 'This session had already ended.',
									);
								}}
							/>
						)}
					</li>
				))}
			</ul>
		</FactCard>
	);
}
