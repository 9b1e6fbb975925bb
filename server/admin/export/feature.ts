import type { Feature } from '../../lib/feature.ts';
import { type ExportDeps, exportCsv } from './export-csv.ts';

export const csvExport = { data: { 'GET /data/admin/export/{file}': exportCsv } } satisfies Feature<
	Record<never, never>,
	ExportDeps
>;
