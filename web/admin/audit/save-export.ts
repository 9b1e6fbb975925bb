import { EXPORT_ROWS_HEADER } from '../../../contract/admin/exports.ts';
import type { ReadData } from '../../lib/calls/read-data.ts';
import { saveFile } from '../../lib/save-file.ts';

/** `share` is the server's estimate, from 0 to 1. */
export type ExportProgress = { rows: number; bytes: number; share: number };

/** File System Access API; other browsers buffer the file in memory. */
type SavePicker = (options: { suggestedName: string }) => Promise<{ createWritable(): Promise<WritableStream> }>;

const LINE_END = 10;
const SHOWN_EVERY_MS = 150;

/** Streams a table to disk where supported. @returns undefined if no file was picked. Rejects if aborted. */
export async function saveExport(
	readData: ReadData,
	file: string,
	show: (progress: ExportProgress) => void,
	signal: AbortSignal,
): Promise<ExportProgress | undefined> {
	// The picker opens first, because browsers allow it only right after a click.
	const target = await pickFile(file);
	if (target === 'none') return undefined;
	const answer = await readData(`/data/admin/export/${file}`, signal);
	const counted = countRows(Number(answer.headers.get(EXPORT_ROWS_HEADER)), show);
	const body = answer.body?.pipeThrough(counted.through) ?? new ReadableStream();
	if (target) await body.pipeTo(await target.createWritable(), { signal });
	else saveFile(file, await new Response(body).blob());
	return { ...counted.progress, share: 1 };
}

async function pickFile(suggestedName: string) {
	const { showSaveFilePicker } = globalThis as { showSaveFilePicker?: SavePicker };
	if (!showSaveFilePicker) return undefined;
	try {
		return await showSaveFilePicker({ suggestedName });
	} catch (error) {
		if (error instanceof DOMException && error.name === 'AbortError') return 'none';
		return undefined;
	}
}

function countRows(estimated: number, show: (progress: ExportProgress) => void) {
	let shownAt = 0;
	const progress = { rows: -1, bytes: 0, share: 0 };
	const through = new TransformStream<Uint8Array, Uint8Array>({
		transform(piece, controller) {
			for (const byte of piece) if (byte === LINE_END) progress.rows += 1;
			progress.bytes += piece.byteLength;
			progress.share = estimated > 0 ? Math.min(progress.rows / estimated, 0.99) : 0;
			const now = performance.now();
			if (now - shownAt > SHOWN_EVERY_MS) {
				shownAt = now;
				show({ ...progress, rows: Math.max(progress.rows, 0) });
			}
			controller.enqueue(piece);
		},
	});
	return { through, progress };
}
