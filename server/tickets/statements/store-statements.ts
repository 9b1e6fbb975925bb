import { sql } from 'kysely';
import type { ThreadAbout } from '../../../contract/accounts/threads.ts';
import type { ReasonCode } from '../../../contract/admin/reasons.ts';
import type { RobuxCents } from '../../../contract/money.ts';
import { MACHINE } from '../../accounts/second-person.ts';
import { type Database, rowOf, rowsOf, type Tx } from '../../lib/db/database.ts';

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
const STANDING_MAX = 50;

type Standing = {
	bannedAt: Date | null;
	banReason: string | null;
	banRule: string | null;
	pausedReason: string | null;
	pauseRule: string | null;
};

export function selectStanding(db: Database | Tx, uid: string): Promise<Standing | undefined> {
	return rowOf<Standing>(db)`
		select banned_at as "bannedAt", ban_reason as "banReason", ban_rule as "banRule",
			paused_reason as "pausedReason", pause_rule as "pauseRule"
		from users where uid = ${uid}
	`;
}

export type Decision = {
	at: Date;
	/** Null if a rule decided, not an admin. */
	actor: string | null;
	/** Null if one admin was enough. */
	proposedBy: string | null;
	code: ReasonCode;
	reason: string | null;
	details: Record<string, unknown>;
};

const columns = (proposedBy = sql`details ->> 'proposed_by'`) => sql`
	at, case when actor ~ ${UUID} then actor end as actor, ${proposedBy} as "proposedBy",
	coalesce(reason_code, 'other') as code, details ->> 'reason' as reason,
	details - '{ip,reason,before,after}'::text[] as details`;

export function selectDecision(
	db: Database | Tx,
	{ uid, actions, key, value }: { uid: string; actions: readonly string[]; key?: string; value?: string },
): Promise<Decision | undefined> {
	const aboutIt = key === undefined ? sql`` : sql`and details ->> ${key} = ${value}`;
	return rowOf<Decision>(db)`
		select ${columns()} from audit_entries where uid = ${uid} and action = any(${actions}::text[]) ${aboutIt}
		order by id desc limit 1
	`;
}

/** Selects the decision to refund. Ignores an admin's release of the order, even if the vendor refuses it later. */
export function selectRefund(db: Database | Tx, uid: string, orderId: string): Promise<Decision | undefined> {
	const proposer = sql`coalesce(details ->> 'proposed_by', (
		select proposed_by::text from payout_settlements
		where action = 'approve-settlement' and order_id = ${orderId} and state = 'settled'
	))`;
	return rowOf<Decision>(db)`
		select ${columns(proposer)} from audit_entries where uid = ${uid} and details ->> 'orderId' = ${orderId} and (
			action in ('refund-withdrawal', 'cancel-withdrawal', 'manual-payout-refuse')
			or action = 'decide-screening' and details ->> 'decision' = 'refund'
			or action = 'approve-settlement' and details -> 'after' ->> 'withdrawal' = 'failed'
		)
		order by id desc limit 1
	`;
}

type Order = {
	state: string;
	amount: RobuxCents;
	updatedAt: Date;
	refusal: string | null;
	vendorStatus: string | null;
	screening: { until: Date; startedAt: Date; rules: string[]; version: number; needsPerson: boolean } | null;
};

export async function selectOrder(db: Database | Tx, uid: string, orderId: string): Promise<Order | undefined> {
	type Row = Omit<Order, 'screening'> & Partial<NonNullable<Order['screening']>>;
	const row = await rowOf<Row>(db)`
		select w.state, w.amount, w.updated_at as "updatedAt", w.refusal, w.vendor_status as "vendorStatus", s.until,
			s.started_at as "startedAt", s.rules, s.rule_version as version, s.needs_person as "needsPerson"
		from withdrawals w left join screenings s on s.uid = w.uid and s.withdrawal_id = w.id
		where w.uid = ${uid} and w.order_id = ${orderId}
	`;
	if (!row) return undefined;
	const { until, startedAt, rules, version, needsPerson, ...order } = row;
	const screening = until && startedAt ? { until, startedAt, rules, version, needsPerson } : null;
	return { ...order, screening: screening as Order['screening'] };
}

type Hold = {
	at: Date;
	amount: RobuxCents;
	name: string | null;
	wall: string;
	cause: 'amount' | 'speed' | null;
	releaseAt: Date | null;
	version: number;
};

/** Also finds the hold of a boost, which is that of its credit. */
export function selectHold(db: Database | Tx, uid: string, id: string): Promise<Hold | undefined> {
	return rowOf<Hold>(db)`
		select t.at, t.amount, t.offer_name as name, h.wall, h.cause, h.release_at as "releaseAt", h.rule_version as version
		from transfers t join held_credits h on h.uid = t.uid and (
			h.hold_id = t.id or t.kind = 'boost-hold' and t.reference = 'offer/' || h.wall || '/' || h.transaction_id || '/boost'
		)
		where t.uid = ${uid} and t.id = ${serialOf(id)} and h.outcome is null
	`;
}

type Reversal = {
	kind: string;
	at: Date;
	amount: RobuxCents;
	name: string | null;
	wall: string | null;
	reason: string | null;
	decidedBy: string | null;
	proposedBy: string | null;
};

export function selectReversal(db: Database | Tx, uid: string, id: string): Promise<Reversal | undefined> {
	return rowOf<Reversal>(db)`
		select t.kind, t.at, t.amount, t.offer_name as name, coalesce(a.reason, t.reason) as reason,
			case when t.reference like 'offer/%' then split_part(t.reference, '/', 2) end as wall,
			nullif(a.decided_by, ${MACHINE}) as "decidedBy", a.proposed_by as "proposedBy"
		from transfers t
		left join adjustments a on t.kind = 'adjustment-down' and a.uid = t.uid and t.reference = 'adjustment/' || a.id
		where t.uid = ${uid} and t.id = ${serialOf(id)} and (
			t.kind in ('reversal', 'boost-reversal', 'boost-cancel', 'adjustment-down', 'claim-return', 'import-reversal',
				'bounty-cancel', 'bounty-reversal')
			or t.kind = 'credit-cancel' and t.payout_micros is not null
		)
	`;
}

type Declined = { at: Date; wall: string; title: string | null; said: string | null };

export function selectClaimDeclined(db: Database | Tx, uid: string, reference: string): Promise<Declined | undefined> {
	return rowOf<Declined>(db)`
		select changed_at as at, wall, title, said from claims
		where uid = ${uid} and reference = ${reference} and state = 'declined'
	`;
}

type Case = { at: Date; score: number; state: string; version: number; signals: Record<string, number> };

export function selectCase(db: Database | Tx, uid: string): Promise<Case | undefined> {
	return rowOf<Case>(db)`
		select opened_at as at, score, state, rule_version as version, coalesce((
			select jsonb_object_agg(signal, points) from fraud_signals s where s.uid = c.uid
		), '{}') as signals
		from fraud_cases c where uid = ${uid} and state <> 'closed'
	`;
}

type Difference = { at: Date; amount: RobuxCents; kinds: string[]; vendor: string; version: number };

export function selectDifference(db: Database | Tx, uid: string, orderId: string): Promise<Difference | undefined> {
	return rowOf<Difference>(db)`
		select min(r.found_at) as at, array_agg(r.kind order by r.id) as kinds, min(r.vendor) as vendor,
			max(r.rule_version) as version, w.amount
		from payout_reviews r join withdrawals w using (uid, order_id)
		where uid = ${uid} and order_id = ${orderId} and r.resolved_at is null
		group by w.amount
	`;
}

export function selectStandingIds(db: Database, uid: string): Promise<ThreadAbout[]> {
	return rowsOf<ThreadAbout>(db)`
		(
			select 'withdrawal' as kind, order_id as id from withdrawals
			where uid = ${uid} and state in ('screening', 'needs-review', 'unknown') limit ${STANDING_MAX}
		) union all (
			select distinct 'review', order_id from payout_reviews
			where uid = ${uid} and resolved_at is null limit ${STANDING_MAX}
		) union all (
			select 'hold', hold_id::text from held_credits where uid = ${uid} and outcome is null
			order by hold_id desc limit ${STANDING_MAX}
		)
	`;
}

export async function selectStaffNames(db: Database, uids: readonly (string | null | undefined)[]) {
	const wanted = uids.filter((uid) => typeof uid === 'string');
	const rows = await rowsOf<{ uid: string; email: string }>(db)`
		select id as uid, email from auth_user where id = any(${wanted}::uuid[])
	`;
	return Object.fromEntries(rows.map(({ uid, email }) => [uid, email]));
}

/** Returns 0, an unused id, for text that is not a number. */
const serialOf = (id: string): number => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0);
