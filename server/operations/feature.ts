import { rowOf } from '../lib/db/database.ts';
import { purgeEvents } from '../lib/event-log.ts';
import type { Feature } from '../lib/feature.ts';
import { WATCH_PAYOUTS_TASK } from '../withdrawals/withdrawal.ts';
import { listSignals, type SignalDeps } from './alerts/list-signals.ts';
import { listChannelAlerts, notifyChannels, type WatchDeps, watchAlerts } from './alerts/notify-channels.ts';
import { type PostDeps, postsOf } from './alerts/post.ts';
import { type OperationsDeps, operationsRoutes } from './routes.ts';

type Deps = OperationsDeps & SignalDeps & PostDeps & WatchDeps;

const notify = (deps: Deps) => notifyChannels({ ...deps, posts: postsOf(deps) });

export const operations = {
	routes: operationsRoutes,
	jobs: [
		{
			name: WATCH_PAYOUTS_TASK,
			at: '*/5 * * * *',
			async run(deps) {
				await watchAlerts(deps);
				await notify(deps);
			},
		},
		{ name: 'tell-channels', at: '* * * * *', isQuiet: true, run: notify },
		{ name: 'forget-events', at: '29 3 * * *', run: purgeEvents },
	],
	alerts: async (deps) => [
		...(await listSignals(deps)),
		...(await listChannelAlerts({ db: deps.db, posts: postsOf(deps) })),
	],
	gauges: [
		{
			name: 'lootpass_payout_alerts',
			help: 'Open alerts, as listed in the admin area',
			async read({ db }) {
				const row = await rowOf<{ value: number }>(db)`select count(*)::int as value from payout_alerts`;
				return [{ value: row?.value ?? 0 }];
			},
		},
	],
} satisfies Feature<Record<never, never>, Deps>;
