import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { CallError } from '../../contract/errors.ts';
import { EXPORT_ROWS_HEADER, exportTables } from '../../contract/exports.ts';
import { refusal } from '../../contract/refusals.ts';
import type { Authenticate } from '../lib/http/actor.ts';
import { requireAdmin } from '../lib/http/require-admin.ts';
import type { DeedDeps } from './deed.ts';
import { exportTable } from './export-table.ts';

/** Exports that run at once on a node: each keeps a connection of the database busy. */
const EXPORTS_AT_ONCE = 2;

/** `GET /data/admin/export/{table}.csv`: tables as files, for admins, streamed. */
export function exportRoutes(app: FastifyInstance, deps: DeedDeps & { authenticate: Authenticate }): void {
	let running = 0;
	app.get<{ Params: { file: string } }>('/data/admin/export/:file', async (request, reply) => {
		reply.header('cache-control', 'no-store');
		const askAdmin = async () => {
			const actor = await deps.authenticate(request);
			if (!actor) throw new CallError('unauthenticated', refusal('must-be-logged-in'));
			requireAdmin(actor);
			return actor;
		};
		const actor = await askAdmin();
		const table = exportTables.find((each) => `${each}.csv` === request.params.file);
		if (!table) throw new CallError('not-found', refusal('no-such-export'));
		if (running >= EXPORTS_AT_ONCE) throw new CallError('resource-exhausted', refusal('exports-running'));
		running += 1;
		try {
			const { estimatedRows, text } = await exportTable(deps, { actor, ip: request.ip }, table, askAdmin);
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
	});
}
