import { Readable } from 'node:stream';
import { EXPORT_ROWS_HEADER, exportedTable } from '../../../contract/admin/exports.ts';
import { CallError } from '../../../contract/errors.ts';
import { refusal } from '../../../contract/refusals.ts';
import type { ActionDeps } from '../../accounts/with-audit.ts';
import type { DataCaller } from '../../lib/http/data.ts';
import { exportTable } from './export-table.ts';

/** Exports that run at once on a node: each keeps a connection of the database busy. */
const EXPORTS_AT_ONCE = 2;

export function createExport(deps: ActionDeps) {
	let running = 0;
	return async (_input: undefined, { actor, askAgain, request, reply }: DataCaller) => {
		const table = exportedTable(request.params.file ?? '');
		if (!table) throw new CallError('not-found', refusal('no-such-export'));
		if (running >= EXPORTS_AT_ONCE) throw new CallError('resource-exhausted', refusal('exports-running'));
		running += 1;
		try {
			const { estimatedRows, text } = await exportTable(deps, { actor, ip: request.ip }, table, askAgain);
			const body = Readable.from(text, { objectMode: false });
			// Also when the reader goes away in the middle.
			body.once('close', () => {
				running -= 1;
			});
			return reply
				.header('content-type', 'text/csv; charset=utf-8')
				.header('content-disposition', `attachment; filename="${table}.csv"`)
				.header(EXPORT_ROWS_HEADER, estimatedRows)
				.send(body);
		} catch (error) {
			running -= 1;
			throw error;
		}
	};
}
