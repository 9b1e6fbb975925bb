import { sql } from 'kysely';
import { texts } from '../lib/binary-array.ts';
import type { Database, Tx } from '../lib/database.ts';
import { prepared } from '../lib/prepared.ts';
import { columns, first, type WithdrawalKey, type WithdrawalRow } from './store.ts';
import type { WithdrawalState } from './withdrawal.ts';

/** The payout path's statements for one order, and the look for what is due. Those for many are in `store-claims.ts`. */
export type DueRow = WithdrawalKey & { state: WithdrawalState; vendor: string };
const due = prepared<DueRow>(
	'select_due_withdrawals',
	`select w.uid, w.id, w.state, w.vendor from unnest($1::text[], $2::text[]) as q (state, vendor), lateral (
		select * from withdrawals
		where state = q.state and vendor = q.vendor and next_ask_at <= $3 and (lease_until is null or lease_until <= $3)
		order by next_ask_at limit $4
	) w
	order by w.next_ask_at limit $4`,
);

type DueQuery = { now: Date; vendors: readonly string[]; sendable: readonly string[]; limit: number };
export type Claim = WithdrawalKey & { fence: number };

/**
 * Rows that a worker should look at now, the longest waiting first. Orders of vendors that are not set up are left out,
 * and new ones of vendors to which nothing may be sent. Each state and vendor is looked up by itself, in an index that
 * begins with them: however many wait, none of them is read in vain.
 */
export async function selectDue(db: Database | Tx, { now, vendors, sendable, limit }: DueQuery): Promise<DueRow[]> {
	const sent = (['sending', 'unknown', 'needs-review'] as const).flatMap((state) =>
		vendors.map((vendor) => ({ state, vendor })),
	);
	const queues = [...sent, ...sendable.map((vendor) => ({ state: 'requested' as const, vendor }))];
	const states = texts(queues.map(({ state }) => state));
	return (await due(db, states, texts(queues.map(({ vendor }) => vendor)), now, limit)).rows;
}

/** A person takes an order in review in hand, due or not. */
export async function claimToReview(db: Database, key: WithdrawalKey, now: Date, leaseUntil: Date) {
	return first(
		sql<WithdrawalRow>`
		update withdrawals
		set fence = fence + 1, lease_until = ${leaseUntil}, next_ask_at = ${leaseUntil}, updated_at = ${now}
		where uid = ${key.uid} and id = ${key.id} and state = 'needs-review'
			and (lease_until is null or lease_until <= ${now})
		returning ${columns}
	`.execute(db),
	);
}

/** Gives a claim back with nothing changed. */
export async function releaseClaim(db: Database, claim: Claim, nextAskAt: Date): Promise<void> {
	await sql`
		update withdrawals set lease_until = null, next_ask_at = ${nextAskAt}
		where uid = ${claim.uid} and id = ${claim.id} and fence = ${claim.fence}
	`.execute(db);
}

/** Lets a new order rest until something may be sent again. */
export async function postpone(db: Database, key: WithdrawalKey, until: Date): Promise<void> {
	await sql`
		update withdrawals set next_ask_at = ${until} where uid = ${key.uid} and id = ${key.id} and state = 'requested'
	`.execute(db);
}

/** What rested may be looked at again: whether it may be sent now is decided when it is claimed. */
export async function wakeRequested(tx: Tx, now: Date): Promise<void> {
	await sql`
		update withdrawals set next_ask_at = ${now} where state = 'requested' and next_ask_at > ${now}
	`.execute(tx);
}

/** Makes the order's question due now and starts its back-off again. @returns the orders that were waiting for it. */
export async function wakeByOrderId(
	db: Database | Tx,
	vendor: string,
	orderId: string,
	now: Date,
): Promise<WithdrawalKey[]> {
	const { rows } = await sql<WithdrawalKey>`
		update withdrawals set next_ask_at = ${now}, asks = 0
		where order_id = ${orderId} and vendor = ${vendor} and state in ('unknown', 'needs-review')
		returning uid, id
	`.execute(db);
	return rows;
}
