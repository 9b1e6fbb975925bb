import { sql } from 'kysely';
import type { RobuxCents } from '../../contract/money.ts';
import { type Database, inTransaction, rowOf, rowsOf } from '../lib/db/database.ts';

export type Payout = { robloxUsername: string; amount: RobuxCents; paidAt: Date };

const at = (ms: number) => new Date(ms).toISOString();

/** SQL for completed offers. Held credits count on release, bonuses never. */
const isOffer = sql`kind in ('credit', 'credit-release') and is_bonus is not true`;

export async function sumPaidOut(db: Database): Promise<RobuxCents> {
	const row = await rowOf<{ sum: RobuxCents }>(db)`
		select coalesce(sum(credited - debited), 0)::bigint as sum from account_buckets where account = 'payouts:paid'
	`;
	return row?.sum ?? (0 as RobuxCents);
}

export async function countOffersOf(db: Database, dayMs: number): Promise<number> {
	const row = await rowOf<{ count: number }>(db)`
		with counted as (select offers, until from offer_days where day = ${at(dayMs)})
		select coalesce((select offers from counted), 0) + (
			select count(*) from transfers
			where at >= coalesce((select until from counted), ${at(dayMs)}) and ${isOffer}
		) as count
	`;
	return row?.count ?? 0;
}

export async function addOffers(db: Database, dayMs: number, untilMs: number): Promise<void> {
	await inTransaction(db, async (tx) => {
		await sql`
			insert into offer_days (day, offers, until) values (${at(dayMs)}, 0, ${at(dayMs)}) on conflict (day) do nothing
		`.execute(tx);
		const counted = await rowOf<{ from: Date }>(tx)`
			select until as from from offer_days where day = ${at(dayMs)} and until < ${at(untilMs)} for update
		`;
		if (!counted) return;
		await sql`
			update offer_days set until = ${at(untilMs)}, offers = offers + (
				select count(*) from transfers where at >= ${counted.from} and at < ${at(untilMs)} and ${isOffer}
			) where day = ${at(dayMs)}
		`.execute(tx);
	});
}

export async function selectNewestPayouts(db: Database, limit: number): Promise<Payout[]> {
	return await rowsOf<Payout>(db)`
		select roblox_username as "robloxUsername", amount, updated_at as "paidAt" from withdrawals
		where state = 'completed' and roblox_username is not null
		order by updated_at desc limit ${limit}
	`;
}
