import type { RobuxCents } from '../../contract/money.ts';
import { uuids } from '../lib/binary-array.ts';
import type { Tx } from '../lib/database.ts';
import { prepared } from '../lib/prepared.ts';
import { columnsText, type WithdrawalKey, type WithdrawalRow } from './store.ts';

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

function keyColumns(keys: readonly WithdrawalKey[]): [Buffer, Buffer] {
	return [uuids(keys.map(({ uid }) => uid)), uuids(keys.map(({ id }) => id))];
}
