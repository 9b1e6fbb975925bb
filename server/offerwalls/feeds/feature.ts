import { type Database, rowsOf } from '../../lib/db/database.ts';
import type { Feature, Gauge } from '../../lib/feature.ts';
import { enqueue } from '../../lib/jobs/jobs.ts';
import { FETCH_PICTURES_TASK } from '../pictures/fetch-pictures.ts';
import { type FeedDeps, REFRESH_FEEDS_TASK, refreshFeeds } from './refresh-feeds.ts';

const feedGauges: readonly Gauge<{ db: Database }>[] = [
	{
		name: 'lootpass_feed_answered_timestamp_seconds',
		help: 'Time of the last complete offer feed of an offerwall; no value before the first',
		labels: ['wall'],
		async read({ db }) {
			const rows = await rowsOf<{ wall: string; answeredAt: Date }>(db)`
				select wall, fetched_at as "answeredAt" from feeds where fetched_at is not null
			`;
			return rows.map(({ wall, answeredAt }) => ({ labels: { wall }, value: answeredAt.getTime() / 1000 }));
		},
	},
];

export const offerFeeds = {
	jobs: [
		{
			name: REFRESH_FEEDS_TASK,
			at: '* * * * *',
			isQuiet: true,
			atStart: () => true,
			async run(deps) {
				const isChanged = await refreshFeeds(deps);
				if (isChanged) await enqueue(deps.db, FETCH_PICTURES_TASK, {}, FETCH_PICTURES_TASK);
			},
		},
	],
	gauges: feedGauges,
} satisfies Feature<Record<never, never>, FeedDeps>;
