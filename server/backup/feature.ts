import type { backupCalls } from '../../contract/site/backups.ts';
import type { Feature } from '../lib/feature.ts';
import { type AlertDeps, listBackupAlerts, listRestorationAlerts } from './backup-alerts.ts';
import { BACK_UP_JOB, type Backups } from './backups.ts';
import { backupGauges } from './gauges.ts';
import { adminGetBackups } from './get-backups.ts';
import { type CheckDeps, checkVendorsAfterRestore } from './restore/check-vendors.ts';

type Deps = AlertDeps & CheckDeps & { isBackedUp: boolean; backups?: Backups | undefined };

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
