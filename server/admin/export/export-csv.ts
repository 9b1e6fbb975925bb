import { Readable } from 'node:stream';
import { EXPORT_ROWS_HEADER, type ExportTable, exportedTable } from '../../../contract/admin/exports.ts';
import { callError } from '../../../contract/refusals.ts';
import { type ActionDeps, type AdminContext, recordAction } from '../../accounts/with-audit.ts';
import type { DataHandler } from '../../lib/feature.ts';
import type { Semaphore } from '../../lib/jobs/semaphores.ts';
import { estimateRows, exportHead, selectExportPage } from './store-export.ts';

export type ExportDeps = ActionDeps & { csvExports: Semaphore };

export const exportCsv: DataHandler<'GET /data/admin/export/{file}', ExportDeps> = async (deps, _, caller) => {
	const { actor, recheck, request, reply } = caller;
	const table = exportedTable(request.params.file ?? '');
	if (!table) throw callError('not-found', 'no-such-export');
	const leave = deps.csvExports.tryEnter();
	if (!leave) throw callError('resource-exhausted', 'exports-running');
	try {
		const { estimatedRows, text } = await exportTable(deps, { actor, ip: request.ip }, table, recheck);
		const body = Readable.from(text, { objectMode: false });
		body.once('close', leave);
		return reply
			.header('content-type', 'text/csv; charset=utf-8')
			.header('content-disposition', `attachment; filename="${table}.csv"`)
			.header(EXPORT_ROWS_HEADER, estimatedRows)
			.send(body);
	} catch (error) {
		leave();
		throw error;
	}
};

const PAGE_SIZE = 2_500;
/** A banned admin gets at most this many more pages. */
const PAGES_BETWEEN_LOOKS = 20;

async function exportTable(deps: ActionDeps, admin: AdminContext, table: ExportTable, mayGoOn: () => Promise<unknown>) {
	await recordAction(deps, admin, { action: 'export', change: { before: {}, after: {}, table } });
	return { estimatedRows: await estimateRows(deps.db, table), text: pages() };

	async function* pages(): AsyncGenerator<string> {
		yield exportHead(table);
		let after: string | undefined;
		for (let read = 1; ; read += 1) {
			const page = await selectExportPage(deps.db, table, after, PAGE_SIZE);
			if (!page) return;
			yield page.text;
			after = page.last;
			if (read % PAGES_BETWEEN_LOOKS === 0) await mayGoOn();
		}
	}
}
