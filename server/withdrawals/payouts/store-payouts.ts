import { sql } from 'kysely';
import type { RobuxCents } from '../../../contract/money.ts';
import { type Database, ofUsers, rowOf, rowsOf, type Tx } from '../../lib/db/database.ts';
import { prepared, texts, uuids } from '../../lib/db/prepared.ts';
import { columns, columnsText, type WithdrawalKey, type WithdrawalRow } from '../store.ts';
import type { WithdrawalState } from '../withdrawal.ts';

export type DueRow = WithdrawalKey & { state: WithdrawalState; vendor: string };

function dueOf(queues: number) {
	const each = Array.from(
		{ length: queues },
		(_, n) => `(
			select uid, id, state, vendor, next_ask_at from withdrawals
			where state = ($1::text[])[${n + 1}] and vendor = ($2::text[])[${n + 1}] and next_ask_at <= $3
				and (lease_until is null or lease_until <= $3)
			order by next_ask_at limit $4
		)`,
	);
	return prepared<DueRow>(
		`select_due_withdrawals_${queues}`,
		`select uid, id, state, vendor from (${each.join(' union all ')}) due order by next_ask_at limit $4`,
	);
}

type DueQuery = { now: Date; vendors: readonly string[]; sendable: readonly string[]; limit: number };
export type Claim = WithdrawalKey & { fence: number };

export async function selectDue(db: Database | Tx, { now, vendors, sendable, limit }: DueQuery): Promise<DueRow[]> {
	const sent = (['sending', 'unknown', 'needs-review'] as const).flatMap((state) =>
		vendors.map((vendor) => ({ state, vendor })),
	);
	const queues = [...sent, ...sendable.map((vendor) => ({ state: 'requested' as const, vendor }))];
	if (queues.length === 0) return [];
	const states = texts(queues.map(({ state }) => state));
	return (await dueOf(queues.length)(db, states, texts(queues.map(({ vendor }) => vendor)), now, limit)).rows;
}

export type Claimable = WithdrawalKey & { amount: RobuxCents; attempts: number };

export function lockUnsent(tx: Tx, orderId: string) {
	return rowOf<WithdrawalKey & { state: WithdrawalState }>(tx)`
		select uid, id, state from withdrawals
		where order_id = ${orderId} and state in ('requested', 'screening') for no key update
	`;
}

/** Uses a subquery per key: for a join, the planner would read all open orders. */
const lockNew = prepared<Claimable>(
	'lock_requested_withdrawals',
	`select free.* from unnest($1::uuid[], $2::uuid[]) as k (uid, id), lateral (
		select w.uid, w.id, w.amount, w.attempts from withdrawals w
		where w.uid = k.uid and ${ofUsers('w.uid')} and w.id = k.id and w.state = 'requested' and w.next_ask_at <= $3
		for no key update skip locked
	) free`,
);

export async function lockRequested(tx: Tx, keys: readonly WithdrawalKey[], now: Date): Promise<Claimable[]> {
	return (await lockNew(tx, ...keyColumns(keys), now)).rows;
}

const claiming = prepared<WithdrawalRow>(
	'claim_to_ask',
	`with due (of_uid, of_id) as (
		select free.* from unnest($1::uuid[], $2::uuid[]) as k (uid, id), lateral (
			select w.uid, w.id from withdrawals w
			where w.uid = k.uid and ${ofUsers('w.uid')} and w.id = k.id and w.state in ('unknown', 'needs-review') and w.next_ask_at <= $3
				and (w.lease_until is null or w.lease_until <= $3)
			for no key update skip locked
		) free
	)
	update withdrawals set fence = fence + 1, asks = asks + 1, lease_until = $4
	from due where uid = of_uid and ${ofUsers('uid')} and id = of_id
	returning ${columnsText}`,
);

/** A single conditional UPDATE leases the row, so a second worker gets nothing. It changes no indexed column. */
export async function claimToCheck(tx: Tx, keys: readonly WithdrawalKey[], now: Date, leaseUntil: Date) {
	return (await claiming(tx, ...keyColumns(keys), now, leaseUntil)).rows;
}

function keyColumns(keys: readonly WithdrawalKey[]): [Buffer, Buffer] {
	return [uuids(keys.map(({ uid }) => uid)), uuids(keys.map(({ id }) => id))];
}

export async function claimToReview(db: Database, key: WithdrawalKey, now: Date, leaseUntil: Date) {
	return rowOf<WithdrawalRow>(db)`
		update withdrawals
		set fence = fence + 1, lease_until = ${leaseUntil}, next_ask_at = ${leaseUntil}, updated_at = ${now}
		where uid = ${key.uid} and id = ${key.id} and state = 'needs-review'
			and (lease_until is null or lease_until <= ${now})
		returning ${columns}
	`;
}

export async function releaseClaim(db: Database, claim: Claim, nextCheckAt: Date): Promise<void> {
	await sql`
		update withdrawals set lease_until = null, next_ask_at = ${nextCheckAt}
		where uid = ${claim.uid} and id = ${claim.id} and fence = ${claim.fence}
	`.execute(db);
}

export async function postpone(db: Database, key: WithdrawalKey, until: Date): Promise<void> {
	await sql`
		update withdrawals set next_ask_at = ${until} where uid = ${key.uid} and id = ${key.id} and state = 'requested'
	`.execute(db);
}

export async function wakeRequested(tx: Tx, now: Date): Promise<void> {
	await sql`update withdrawals set next_ask_at = ${now} where state = 'requested' and next_ask_at > ${now}`.execute(tx);
}

export async function wakeGiftCards(tx: Tx, now: Date): Promise<void> {
	await sql`
		update withdrawals set next_ask_at = ${now}, asks = 0 where state = 'unknown' and vendor = 'manual' and method = 'gift-card'
	`.execute(tx);
}

/** Schedules the next check at once and resets the back-off. */
export function wakeByOrderId(db: Database | Tx, vendor: string, orderId: string, now: Date) {
	return rowsOf<WithdrawalKey>(db)`
		update withdrawals set next_ask_at = ${now}, asks = 0
		where order_id = ${orderId} and vendor = ${vendor} and state in ('unknown', 'needs-review')
		returning uid, id
	`;
}
