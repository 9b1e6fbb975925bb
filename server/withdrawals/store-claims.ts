import type { RobuxCents } from '../../contract/money.ts';
import { bigints, texts, timestamps, uuids } from '../lib/binary-array.ts';
import type { Tx } from '../lib/database.ts';
import { prepared } from '../lib/prepared.ts';
import { columnsText, type WithdrawalKey, type WithdrawalRow } from './store.ts';
import type { Claim } from './store-payouts.ts';
import type { WithdrawalState } from './withdrawal.ts';

/**
 * The payout path's statements for many orders at once. A claim leaves out what somebody else has locked, so that no two of
 * them ever wait for each other.
 */
export type Claimable = WithdrawalKey & { amount: RobuxCents; attempts: number };

/** A subquery for each key: joined as a table, all open orders would be read, for they are few as far as the planner knows. */
const lockNew = prepared<Claimable>(
	'lock_requested_withdrawals',
	`select free.* from unnest($1::uuid[], $2::uuid[]) as k (uid, id), lateral (
		select w.uid, w.id, w.amount, w.attempts from withdrawals w
		where w.uid = k.uid and w.id = k.id and w.state = 'requested' and w.next_ask_at <= $3
		for no key update skip locked
	) free`,
);

/** Which of these may be sent for the first time now. They are locked until the transaction ends. */
export async function lockRequested(tx: Tx, keys: readonly WithdrawalKey[], now: Date): Promise<Claimable[]> {
	return (await lockNew(tx, ...keyColumns(keys), now)).rows;
}

const start = prepared<WithdrawalRow>(
	'start_attempts',
	`update withdrawals
	set state = 'sending', fence = fence + 1, attempts = attempts + 1, first_sent_at = coalesce(first_sent_at, $3),
		last_sent_at = $3, lease_until = $4, next_ask_at = $4, updated_at = $3, version = version + 1
	from unnest($1::uuid[], $2::uuid[]) as k (of_uid, of_id)
	where uid = of_uid and id = of_id
	returning ${columnsText}`,
);

/** Puts an attempt of each on record. The caller has them locked as {@link lockRequested} found them. */
export async function startAttempts(
	tx: Tx,
	keys: readonly WithdrawalKey[],
	now: Date,
	leaseUntil: Date,
): Promise<WithdrawalRow[]> {
	return (await start(tx, ...keyColumns(keys), now, leaseUntil)).rows;
}

const ask = prepared<WithdrawalRow>(
	'claim_to_ask',
	`with due (of_uid, of_id) as (
		select free.* from unnest($1::uuid[], $2::uuid[]) as k (uid, id), lateral (
			select w.uid, w.id from withdrawals w
			where w.uid = k.uid and w.id = k.id and w.state in ('unknown', 'needs-review') and w.next_ask_at <= $3
				and (w.lease_until is null or w.lease_until <= $3)
			for no key update skip locked
		) free
	)
	update withdrawals set fence = fence + 1, asks = asks + 1, lease_until = $4
	from due where uid = of_uid and id = of_id
	returning ${columnsText}`,
);

/**
 * One conditional update is the whole claim: whoever comes second finds the row already taken. It changes no column that
 * an index holds, so it costs none of them anything; the lease is what makes it not due.
 */
export async function claimToAsk(
	tx: Tx,
	keys: readonly WithdrawalKey[],
	now: Date,
	leaseUntil: Date,
): Promise<WithdrawalRow[]> {
	return (await ask(tx, ...keyColumns(keys), now, leaseUntil)).rows;
}

export type Outcome = {
	from: WithdrawalState;
	to: WithdrawalState;
	vendorStatus: string | null;
	refusal: string | null;
	acknowledged: boolean;
	/** The attempt is as if it had not been made. */
	uncounted: boolean;
	nextAskAt: Date | null;
	now: Date;
};

const record = prepared<{ id: string }>(
	'record_outcomes',
	`update withdrawals w
	set state = o.to_state, lease_until = null, next_ask_at = o.next_ask_at, updated_at = o.at,
		vendor_status = coalesce(o.vendor_status, w.vendor_status), refusal = coalesce(o.refusal, w.refusal),
		is_acknowledged = w.is_acknowledged or o.acknowledged = 1, attempts = w.attempts - o.uncounted::int,
		first_sent_at = case when o.to_state = 'requested' then null else w.first_sent_at end, version = w.version + 1
	from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[],
		$9::bigint[], $10::timestamptz[], $11::timestamptz[]
	) as o (uid, id, fence, from_state, to_state, vendor_status, refusal, acknowledged, uncounted, next_ask_at, at)
	where w.uid = o.uid and w.id = o.id and w.fence = o.fence and w.state = o.from_state
	returning w.id`,
);

/**
 * Writes what claims found out and gives them back. @returns the ids of what was written: not of those that somebody else
 * holds by now.
 */
export async function recordOutcomes(
	tx: Tx,
	found: readonly { order: Claim; outcome: Outcome }[],
): Promise<Set<string>> {
	const { rows } = await record(
		tx,
		...keyColumns(found.map(({ order }) => order)),
		bigints(found.map(({ order }) => order.fence)),
		texts(found.map(({ outcome }) => outcome.from)),
		texts(found.map(({ outcome }) => outcome.to)),
		texts(found.map(({ outcome }) => outcome.vendorStatus ?? undefined)),
		texts(found.map(({ outcome }) => outcome.refusal ?? undefined)),
		bigints(found.map(({ outcome }) => (outcome.acknowledged ? 1 : 0))),
		bigints(found.map(({ outcome }) => (outcome.uncounted ? 1 : 0))),
		timestamps(found.map(({ outcome }) => outcome.nextAskAt?.getTime())),
		timestamps(found.map(({ outcome }) => outcome.now.getTime())),
	);
	return new Set(rows.map(({ id }) => id));
}

function keyColumns(keys: readonly WithdrawalKey[]): [Buffer, Buffer] {
	return [uuids(keys.map(({ uid }) => uid)), uuids(keys.map(({ id }) => id))];
}
