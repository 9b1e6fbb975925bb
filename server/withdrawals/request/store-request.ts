import { DAY_MS } from '../../../contract/durations.ts';
import type { RobuxCents } from '../../../contract/money.ts';
import type { PayoutMethod } from '../../../contract/withdrawals/withdrawals.ts';
import type { Database, Tx } from '../../lib/db/database.ts';
import { prepared } from '../../lib/db/prepared.ts';

export type EarlierRequest = {
	id: string;
	orderId: string;
	amount: RobuxCents;
	price: number;
	method: PayoutMethod;
	placeId: number | null;
	robloxUsername: string | null;
};

export type RequestFacts = {
	banReason: string | null;
	pausedReason: string | null;
	robloxUsername: string | null;
	platformUserId: number | null;
	isGameAccountProven: boolean;
	/** R$ cents; 0 without an open wallet. */
	balance: RobuxCents;
	openOrderId: string | null;
	earlier: EarlierRequest | null;
	/** R$ cents requested since `dayStartsAt`, without refunded ones. */
	requestedToday: RobuxCents;
	arePayoutsOn: boolean;
	personDayCap: RobuxCents | null;
};

const select = prepared<RequestFacts>(
	'select_request_facts',
	`with person as materialized (
		select u.uid, u.ban_reason, u.paused_reason, u.roblox_username, u.platform_user_id, exists (
			select from linked_game_accounts linked
			where linked.platform_user_id = u.platform_user_id and linked.uid = u.uid and linked.proven_at is not null
		) as is_proven
		from users u where u.uid = $1
	), site as materialized (
		select is_on, person_day_cap from payout_settings where name = 'payouts'
	)
	select u.ban_reason as "banReason", u.paused_reason as "pausedReason", u.roblox_username as "robloxUsername",
		u.platform_user_id as "platformUserId", coalesce(u.is_proven, false) as "isGameAccountProven",
		coalesce(w.balance, 0)::bigint as balance,
		(
			select order_id from withdrawals
			where uid = $1 and state in ('requested', 'screening', 'sending', 'unknown', 'needs-review')
		) as "openOrderId",
		(
			select json_build_object('id', id, 'orderId', order_id, 'amount', amount, 'price', price, 'placeId', place_id,
				'robloxUsername', roblox_username, 'method', method)
			from withdrawals
			where uid = $1 and request_id = asked.request_id
		) as earlier,
		(
			select coalesce(sum(amount), 0)::bigint from withdrawals
			where uid = $1 and created_at >= asked.day_starts_at and state <> 'failed'
		) as "requestedToday",
		settings.is_on as "arePayoutsOn", settings.person_day_cap as "personDayCap"
	from (select $1::uuid as uid, $2::uuid as request_id, $3::timestamptz as day_starts_at) asked
	left join site settings on true
	left join person u on u.uid = asked.uid
	left join wallets w on w.uid = asked.uid and w.uid = $1 and w.closed_at is null`,
);

export const dayStartsAtMs = (nowMs: number): number => nowMs - (nowMs % DAY_MS);

/** Reads all facts in one statement, so that they are consistent. */
export async function selectRequestFacts(db: Database | Tx, uid: string, nowMs: number, requestId?: string) {
	return (await select(db, uid, requestId ?? null, new Date(dayStartsAtMs(nowMs)))).rows[0] as RequestFacts;
}
