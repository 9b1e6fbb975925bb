import { sql } from 'kysely';
import type { Database } from '../lib/db/database.ts';

export type SiteFigures = {
	openWithdrawals: readonly { state: string; count: number }[];
	/** How long the oldest open withdrawal has waited, in seconds; 0 when none is open. */
	oldestSeconds: number;
	alertCount: number;
	/** Null before the books were proven for the first time. */
	books: { hold: boolean; provenAt: Date } | null;
};

/** How far back the last proof is looked for among the jobs: far more than there are between two of them. */
const JOBS_LOOKED_AT = 2_000;

/** What an operator's monitoring watches, all of it from indexes. */
export async function selectSiteFigures(db: Database): Promise<SiteFigures> {
	const { rows: openWithdrawals } = await sql<{ state: string; count: number; oldestSeconds: number }>`
		select state, count(*)::int as count, extract(epoch from now() - min(created_at))::float8 as "oldestSeconds"
		from withdrawals where state in ('requested', 'screening', 'sending', 'unknown', 'needs-review') group by state
	`.execute(db);
	// What is held on purpose has an alert of its own.
	const onTheWay = openWithdrawals.filter(({ state }) => state !== 'screening');
	const { rows: alerts } = await sql<{ count: number }>`select count(*)::int as count from payout_alerts`.execute(db);
	const { rows: proofs } = await sql<{ hold: boolean; provenAt: Date }>`
		select outcome = 'hold' as hold, at as "provenAt" from (
			select what, outcome, at from log_entries where source = 'job' order by id desc limit ${JOBS_LOOKED_AT}
		) recent
		where what = 'books' limit 1
	`.execute(db);
	return {
		openWithdrawals,
		oldestSeconds: Math.max(0, ...onTheWay.map(({ oldestSeconds }) => oldestSeconds)),
		alertCount: alerts[0]?.count ?? 0,
		books: proofs[0] ?? null,
	};
}
