import { type Database, rowOf, rowsOf, type Tx } from '../../lib/db/database.ts';
import type { Alert } from '../../lib/feature.ts';

export type RaisedAlert = Alert & { raisedAt: Date };

type Worries = { needReview: number; waiting: number; screened: number; byHand: number; reviews: number };

export async function selectWorries(db: Database, waitingSince: Date, byHandSince: Date) {
	const row = await rowOf<Worries>(db)`
		select
			(select count(*) from withdrawals where state = 'needs-review')::int as "needReview",
			(
				select count(*) from withdrawals w where state = 'requested' and created_at < ${waitingSince} and not exists (
					select from screenings s where s.uid = w.uid and s.withdrawal_id = w.id and s.ended_at >= ${waitingSince}
				)
			)::int as waiting,
			(select count(*) from screenings where ended_at is null and needs_person)::int as screened,
			(select count(*) from manual_payouts where state in ('waiting', 'taken') and created_at < ${byHandSince})::int
				as "byHand",
			(select count(*) from payout_reviews where resolved_at is null)::int as reviews
	`;
	return row as Worries;
}

export async function replaceAlerts(
	db: Database | Tx,
	alerts: readonly Alert[],
	now: Date,
): Promise<{ fresh: Alert[]; over: Alert[] }> {
	const kinds = alerts.map(({ kind }) => kind);
	const messages = alerts.map(({ message }) => message);
	const over = await rowsOf<Alert>(db)`
		delete from payout_alerts where kind <> all(${kinds}::text[]) returning kind, message
	`;
	const rows = await rowsOf<Alert & { isNew: boolean }>(db)`
		insert into payout_alerts (kind, message, raised_at)
		select kind, message, ${now}::timestamptz from unnest(${kinds}::text[], ${messages}::text[]) as a (kind, message)
		order by kind
		on conflict (kind) do update set message = excluded.message
		returning kind, message, xmax = 0 as "isNew"
	`;
	return { fresh: rows.filter(({ isNew }) => isNew), over };
}

export async function selectAlerts(db: Database): Promise<RaisedAlert[]> {
	return rowsOf<RaisedAlert>(db)`
		select kind, message, raised_at as "raisedAt" from payout_alerts order by raised_at, kind
	`;
}
