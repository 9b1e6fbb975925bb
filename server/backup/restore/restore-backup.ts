import type pg from 'pg';
import { canonicalJson } from '../../../contract/proof/canonical-json.ts';
import { checkBooks } from '../../books/check-books.ts';
import { createDatabase, inTransaction, withPool, withSession } from '../../lib/db/database.ts';
import { prepareSchema } from '../../lib/db/prepare-schema.ts';
import { fillEmptyFolder } from '../../lib/folders.ts';
import type { ServerSettings } from '../../lib/postgres/choose-server.ts';
import { EMBEDDED_APP_LOGIN, startEmbeddedPostgres } from '../../lib/postgres/embedded-postgres.ts';
import { recoverPostgres } from '../../lib/postgres/recover-postgres.ts';
import { StartProblem } from '../../lib/start-problem.ts';
import type { Checkpoint } from '../../public-proof/checkpoint.ts';
import { LAG_MAX_MS } from '../backup-alerts.ts';
import { problemsInWords } from '../certificate.ts';
import type { Decrypt } from '../encryption.ts';
import { listArchive, listBackups } from '../layout.ts';
import { type Manifest, readManifest } from '../manifest.ts';
import { selectLastTransfer, selectTotals } from '../store-totals.ts';
import type { BackupStore } from '../stores/backup-store.ts';
import { unpackBackup, unpackWal } from '../unpack-backup.ts';
import { decryptionFor } from '../verify-backup.ts';
import { followingSegments, readShippedNote, type ShippedNote } from '../wal/ship-wal.ts';
import { type Findings, takeStock } from './restored-site.ts';

export type RestoreOptions = {
	store: BackupStore;
	decrypt: Decrypt | undefined;
	server?: ServerSettings | undefined;
	into: string;
	/** Moment to restore; undefined for the end of the WAL. */
	at: Date | undefined;
	published: readonly Checkpoint[];
	durable?: boolean;
	log: (line: string) => void;
};

/** `missing` lists what the backup promised and the restored database lacks. */
export type Restored = { backup: string; until: Date; findings: Findings; missing: string[]; problems: string[] };

/** Restores with payouts off and all sessions ended. Leaves nothing on failure. @throws StartProblem, BrokenBackup */
export function restoreBackup(options: RestoreOptions): Promise<Restored> {
	return fillEmptyFolder(options.into, () => restore(options));
}

async function restore({
	store,
	into,
	at,
	server,
	published,
	durable = true,
	log,
	...options
}: RestoreOptions): Promise<Restored> {
	const { backup, manifest } = await choose(store, at);
	const decrypt = decryptionFor(manifest, options.decrypt);
	log(`Restoring ${backup.path} ...`);
	await unpackBackup({ store, backup, manifest, decrypt }, into);
	const { following, gapBefore } = followingSegments(await listArchive(store, backup.site), manifest);
	await unpackWal({ store, decrypt }, following, into);
	const gap = gapBefore && !at ? `The WAL has a gap before ${gapBefore.segment}. Later bookings are lost.` : null;
	if (gap) log(gap);
	log(`Replaying ${following.length} WAL segments ...`);
	const replayed = await recoverPostgres({ dataDir: into, server, at, durable, log }).catch((error) => {
		throw explained(error, at);
	});
	const until = replayed.until ?? new Date(manifest.stopped_at);

	const postgres = await startEmbeddedPostgres({ dataDir: into, server, durable, log });
	const { segment: lastSegment } = following.at(-1) ?? manifest.wal.stop;
	const latest = at ? undefined : { lastSegment, shipped: await readShippedNote(store, backup.site) };
	const prove = async (pool: pg.Pool): Promise<Restored> => {
		await prepareSchema(pool, { appLogin: EMBEDDED_APP_LOGIN });
		const owner = createDatabase(pool);
		const problems = problemsInWords(await checkBooks(owner));
		const findings = await inTransaction(owner, (tx) => takeStock(tx, { backup: backup.name, until, gap, published }));
		const reached = { backupUrl: postgres.backupUrl, until, segment: replayed.segment };
		const missing = [...(gap ? [gap] : []), ...(await listMissing({ manifest, latest }, reached))];
		return { backup: backup.path, until, findings, missing, problems };
	};
	return withPool({ url: postgres.ownerUrl, name: 'restore' }, prove).finally(postgres.stop);
}

/** Returns the newest backup before `at`. */
async function choose(store: BackupStore, at: Date | undefined) {
	const backups = (await listBackups(store)).reverse();
	if (backups.length === 0) throw new StartProblem(`No complete backup in ${store.description}.`);
	for (const backup of backups) {
		const manifest = await readManifest(store, backup.path);
		if (!at || new Date(manifest.stopped_at) <= at) return { backup, manifest };
	}
	throw new StartProblem(`The oldest backup in ${store.description} is newer than ${at?.toISOString()}.`);
}

function explained(error: unknown, at: Date | undefined): unknown {
	if (!(error instanceof StartProblem) || !/before configured recovery target/.test(error.message)) return error;
	return new StartProblem(`The backup ends before ${at?.toISOString()}. Omit --at to restore everything.`);
}

type Promised = {
	manifest: Manifest;
	/** Undefined if the site is restored to an earlier moment. */
	latest: { lastSegment: string; shipped: ShippedNote | undefined } | undefined;
};

type Reached = { backupUrl: string; until: Date; segment: string };

function listMissing({ manifest, latest }: Promised, reached: Reached): Promise<string[]> {
	const { until, segment } = reached;
	return withSession({ url: reached.backupUrl, name: 'restore' }, async (session) => {
		const { last_transfer, transfers, totals, late } = manifest;
		const missing: string[] = [];
		const restored = await selectTotals(session, last_transfer?.id ?? '0', late);
		if (restored.transfers < transfers)
			missing.push(
				`The backup had ${transfers} transfers up to ${last_transfer?.id}, but only ${restored.transfers} are here.`,
			);
		else if (restored.transfers === transfers && canonicalJson(restored.totals) !== canonicalJson(totals))
			missing.push(
				`The totals of the backup were ${canonicalJson(totals)}, but are ${canonicalJson(restored.totals)}.`,
			);
		if (!latest) return missing;

		const { lastSegment, shipped } = latest;
		if (numberOf(segment) < numberOf(lastSegment))
			missing.push(`PostgreSQL replayed WAL only up to ${segment}, but the backup continues to ${lastSegment}.`);
		if (shipped?.segment && numberOf(shipped.segment) > numberOf(lastSegment))
			missing.push(`WAL was shipped up to ${shipped.segment}, but the backup ends with ${lastSegment}.`);
		const here = await selectLastTransfer(session);
		const booked = shipped?.last_transfer;
		const isAhead = booked && BigInt(booked.id) > BigInt(here?.id ?? 0);
		if (isAhead && Date.parse(booked.at) - until.getTime() > LAG_MAX_MS)
			missing.push(
				`The site had booked transfer ${booked.id} at ${booked.at}. The last one here is ${here ? `${here.id} at ${here.at}` : 'none'}.`,
			);
		return missing;
	});
}

const numberOf = (segment: string) => segment.slice(8);

export function restoredInWords({ backup, until, findings, missing, problems }: Restored, into: string): string {
	const { sessions, walls, orders, checkpoint } = findings;
	const moment = until.toISOString();
	return [
		headline(missing, problems),
		...[...problems, ...missing].map((problem) => `  - ${problem}`),
		`  from     ${backup}`,
		`  until    ${moment} (later bookings are missing)`,
		`  into     ${into}`,
		'',
		'To do now:',
		`  Orders   ${orders.length} open. We check them with their vendors at the start and show the results on the dashboard.`,
		...orders.map(({ order_id, vendor, ours }) => `             ${order_id} at ${vendor}, status here: ${ours}`),
		`           Orders placed after ${moment} are missing, and vendors don't list them. Copy their IDs from the vendor's site into a file`,
		'           and run ask-vendor FILE. Orders that only the vendor has then appear under Withdrawals, so you can correct balances.',
		'  Walls    Ask each partner to resend its postbacks from these times until the site is up:',
		...walls.map(({ wall, last_at }) => `             ${wall}: from ${last_at}`),
		`             all others: from ${moment}`,
		`  Users    Everyone has to sign in again (sessions ended: ${sessions}). Accounts created later are gone.`,
		...(checkpoint
			? [
					`  Proof    Published checkpoint ${checkpoint.n} of ${checkpoint.at} contains ${checkpoint.missing} transfers that are missing here.`,
				]
			: []),
		'',
		'Payouts are off. Turn them on under Withdrawals in the admin area when you are done.',
	].join('\n');
}

function headline(missing: readonly string[], problems: readonly string[]): string {
	if (problems.length > 0) return 'RESTORED, BUT NOT PROVEN:';
	return missing.length > 0 ? 'RESTORED, BUT CHANGES ARE MISSING:' : 'RESTORED, and the books balance.';
}
