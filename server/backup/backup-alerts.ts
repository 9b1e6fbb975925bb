import { statfs } from 'node:fs/promises';
import { HOUR_MS, MINUTE_MS } from '../../contract/durations.ts';
import type { Config } from '../app/config.ts';
import type { Clock } from '../lib/clock-and-log.ts';
import { type Database, rowsOf } from '../lib/db/database.ts';
import type { Alert } from '../lib/feature.ts';
import { WAL_SEGMENT_BYTES } from '../lib/postgres/settings.ts';
import { selectArchive, selectArchiverFailure, selectBackups, selectWaitingSince } from './store-backups.ts';

const OLD_MS = 26 * HOUR_MS;
/** A restore may lose this much of the latest changes. */
export const LAG_MAX_MS = 2 * MINUTE_MS;
const FREE_MIN_BYTES = 4 * WAL_SEGMENT_BYTES;

export type AlertDeps = { db: Database; clock: Clock; config: { backup: Pick<Config['backup'], 'folder'> } };

export async function listBackupAlerts({ db, clock, config }: AlertDeps): Promise<Alert[]> {
	const nowMs = clock.now();
	const alerts: Alert[] = [];
	const rows = await selectBackups(db, 20);
	const [newest] = rows;
	if (newest?.problem) alerts.push({ kind: 'backup-failed', message: `The last backup failed: ${newest.problem}` });
	const finished = rows.find(({ verifiedAt }) => verifiedAt !== null);
	const lastAt = finished?.finishedAt ?? rows.at(-1)?.startedAt;
	if (lastAt && nowMs - lastAt.getTime() > OLD_MS) {
		const hours = Math.floor((nowMs - lastAt.getTime()) / HOUR_MS);
		alerts.push({ kind: 'backup-old', message: `No verified backup in the last ${hours} hours.` });
	}
	const { failingSince, problem } = await selectArchive(db);
	const since = failingSince ?? (await selectWaitingSince(db));
	if (since && nowMs - since.getTime() > LAG_MAX_MS) {
		const reason = problem ?? 'WAL shipping has stopped or is too slow.';
		alerts.push({
			kind: 'backup-archive',
			message: `Changes since ${since.toISOString()} aren't in the backup: ${reason}`,
		});
	}
	if (config.backup.folder !== undefined && (await isFull(config.backup.folder))) {
		const message = 'The disk of BACKUP_DIR is full. Free up space, or lower BACKUP_KEEP.';
		alerts.push({ kind: 'backup-full', message });
	}
	const failure = await selectArchiverFailure(db);
	if (failure) {
		const message = `PostgreSQL can't archive ${failure.segment}, so the disk fills up. See its log in DATA_DIR/postgres/log.`;
		alerts.push({ kind: 'backup-archiver', message });
	}
	return alerts;
}

/** False for a missing folder, and for file systems without a size. */
async function isFull(folder: string): Promise<boolean> {
	const disk = await statfs(folder).catch(() => undefined);
	return disk !== undefined && disk.blocks > 0 && disk.bavail * disk.bsize < FREE_MIN_BYTES;
}

export async function listRestorationAlerts({ db }: { db: Database }): Promise<Alert[]> {
	const rows = await rowsOf<{ until: Date }>(db)`select until from restorations where lifted_at is null`;
	return rows.map(({ until }) => ({
		kind: 'restored',
		message: `This site was restored to its state at ${until.toISOString()}. Payouts are off. See the dashboard for what is missing, then turn them on.`,
	}));
}
