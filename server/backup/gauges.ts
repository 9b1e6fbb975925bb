import type { Database } from '../lib/db/database.ts';
import { rowOf } from '../lib/db/rows.ts';
import type { Gauge } from '../lib/feature.ts';

export const backupGauges: readonly Gauge<{ db: Database }>[] = [
	{
		name: 'lootpass_backup_age_seconds',
		help: 'Age of the newest finished backup; no value before the first',
		async read({ db }) {
			const row = await rowOf<{ at: Date | null }>(db)`select max(finished_at) as at from backups`;
			return row?.at ? [{ value: (Date.now() - row.at.getTime()) / 1000 }] : [];
		},
	},
	{
		name: 'lootpass_backup_verified_timestamp_seconds',
		help: 'Time of the last verified backup; no value before the first',
		async read({ db }) {
			const row = await rowOf<{ at: Date | null }>(db)`select max(verified_at) as at from backups`;
			return row?.at ? [{ value: row.at.getTime() / 1000 }] : [];
		},
	},
];
