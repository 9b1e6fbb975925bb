import { z } from 'zod';
import type { Database } from '../../lib/db/database.ts';
import { readSealed, sealed } from '../../lib/sealed-json.ts';
import { shippedNoteOf } from '../layout.ts';
import { lastTransfer, putText, readText } from '../manifest.ts';
import { selectArchive } from '../store-backups.ts';
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
