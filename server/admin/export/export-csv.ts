import { Readable } from 'node:stream';
import { EXPORT_ROWS_HEADER, exportedTable } from '../../../contract/admin/exports.ts';
import { callError } from '../../../contract/refusals.ts';
import type { ActionDeps } from '../../accounts/with-audit.ts';
import type { DataCaller } from '../../lib/http/data.ts';
import type { Semaphore } from '../../lib/jobs/semaphore.ts';
import { exportTable } from './export-table.ts';

export type ExportDeps = ActionDeps & { csvExports: Semaphore };

export async function exportCsv(
	deps: ExportDeps,
	_input: undefined,
	{ actor, recheck, request, reply }: DataCaller,
): Promise<unknown> {
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
}
