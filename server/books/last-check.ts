import { HOUR_MS } from '../../contract/durations.ts';
import { type Database, type DbDeps, rowOf } from '../lib/db/database.ts';
import type { Alert, Gauge } from '../lib/feature.ts';

const JOBS_LOOKED_AT = 2_000;
const CHECKED_WITHIN_MS = 3 * HOUR_MS;

export const booksGauges: readonly Gauge<{ db: Database }>[] = [
	{
		name: 'lootpass_books_hold',
		help: '1 if the last check of the books found no problem, else 0; no value before the first',
		async read({ db }) {
			const proof = await selectLastProof(db);
			return proof ? [{ value: proof.hold ? 1 : 0 }] : [];
		},
	},
	{
		name: 'lootpass_books_proven_timestamp_seconds',
		help: 'Time of the last check of the books; no value before the first',
		async read({ db }) {
			const proof = await selectLastProof(db);
			return proof ? [{ value: proof.at.getTime() / 1000 }] : [];
		},
	},
];

/** Raises no alert if the books were never checked. */
export async function listBooksAlerts({ db, clock }: DbDeps): Promise<Alert[]> {
	const proof = await selectLastProof(db);
	if (!proof) return [];
	const alerts: Alert[] = [];
	if (!proof.hold) {
		alerts.push({ kind: 'books', message: "The books don't balance. Run npm run cli -- check-books for details." });
	}
	if (clock.now() - proof.at.getTime() > CHECKED_WITHIN_MS) {
		alerts.push({ kind: 'books-unproven', message: "The books haven't been checked for more than three hours." });
	}
	return alerts;
}

function selectLastProof(db: Database): Promise<{ hold: boolean; at: Date } | undefined> {
	return rowOf<{ hold: boolean; at: Date }>(db)`
		select outcome = 'hold' as hold, at from (
			select what, outcome, at from log_entries where source = 'job' order by id desc limit ${JOBS_LOOKED_AT}
		) recent
		where what = 'books' limit 1
	`;
}
