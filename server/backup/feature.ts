import type { backupCalls } from '../../contract/site/backups.ts';
import { type Database, rowOf } from '../lib/db/database.ts';
import type { Feature, Gauge } from '../lib/feature.ts';
import { type AlertDeps, listBackupAlerts, listRestorationAlerts } from './backup-alerts.ts';
import { BACK_UP_JOB, type Backups } from './backups.ts';
import { adminGetBackups } from './get-backups.ts';
import { type CheckDeps, checkVendorsAfterRestore } from './restore/check-vendors.ts';

const backupGauges: readonly Gauge<{ db: Database }>[] = [
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

type Deps = AlertDeps & CheckDeps & { isBackedUp: boolean; isExternal: boolean; backups?: Backups | undefined };

const makesBackups = ({ backups }: Deps) => backups !== undefined;

export const backup = {
	calls: { adminGetBackups },
	jobs: [
		{ name: BACK_UP_JOB, at: '17 2 * * *', isOn: makesBackups, run: async ({ backups }) => backups?.backUp() },
		{
			name: 'watch-backups',
			at: '*/5 * * * *',
			isQuiet: true,
			isOn: makesBackups,
			atStart: () => true,
			run: async ({ backups }) => backups?.watch(),
		},
		{
			name: 'ask-vendors-after-restore',
			at: '* * * * *',
			isQuiet: true,
			atStart: () => true,
			run: checkVendorsAfterRestore,
		},
	],
	gauges: backupGauges,
	alerts: async (deps) => [
		...(await listRestorationAlerts(deps)),
		...(makesBackups(deps) ? await listBackupAlerts(deps) : []),
	],
} satisfies Feature<typeof backupCalls, Deps>;
