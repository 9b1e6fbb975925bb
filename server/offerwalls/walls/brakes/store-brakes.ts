import { type Database, rowOf, rowsOf } from '../../../lib/db/database.ts';
import type { Alert } from '../../../lib/feature.ts';

/** Ignores credits held because of the hourly limit, or an attack would raise that limit. */
export function selectBusiestHours(db: Database, walls: readonly string[], between: { from: number; to: number }) {
	return Promise.all(walls.map((wall) => selectBusiestHour(db, wall, between)));
}

async function selectBusiestHour(db: Database, wall: string, { from, to }: { from: number; to: number }) {
	const [since, until] = [new Date(from), new Date(to)];
	const account = `partner:${wall}`;
	const first = await rowOf<{ at: Date }>(db)`
		select starts_at as at from account_buckets where account = ${account} order by starts_at limit 1
	`;
	const best = await rowOf<{ busiest: number | null }>(db)`
		select max(paid.amount - coalesce(held.amount, 0))::bigint as busiest from (
			select date_bin('1 hour', starts_at, 'epoch') as hour, sum(debited) as amount from account_buckets
			where account = ${account} and starts_at >= ${since} and starts_at < ${until} group by 1
		) paid
		left join (
			select date_bin('1 hour', t.at, 'epoch') as hour, sum(t.amount) as amount
			from held_credits h join transfers t on t.uid = h.uid and t.id = h.hold_id
			where h.wall = ${wall} and h.cause = 'speed' and h.release_at >= ${since} group by 1
		) held using (hour)
	`;
	return { wall, firstAt: first?.at ?? null, busiest: best?.busiest ?? 0 };
}

export async function selectPaidSince(db: Database, walls: readonly string[], sinceMs: number) {
	const accounts = walls.map((wall) => `partner:${wall}`);
	return rowsOf<{ wall: string; amount: number }>(db)`
		select substr(account, 9) as wall, sum(debited)::bigint as amount from account_buckets
		where account = any (${accounts}::text[]) and starts_at >= ${new Date(sinceMs)} group by account
	`;
}

type BrakedCredits = { cause: 'amount' | 'speed' | 'unprotected'; count: number; walls: string[] };

async function selectBrakedCredits(db: Database, most: number): Promise<BrakedCredits[]> {
	return rowsOf<BrakedCredits>(db)`
		select cause, count(*)::int as count, array_agg(distinct wall order by wall) as walls
		from (select cause, wall from held_credits where cause is not null and outcome is null limit ${most}) braked
		group by cause order by cause
	`;
}

const COUNTED_MAX = 1_000;

const causeTexts: Record<BrakedCredits['cause'], string> = {
	amount: 'Large credits on hold',
	unprotected: 'Credits waiting for your decision, because postbacks of their offerwall can be forged',
	speed: 'Credits on hold because their offerwall pays far more than usual',
};

export async function listBrakeAlerts({ db }: { db: Database }): Promise<Alert[]> {
	const braked = await selectBrakedCredits(db, COUNTED_MAX);
	return braked.map(({ cause, count, walls }) => {
		const shown = count < COUNTED_MAX ? String(count) : `${COUNTED_MAX} or more`;
		return { kind: `held-for-${cause}`, message: `${causeTexts[cause]}: ${shown} (${walls.join(', ')}).` };
	});
}
