import { sql } from 'kysely';
import type { Database } from '../lib/db/database.ts';

export type SiteFigures = {
	openWithdrawals: readonly { state: string; count: number }[];
	/** How long the oldest open withdrawal has waited, in seconds; 0 when none is open. */
	oldestSeconds: number;
	alertCount: number;
	/** When each wall's feed of offers last answered as a whole. */
	feeds: readonly { wall: string; answeredAt: Date }[];
	/** Null before the books were proven for the first time. */
	books: { hold: boolean; provenAt: Date } | null;
	/** For how many days the vendor's balance lasts. Null: not known, or not found lately. */
	coverDays: number | null;
	/** Null before the first was finished, or proven. */
	backup: { finishedAt: Date | null; verifiedAt: Date | null };
};

/** Longer than a few of the looks that find the cover (every five minutes). */
const COVER_KEPT = '20 minutes';

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
	const { rows: feeds } = await sql<{ wall: string; answeredAt: Date }>`
		select wall, fetched_at as "answeredAt" from feeds where fetched_at is not null
	`.execute(db);
	const { rows: proofs } = await sql<{ hold: boolean; provenAt: Date }>`
		select outcome = 'hold' as hold, at as "provenAt" from (
			select what, outcome, at from log_entries where source = 'job' order by id desc limit ${JOBS_LOOKED_AT}
		) recent
		where what = 'books' limit 1
	`.execute(db);
	const { rows: covers } = await sql<{ days: number }>`
		select days from found_cover where found_at > now() - ${COVER_KEPT}::interval
	`.execute(db);
	const { rows: backups } = await sql<SiteFigures['backup']>`
		select max(finished_at) as "finishedAt", max(verified_at) as "verifiedAt" from backups
	`.execute(db);
	return {
		openWithdrawals,
		oldestSeconds: Math.max(0, ...onTheWay.map(({ oldestSeconds }) => oldestSeconds)),
		alertCount: alerts[0]?.count ?? 0,
		feeds,
		books: proofs[0] ?? null,
		coverDays: covers[0]?.days ?? null,
		backup: backups[0] ?? { finishedAt: null, verifiedAt: null },
	};
}
