import { sql } from 'kysely';
import type { ThreadAbout } from '../../contract/accounts/threads.ts';
import type { ReasonCode } from '../../contract/admin/reasons.ts';
import type { RobuxCents } from '../../contract/money.ts';
import type { Database, Tx } from '../lib/db/database.ts';
import { rowOf, rowsOf } from '../lib/db/rows.ts';

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
	/** Null: no person. */
	actor: string | null;
	/** Who asked for it, where it took two. */
	proposedBy: string | null;
	code: ReasonCode;
	reason: string | null;
	details: Record<string, unknown>;
};

/** The last one of these about somebody; with a key, about this thing of theirs. */
export function selectDecision(
	db: Database | Tx,
	{ uid, actions, key, value }: { uid: string; actions: readonly string[]; key?: string; value?: string },
): Promise<Decision | undefined> {
	const aboutIt = key === undefined ? sql`` : sql`and details ->> ${key} = ${value}`;
	return rowOf<Decision>(db)`
		select at, case when actor ~ ${UUID} then actor end as actor, details ->> 'proposed_by' as "proposedBy",
			coalesce(reason_code, 'other') as code, details ->> 'reason' as reason,
			details - '{ip,reason,before,after}'::text[] as details
		from audit_entries where uid = ${uid} and action = any(${actions}::text[]) ${aboutIt}
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

/** By its line of the history, while it lasts. */
export function selectHold(db: Database | Tx, uid: string, id: string): Promise<Hold | undefined> {
	return rowOf<Hold>(db)`
		select t.at, t.amount, t.offer_name as name, h.wall, h.cause, h.release_at as "releaseAt", h.rule_version as version
		from held_credits h join transfers t on t.uid = h.uid and t.id = h.hold_id
		where h.uid = ${uid} and h.hold_id = ${serialOf(id)} and h.outcome is null
	`;
}

type Reversal = { at: Date; amount: RobuxCents; name: string | null; wall: string; reason: string | null };

export function selectReversal(db: Database | Tx, uid: string, id: string): Promise<Reversal | undefined> {
	return rowOf<Reversal>(db)`
		select at, amount, offer_name as name, reason, split_part(reference, '/', 2) as wall
		from transfers where uid = ${uid} and id = ${serialOf(id)} and kind in ('reversal', 'credit-cancel')
	`;
}

type Declined = { at: Date; wall: string; title: string | null; said: string | null };

export function selectClaimDeclined(db: Database | Tx, uid: string, reference: string): Promise<Declined | undefined> {
	return rowOf<Declined>(db)`
		select changed_at as at, wall, title, said from claims
		where uid = ${uid} and reference = ${reference} and state = 'declined'
	`;
}

/** What is held or looked at now, beside ban and pause. */
export function selectStandingIds(db: Database, uid: string): Promise<ThreadAbout[]> {
	return rowsOf<ThreadAbout>(db)`
		(
			select 'withdrawal' as kind, order_id as id from withdrawals
			where uid = ${uid} and state in ('screening', 'needs-review', 'unknown') limit ${STANDING_MAX}
		) union all (
			select 'hold', hold_id::text from held_credits where uid = ${uid} and outcome is null
			order by hold_id desc limit ${STANDING_MAX}
		)
	`;
}

/** Names no line where it is no number of one. */
function serialOf(id: string): number {
	return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0;
}
