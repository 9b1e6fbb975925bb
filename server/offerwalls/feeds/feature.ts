import type { Feature } from '../../lib/feature.ts';
import { enqueue } from '../../lib/jobs/jobs.ts';
import { FETCH_PICTURES_TASK } from '../pictures/fetch-pictures.ts';
import { feedGauges } from './gauges.ts';
import { type FeedDeps, REFRESH_FEEDS_TASK, refreshFeeds } from './refresh-feeds.ts';

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
