import { sql } from 'kysely';
import type { CallResult } from '../../../contract/calls.ts';
import type { Database } from '../../lib/db/database.ts';
import { rowOf } from '../../lib/db/rows.ts';
import { claimKind } from '../../offerwalls/claims/store-claims.ts';
import { threadKind } from '../../tickets/messages/store-messages.ts';

type WaitingInDatabase = Omit<CallResult<'adminGetWaitingWork'>, 'offerwalls'>;

export async function countWaitingWork(
	db: Database,
	{ asker, now, most }: { asker: string; now: Date; most: number },
): Promise<WaitingInDatabase> {
	const upTo = sql`limit ${most}::int`;
	const row = await rowOf<WaitingInDatabase>(db)`
		select
			(select count(*)::int from (
				select 1 as one from adjustments
				where state = 'waiting' and expires_at > ${now} and proposed_by <> ${asker} and uid <> ${asker} ${upTo}
			) a) as adjustments,
			(select count(*)::int from (
				select 1 as one from payout_settlements s join withdrawals w on w.order_id = s.order_id and w.uid = s.uid
				where s.state = 'waiting' and s.proposed_by <> ${asker} and s.uid <> ${asker}
					and w.state not in ('completed', 'failed') ${upTo}
			) s) as settlements,
			(select count(*)::int from (
				select 1 as one from proposals
				where kind = 'call' and state = 'waiting' and expires_at > ${now} and proposed_by <> ${asker}
					and uid is distinct from ${asker} ${upTo}
			) p) as proposals,
			(select count(*)::int from (select 1 as one from withdrawals where state = 'needs-review' ${upTo}) w) as withdrawals,
			(
				select count(*)::int from (
					select 1 as one from screenings where ended_at is null and needs_person and uid <> ${asker} ${upTo}
				) h
			) as screenings,
			(select count(*)::int from (select 1 as one from manual_payouts where state = 'waiting' ${upTo}) m) as manual_payouts,
			(select count(*)::int from (select 1 as one from payout_reviews where resolved_at is null ${upTo}) d) as differences,
			(
				select count(*)::int from (select 1 as one from report_differences where state = 'open' ${upTo}) r
			) as report_differences,
			(select count(*)::int from (select 1 as one from fraud_cases where state = 'open' ${upTo}) f) as fraud_cases,
			(select count(*)::int from (
				select 1 as one from claims where ${claimKind.isWaiting} and uid <> ${asker} ${upTo}
			) c) as claims,
			(select count(*)::int from (select 1 as one from threads where ${threadKind.isWaiting} and uid <> ${asker} ${upTo}) t) as threads,
			least(${most}::int, (select count(*)::int from (
				select 1 as one from imported_history
				where kind = 'withdrawal' and status = 'requested' and not settled and uid <> ${asker} ${upTo}
			) i) + (select count(*)::int from imported_accounts where missing > settled and uid <> ${asker})) as imported
	`;
	return row as WaitingInDatabase;
}
