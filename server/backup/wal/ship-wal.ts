import { createReadStream } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import { z } from 'zod';
import { MINUTE_MS } from '../../../contract/durations.ts';
import type { Log } from '../../lib/clock-and-log.ts';
import type { Database, DbDeps } from '../../lib/db/database.ts';
import { WAL_TO_SHIP } from '../../lib/postgres/settings.ts';
import { readSealed, sealed } from '../../lib/sealed-json.ts';
import type { Encrypt } from '../encryption.ts';
import { type ArchivedSegment, segmentAfter, shippedNoteOf, walOf, withScratchFile } from '../layout.ts';
import { lastTransfer, type Manifest, putText, readText } from '../manifest.ts';
import { gzipFile, type Written, writeHashed } from '../pack-files.ts';
import { markFailing, markGap, markShipped, selectArchive } from '../store-backups.ts';
import { selectLastTransfer } from '../store-totals.ts';
import type { BackupStore } from '../stores/backup-store.ts';

const shippedNote = z.object({
	at: z.iso.datetime(),
	segment: z.string().nullable(),
	last_transfer: lastTransfer.nullable(),
});
export type ShippedNote = z.output<typeof shippedNote>;

/** Records the last segment, so that a restore notices missing ones even if shipping stopped. */
export async function writeShippedNote(db: Database, store: BackupStore, site: string, now: Date): Promise<void> {
	const { segment } = await selectArchive(db);
	const note: ShippedNote = { at: now.toISOString(), segment, last_transfer: await selectLastTransfer(db) };
	await putText(store, shippedNoteOf(site), sealed(note));
}

/** @returns undefined if the site never shipped a segment. @throws StartProblem if the note was changed. */
export async function readShippedNote(store: BackupStore, site: string): Promise<ShippedNote | undefined> {
	const name = shippedNoteOf(site);
	const contents = await readText(store, name);
	return contents === undefined ? undefined : readSealed(shippedNote, name, contents);
}

type WalChain = { following: ArchivedSegment[]; gapBefore: ArchivedSegment | undefined };

export function followingSegments(archive: readonly ArchivedSegment[], { wal }: Pick<Manifest, 'wal'>): WalChain {
	const after = archive.filter(({ segment }) => segment > wal.stop.segment);
	const following: ArchivedSegment[] = [];
	let last = wal.stop.segment;
	for (const archived of after) {
		if (archived.segment === last) continue;
		if (archived.segment !== segmentAfter(last)) return { following, gapBefore: archived };
		following.push(archived);
		last = archived.segment;
	}
	return { following, gapBefore: undefined };
}

type Shipping = {
	dataFolder: string;
	site: string;
	store: BackupStore;
	encrypt: Encrypt | undefined;
	scratchFolder: string;
};

const SEGMENT = /^[0-9A-F]{24}$/;
/** PostgreSQL archives these files too. They are deleted unshipped, because a site has only one timeline. */
const NOTE = /\.(backup|history)$/;

export async function listWaiting(dataFolder: string): Promise<string[]> {
	const names = await readdir(join(dataFolder, WAL_TO_SHIP)).catch(() => []);
	return names.filter((name) => SEGMENT.test(name) || NOTE.test(name)).sort();
}

/** Ships each segment and then deletes it; a segment shipped twice is stored once. @throws the store's error. */
export async function shipWal(shipping: Shipping, shipped: (segment: string) => Promise<void>): Promise<void> {
	const { dataFolder } = shipping;
	for (const name of await listWaiting(dataFolder)) {
		const file = join(dataFolder, WAL_TO_SHIP, name);
		if (SEGMENT.test(name)) {
			await ship(shipping, name, file);
			await shipped(name);
		}
		await rm(file, { force: true });
	}
}

async function dropWaiting(dataFolder: string): Promise<void> {
	for (const name of await listWaiting(dataFolder)) await rm(join(dataFolder, WAL_TO_SHIP, name), { force: true });
}

async function ship({ store, site, encrypt, scratchFolder }: Shipping, segment: string, file: string): Promise<void> {
	await withScratchFile(scratchFolder, async (scratch) => {
		const { sha256 } = await pack(file, scratch, encrypt);
		await store.put(`${walOf(site)}${segment}-${sha256}.gz${encrypt ? '.age' : ''}`, scratch);
	});
}

async function pack(file: string, target: string, encrypt: Encrypt | undefined): Promise<Written> {
	if (!encrypt) return gzipFile(file, target);
	return writeHashed([await encrypt(createReadStream(file).pipe(createGzip({ level: 1 })))], target);
}

const SHIP_EVERY_MS = 5_000;
const NOTE_EVERY_MS = MINUTE_MS;
const WAITING_MAX = 256;

type ShippingDeps = DbDeps & { log: Log; shipping: Shipping };

export async function shipUntil(deps: ShippingDeps, signal: AbortSignal): Promise<void> {
	const { db, clock, log, shipping } = deps;
	let notedMs = Number.NEGATIVE_INFINITY;
	while (!signal.aborted) {
		const now = new Date(clock.now());
		try {
			await shipOnce(deps);
			if (now.getTime() - notedMs >= NOTE_EVERY_MS) {
				notedMs = now.getTime();
				await writeShippedNote(db, shipping.store, shipping.site, now);
			}
		} catch (error) {
			log.error({ err: error }, "couldn't record the state of WAL shipping");
		}
		await sleep(SHIP_EVERY_MS, undefined, { signal }).catch(() => {});
	}
}

export async function shipOnce({ db, clock, log, shipping }: ShippingDeps, waitingMax = WAITING_MAX): Promise<void> {
	try {
		await shipWal(shipping, (segment) => markShipped(db, segment, new Date(clock.now())));
	} catch (error) {
		log.error({ err: error }, "couldn't ship WAL to the backup");
		if ((await listWaiting(shipping.dataFolder)).length > waitingMax) {
			// Marks the gap before deleting segments, or a crash in between would hide it.
			await markGap(db);
			await dropWaiting(shipping.dataFolder);
		}
		await markFailing(db, (error as Error).message, new Date(clock.now()));
	}
}
