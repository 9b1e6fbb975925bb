import { sql } from 'kysely';
import type { Proposal } from '../../../contract/admin/proposals.ts';
import type { RobuxCents } from '../../../contract/money.ts';
import { type TimeList, wayOf, within } from '../../lib/db/cursor.ts';
import { type Database, rowOf, rowsOf, type Tx } from '../../lib/db/database.ts';

export type ProposalRow = {
	id: string;
	kind: Proposal['kind'];
	call: string | null;
	input: Record<string, unknown> | null;
	uid: string | null;
	userName: string | null;
	orderId: string | null;
	orderState: string | null;
	outcome: 'paid' | 'refunded' | null;
	proof: string | null;
	amount: RobuxCents | null;
	reason: string | null;
	state: Proposal['state'];
	proposedBy: string;
	proposerName: string | null;
	proposedAt: Date;
	expiresAt: Date | null;
	appliesAt: Date | null;
	decidedBy: string | null;
	decidedAt: Date | null;
};

/** With their state at this time, so that a late expiry job does no harm. */
const proposalsAt = (now: Date) => sql`(
	select p.id, p.kind, p.call, p.input, p.uid, p.order_id as "orderId", w.state as "orderState", p.outcome, p.proof,
		w.roblox_username as "orderUserName", coalesce(p.amount, w.amount) as amount, p.reason, p.state as "storedState",
		case
			when p.state in ('booked', 'settled') then 'done'
			when p.state = 'waiting' and p.expires_at <= ${now} then 'expired'
			when p.state = 'waiting' and w.state in ('completed', 'failed') then 'overtaken'
			else p.state
		end as state,
		p.proposed_by as "proposedBy", p.proposed_at as "proposedAt", p.expires_at as "expiresAt",
		p.applies_at as "appliesAt",
		p.decided_by as "decidedBy", p.decided_at as "decidedAt"
	from proposals p left join withdrawals w on p.kind = 'settlement' and w.order_id = p.order_id and w.uid = p.uid
)`;

const withNames = sql`
	select p.*, coalesce(p."orderUserName", u.roblox_username, account.email) as "userName",
		proposer.email as "proposerName"`;
const names = sql`
	left join users u on u.uid = p.uid
	left join auth_user account on account.id = p.uid
	left join auth_user proposer on proposer.id = p."proposedBy"`;

export function selectProposal(db: Database, id: string, now: Date): Promise<ProposalRow | undefined> {
	return rowOf<ProposalRow>(db)`${withNames} from ${proposalsAt(now)} p ${names} where p.id = ${id}`;
}

type Filter = TimeList & {
	uid?: string | undefined;
	kind?: Proposal['kind'] | undefined;
	state?: Proposal['state'] | undefined;
	after: { createdAt: Date; id: string } | undefined;
	now: Date;
	limit: number;
};

export function selectProposals(db: Database, filter: Filter): Promise<ProposalRow[]> {
	const { uid, kind, state, after, now, limit, order, ...range } = filter;
	const { way, beyond } = wayOf(order === 'oldest');
	const ofUser = uid ? sql`p.uid = ${uid}` : sql`true`;
	const ofKind = kind ? sql`p.kind = ${kind}` : sql`true`;
	const inState = state ? sql`p.state = ${state}` : sql`true`;
	const isStored = state === 'waiting' ? sql`p."storedState" = 'waiting'` : sql`true`;
	const behind = after ? sql`(p."proposedAt", p.id) ${beyond} (${after.createdAt}, ${after.id}::uuid)` : sql`true`;
	return rowsOf<ProposalRow>(db)`
		${withNames} from ${proposalsAt(now)} p ${names}
		where ${ofUser} and ${ofKind} and ${inState} and ${isStored} and ${behind}
			and (p."decidedBy" is distinct from p."proposedBy" or p."storedState" <> 'booked')
			and ${within(sql`p."proposedAt"`, range)}
		order by p."proposedAt" ${way}, p.id ${way} limit ${limit}
	`;
}

export function selectSameProposal(
	tx: Tx,
	{ call, input, proposedBy, proposedAt }: { call: string; input: object; proposedBy: string; proposedAt: Date },
): Promise<Pick<ProposalRow, 'id' | 'appliesAt'> | undefined> {
	return rowOf<Pick<ProposalRow, 'id' | 'appliesAt'>>(tx)`
		select id, applies_at as "appliesAt" from proposals
		where state = 'waiting' and kind = 'call' and call = ${call} and input = ${JSON.stringify(input)}::jsonb
			and proposed_by = ${proposedBy} and expires_at > ${proposedAt}
	`;
}

type Derived = 'input' | 'userName' | 'orderState' | 'proposerName' | 'state' | 'decidedBy' | 'decidedAt';
export type NewProposal = Omit<ProposalRow, Derived> & { input: object | null };

export async function insertProposal(tx: Tx, row: NewProposal): Promise<boolean> {
	const rows = await rowsOf(tx)`
		insert into proposals (id, kind, call, input, uid, amount, reason, order_id, outcome, proof, state, proposed_by,
			proposed_at, expires_at, applies_at)
		values (${row.id}, ${row.kind}, ${row.call}, ${row.input && JSON.stringify(row.input)}, ${row.uid}, ${row.amount},
			${row.reason}, ${row.orderId}, ${row.outcome}, ${row.proof}, 'waiting', ${row.proposedBy}, ${row.proposedAt},
			${row.expiresAt}, ${row.appliesAt})
		on conflict do nothing
		returning id
	`;
	return rows.length > 0;
}

type Decided = {
	id: string;
	state: 'done' | 'booked' | 'settled' | 'refused' | 'withdrawn';
	by: string;
	at: Date;
	reason: string | null;
};

export async function updateProposal(tx: Tx, { id, state, by, at, reason }: Decided): Promise<boolean> {
	const rows = await rowsOf(tx)`
		update proposals set state = ${state}, decided_by = ${by}, decided_at = ${at},
			decided_for = case kind when 'call' then ${reason}::text end, input = input - 'sealed', stop_codes = null
		where id = ${id} and state = 'waiting' and (expires_at is null or expires_at > ${at})
		returning id
	`;
	return rows.length > 0;
}

export function selectDueProposals(db: Database, now: Date): Promise<{ id: string }[]> {
	return rowsOf<{ id: string }>(db)`
		select id from proposals where state = 'waiting' and applies_at <= ${now} order by applies_at, id
	`;
}

export async function postponeProposal(db: Database, id: string, appliesAt: Date | null): Promise<void> {
	await sql`update proposals set applies_at = ${appliesAt} where id = ${id} and state = 'waiting'`.execute(db);
}

export function selectStopCode(db: Database, hash: Buffer): Promise<{ id: string; uid: string } | undefined> {
	const key = hash.toString('hex');
	return rowOf<{ id: string; uid: string }>(db)`
		select id, stop_codes ->> ${key} as uid from proposals where state = 'waiting' and stop_codes ? ${key}
	`;
}

export function selectSoloProposals(db: Database, now: Date): Promise<ProposalRow[]> {
	return rowsOf<ProposalRow>(db)`
		${withNames} from ${proposalsAt(now)} p ${names} where p."storedState" = 'waiting' and p."appliesAt" > ${now}
	`;
}

export function selectSealedProposals(tx: Tx): Promise<{ id: string; wall: string; sealed: string }[]> {
	return rowsOf<{ id: string; wall: string; sealed: string }>(tx)`
		select id, coalesce(input -> 'entry' ->> 'id', 'ALERT_URLS') as wall, input ->> 'sealed' as sealed from proposals
		where state = 'waiting' and input ? 'sealed' for update
	`;
}

export async function updateSealedProposal(tx: Tx, id: string, sealed: string): Promise<void> {
	await sql`
		update proposals set input = jsonb_set(input, '{sealed}', to_jsonb(${sealed}::text)) where id = ${id}
	`.execute(tx);
}
