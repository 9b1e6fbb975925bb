import { HOUR_MS, MINUTE_MS } from '../../contract/durations.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database } from '../lib/db/database.ts';
import { rowsOf } from '../lib/db/rows.ts';
import type { Alert } from '../lib/feature.ts';
import { selectArchive, selectArchiverFailure, selectBackups } from './store-backups.ts';

const OLD_MS = 26 * HOUR_MS;
const FAILING_MS = 5 * MINUTE_MS;

export type AlertDeps = { db: Database; clock: Clock };

export async function listBackupAlerts({ db, clock }: AlertDeps): Promise<Alert[]> {
	const nowMs = clock.now();
	const alerts: Alert[] = [];
	const rows = await selectBackups(db, 20);
	const [newest] = rows;
	if (newest?.problem) alerts.push({ kind: 'backup-failed', message: `The last backup failed: ${newest.problem}` });
	const finished = rows.find(({ verifiedAt }) => verifiedAt !== null);
	const since = finished?.finishedAt ?? rows.at(-1)?.startedAt;
	if (since && nowMs - since.getTime() > OLD_MS) {
		const hours = Math.floor((nowMs - since.getTime()) / HOUR_MS);
		alerts.push({ kind: 'backup-old', message: `No verified backup in the last ${hours} hours.` });
	}
	const { failingSince, problem } = await selectArchive(db);
	if (failingSince && nowMs - failingSince.getTime() > FAILING_MS) {
		alerts.push({ kind: 'backup-archive', message: `Couldn’t archive changes to the backup: ${problem}` });
	}
	const failure = await selectArchiverFailure(db);
	if (failure) {
		const message = `PostgreSQL can’t archive ${failure.segment}, so the disk fills up. See its log in DATA_DIR/postgres/log.`;
		alerts.push({ kind: 'backup-archiver', message });
	}
	return alerts;
}

/** Also reported if backups are disabled. */
export async function listRestorationAlerts({ db }: { db: Database }): Promise<Alert[]> {
	const rows = await rowsOf<{ until: Date }>(db)`select until from restorations where lifted_at is null`;
	return rows.map(({ until }) => ({
		kind: 'restored',
		message: `This site was restored to its state at ${until.toISOString()}. Payouts are off. See the dashboard for what is missing, then turn them on.`,
	}));
}
