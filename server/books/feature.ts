import type { DbDeps } from '../lib/db/database.ts';
import type { Feature } from '../lib/feature.ts';
import { booksGauges, listBooksAlerts } from './last-check.ts';
import { type ProveBooksDeps, proveBooks } from './prove-books.ts';

export const books = {
	jobs: [{ name: 'check-books', at: '7 * * * *', run: proveBooks }],
	alerts: listBooksAlerts,
	gauges: booksGauges,
} satisfies Feature<Record<never, never>, ProveBooksDeps & DbDeps>;
