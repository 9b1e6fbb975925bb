import type { Database } from '../../lib/db/database.ts';
import { rowsOf } from '../../lib/db/rows.ts';
import type { Gauge } from '../../lib/feature.ts';

export const feedGauges: readonly Gauge<{ db: Database }>[] = [
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
