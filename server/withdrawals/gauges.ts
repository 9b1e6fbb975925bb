import { type Database, rowOf, rowsOf } from '../lib/db/database.ts';
import type { Gauge } from '../lib/feature.ts';

export const withdrawalGauges: readonly Gauge<{ db: Database }>[] = [
	{
		name: 'lootpass_withdrawals_open',
		help: 'Withdrawals that are neither paid nor refunded, by state',
		labels: ['state'],
		async read({ db }) {
			const rows = await rowsOf<{ state: string; value: number }>(db)`
				select state, count(*)::int as value from withdrawals
				where state in ('requested', 'screening', 'sending', 'unknown', 'needs-review') group by state
			`;
			return rows.map(({ state, value }) => ({ labels: { state }, value }));
		},
	},
	{
		name: 'lootpass_withdrawal_oldest_open_seconds',
		help: 'Age of the oldest open withdrawal; 0 when none is open',
		async read({ db }) {
			const row = await rowOf<{ value: number }>(db)`
				select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as value from withdrawals
				where state in ('requested', 'sending', 'unknown', 'needs-review')
			`;
			return [{ value: Math.max(0, row?.value ?? 0) }];
		},
	},
];
