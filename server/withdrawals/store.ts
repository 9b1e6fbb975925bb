import { type RawBuilder, sql } from 'kysely';
import type { RobuxCents } from '../../contract/money.ts';
import type { Database, Tx } from '../lib/database.ts';
import type { WithdrawalState } from './withdrawal.ts';

export type WithdrawalRow = {
	uid: string;
	id: string;
	orderId: string;
	requestId: string | null;
	state: WithdrawalState;
	amount: RobuxCents;
	price: number;
	robloxUsername: string;
	platformUserId: number;
	placeId: number;
	universeId: number;
	passId: number;
	vendor: string;
	isPreOrder: boolean;
	attempts: number;
	firstSentAt: Date | null;
	lastSentAt: Date | null;
	isAcknowledged: boolean;
	asks: number;
	leaseUntil: Date | null;
	fence: number;
	refusal: string | null;
	createdAt: Date;
};

export type NewWithdrawal = Omit<
	WithdrawalRow,
	'attempts' | 'firstSentAt' | 'lastSentAt' | 'isAcknowledged' | 'asks' | 'leaseUntil' | 'fence' | 'refusal' | 'state'
>;

export type WithdrawalKey = { uid: string; id: string };
export type DueRow = WithdrawalKey & { state: WithdrawalState; vendor: string };
type DueQuery = { now: Date; vendors: readonly string[]; sendable: readonly string[]; limit: number };
export type Claim = WithdrawalKey & { fence: number };
export type HistoryRow = Pick<WithdrawalRow, 'id' | 'orderId' | 'amount' | 'state' | 'createdAt'>;
export type ChangedRow = HistoryRow & { version: number };

const openStates = sql`('requested', 'sending', 'unknown', 'needs-review')`;

const columns = sql`uid, id, order_id as "orderId", request_id as "requestId", state, amount, price,
	roblox_username as "robloxUsername", platform_user_id as "platformUserId", place_id as "placeId",
	universe_id as "universeId", pass_id as "passId", vendor, is_pre_order as "isPreOrder", attempts,
	first_sent_at as "firstSentAt", last_sent_at as "lastSentAt", is_acknowledged as "isAcknowledged", asks,
	lease_until as "leaseUntil", fence, refusal, created_at as "createdAt"`;

const historyColumns = sql`id, order_id as "orderId", amount, state, created_at as "createdAt"`;

/**
 * The next number of this user's changes. Changes of one user never run side by side: a new row is made under the
 * wallet's lock and only while no other is open, and every other change is to the one open row, which it locks.
 */
function nextVersion(uid: string): RawBuilder<number> {
	return sql`(select coalesce(max(version), 0) + 1 from withdrawals where uid = ${uid})`;
}

/** The caller holds the wallet's lock. */
export async function insertWithdrawal(tx: Tx, row: NewWithdrawal): Promise<void> {
	await sql`
		insert into withdrawals (uid, id, order_id, request_id, state, amount, price, roblox_username, platform_user_id,
			place_id, universe_id, pass_id, vendor, is_pre_order, next_ask_at, created_at, updated_at, version)
		values (${row.uid}, ${row.id}, ${row.orderId}, ${row.requestId}, 'requested', ${row.amount}, ${row.price},
			${row.robloxUsername}, ${row.platformUserId}, ${row.placeId}, ${row.universeId}, ${row.passId}, ${row.vendor},
			${row.isPreOrder}, ${row.createdAt}, ${row.createdAt}, ${row.createdAt}, ${nextVersion(row.uid)})
	`.execute(tx);
}

export async function selectOpen(db: Database | Tx, uid: string) {
	return first(
		sql<WithdrawalRow>`
		select ${columns} from withdrawals where uid = ${uid} and state in ${openStates}
	`.execute(db),
	);
}

/**
 * Rows that a worker should look at now, the longest waiting first. Orders of vendors that are not set up are left out,
 * and new ones of vendors to which nothing may be sent: they wait, and must not stand in the way of those that can go on.
 */
export async function selectDue(db: Database, { now, vendors, sendable, limit }: DueQuery): Promise<DueRow[]> {
	const { rows } = await sql<DueRow>`
		select uid, id, state, vendor from withdrawals
		where state in ${openStates} and next_ask_at <= ${now} and (lease_until is null or lease_until <= ${now})
			and vendor = any(${vendors}) and (state <> 'requested' or vendor = any(${sendable}))
		order by next_ask_at limit ${limit}
	`.execute(db);
	return rows;
}

/** One conditional update is the whole claim: whoever comes second finds the row already taken. */
export async function claimToAsk(db: Database, key: WithdrawalKey, now: Date, leaseUntil: Date) {
	return first(
		sql<WithdrawalRow>`
		update withdrawals
		set fence = fence + 1, asks = asks + 1, lease_until = ${leaseUntil}, next_ask_at = ${leaseUntil}, updated_at = ${now}
		where uid = ${key.uid} and id = ${key.id} and state in ('unknown', 'needs-review')
			and next_ask_at <= ${now} and (lease_until is null or lease_until <= ${now})
		returning ${columns}
	`.execute(db),
	);
}

/** Claims a new order and, in the same commit, puts the attempt on record: it is known before the vendor is called. */
export async function claimToSend(db: Database | Tx, key: WithdrawalKey, now: Date, leaseUntil: Date) {
	return first(
		sql<WithdrawalRow>`
		update withdrawals set ${attemptStarts(key.uid, now, leaseUntil)}
		where uid = ${key.uid} and id = ${key.id} and state = 'requested' and next_ask_at <= ${now}
		returning ${columns}
	`.execute(db),
	);
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

/** Puts another attempt on record, under the claim with which the vendor was asked. */
export async function claimToSendAgain(db: Database, claim: Claim, now: Date, leaseUntil: Date) {
	return first(
		sql<WithdrawalRow>`
		update withdrawals set ${attemptStarts(claim.uid, now, leaseUntil)}
		where uid = ${claim.uid} and id = ${claim.id} and state = 'unknown' and fence = ${claim.fence}
		returning ${columns}
	`.execute(db),
	);
}

function attemptStarts(uid: string, now: Date, leaseUntil: Date) {
	return sql`state = 'sending', fence = fence + 1, attempts = attempts + 1,
		first_sent_at = coalesce(first_sent_at, ${now}), last_sent_at = ${now},
		lease_until = ${leaseUntil}, next_ask_at = ${leaseUntil}, updated_at = ${now}, version = ${nextVersion(uid)}`;
}

/** An attempt whose worker did not come back may have paid: it becomes `unknown`, and its late answer is shut out. */
export async function expireLease(db: Database, key: WithdrawalKey, now: Date) {
	return first(
		sql<WithdrawalKey>`
		update withdrawals
		set state = 'unknown', fence = fence + 1, lease_until = null, next_ask_at = ${now}, updated_at = ${now},
			version = ${nextVersion(key.uid)}
		where uid = ${key.uid} and id = ${key.id} and state = 'sending' and lease_until <= ${now}
		returning uid, id
	`.execute(db),
	);
}

export type Outcome = {
	from: WithdrawalState;
	to: WithdrawalState;
	vendorStatus: string | null;
	refusal: string | null;
	acknowledged: boolean;
	nextAskAt: Date | null;
	now: Date;
};

/** Writes what a claim found out and gives the claim back. @returns false when somebody else holds the row by now. */
export async function recordOutcome(db: Database | Tx, claim: Claim, outcome: Outcome): Promise<boolean> {
	const row = await first(
		sql`
		update withdrawals
		set state = ${outcome.to}, lease_until = null, next_ask_at = ${outcome.nextAskAt}, updated_at = ${outcome.now},
			vendor_status = coalesce(${outcome.vendorStatus}::text, vendor_status),
			refusal = coalesce(${outcome.refusal}::text, refusal),
			is_acknowledged = is_acknowledged or ${outcome.acknowledged},
			version = ${nextVersion(claim.uid)}
		where uid = ${claim.uid} and id = ${claim.id} and state = ${outcome.from} and fence = ${claim.fence}
		returning id
	`.execute(db),
	);
	return row !== undefined;
}

/** Makes the order's question due now and starts its back-off again. @returns how many orders that was. */
export async function wakeByOrderId(db: Database | Tx, vendor: string, orderId: string, now: Date): Promise<number> {
	const { rows } = await sql`
		update withdrawals set next_ask_at = ${now}, asks = 0
		where order_id = ${orderId} and vendor = ${vendor} and state in ('unknown', 'needs-review')
		returning id
	`.execute(db);
	return rows.length;
}

/** Newest first. The cursor's row itself is not repeated, whatever was added above it meanwhile. */
export async function selectHistory(
	db: Database,
	uid: string,
	limit: number,
	before: { createdAt: Date; id: string } | undefined,
): Promise<HistoryRow[]> {
	const after = before ? sql`and (created_at, id) < (${before.createdAt}, ${before.id}::uuid)` : sql``;
	const { rows } = await sql<HistoryRow>`
		select ${historyColumns} from withdrawals where uid = ${uid} ${after}
		order by created_at desc, id desc limit ${limit}
	`.execute(db);
	return rows;
}

export async function selectChangesSince(db: Database, uid: string, version: number, limit: number) {
	const { rows } = await sql<ChangedRow>`
		select ${historyColumns}, version from withdrawals where uid = ${uid} and version > ${version}
		order by version limit ${limit}
	`.execute(db);
	return rows;
}

export async function selectLatestVersion(db: Database, uid: string): Promise<number> {
	const row = await first(
		sql<{ version: number }>`
		select coalesce(max(version), 0)::bigint as version from withdrawals where uid = ${uid}
	`.execute(db),
	);
	return row?.version ?? 0;
}

async function first<Row>(result: Promise<{ rows: Row[] }>): Promise<Row | undefined> {
	return (await result).rows[0];
}
