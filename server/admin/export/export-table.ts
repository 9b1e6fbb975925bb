import type { ExportTable } from '../../../contract/admin/exports.ts';
import { type ActionDeps, type AdminContext, recordAction } from '../../accounts/with-audit.ts';
import { estimateRows, exportHead, selectExportPage } from './store-export.ts';

const PAGE_SIZE = 2_500;
/** Pages between checks of the admin; one who is banned gets at most this many more. */
const PAGES_BETWEEN_LOOKS = 20;

export type TableExport = { estimatedRows: number; text: AsyncGenerator<string> };

export async function exportTable(
	deps: ActionDeps,
	admin: AdminContext,
	table: ExportTable,
	mayGoOn: () => Promise<unknown>,
): Promise<TableExport> {
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
