import { type RawBuilder, sql } from 'kysely';
import { type RobuxCents, robuxToWire } from '../../../contract/money.ts';
import type { ClaimAnswerKind, ClaimState } from '../../../contract/offerwalls/claims.ts';
import { cellOf, type Database, rowOf, rowsOf, type Tx } from '../../lib/db/database.ts';
import { findTicket, type TicketKey, type TicketKind, type TicketRow } from '../../tickets/store-tickets.ts';

export type ClaimRow = TicketRow & {
	state: ClaimState;
	wall: string;
	offerId: string | null;
	offerKey: string | null;
	title: string | null;
	goal: string | null;
	steps: number;
	/** R$ including the boost; null if the step is unknown. */
	shown: RobuxCents | null;
	note: string | null;
	answer: ClaimAnswerKind;
	amount: RobuxCents | null;
	said: string | null;
};

/** SQL condition as text, for prepared statements. */
export const IS_WAITING = "state in ('open', 'asked-partner')";

const toItem = ({ title, wall, amount, said }: ClaimRow) => ({
	...{ offer: title, wall_id: wall, said },
	amount: amount === null ? null : robuxToWire(amount),
});

function toAdminItem(row: ClaimRow) {
	const { said: _, ...item } = toItem(row);
	const { offerId, answer, shown } = row;
	return { ...item, offer_id: offerId, answer, shown: shown === null ? null : robuxToWire(shown) };
}

export const claimKind: TicketKind<ClaimRow, ReturnType<typeof toItem>, ReturnType<typeof toAdminItem>> = {
	name: 'claim',
	letter: 'C',
	table: 'claims',
	columns: sql`t.wall, t.offer_id as "offerId", t.offer_key as "offerKey", t.title, t.goal, t.steps, t.shown, t.note,
		t.answer, t.amount, t.said`,
	time: sql`opened_at`,
	isWaiting: sql.raw(IS_WAITING),
	waitsSince: sql`opened_at`,
	toItem,
	toAdminItem,
};

type NewClaim = Omit<ClaimRow, 'changedAt' | 'state' | 'amount' | 'said'>;

/** Requires the wallet lock. */
export async function insertClaim(tx: Tx, claim: NewClaim, pictures: readonly Buffer[]): Promise<void> {
	const { uid, reference, openedAt, wall, offerId, offerKey, title, goal, steps, shown, note, answer } = claim;
	await sql`
		insert into claims (uid, reference, opened_at, changed_at, wall, offer_id, offer_key, title, goal, steps, shown, note, answer, state)
		values (${uid}, ${reference}, ${openedAt}, ${openedAt}, ${wall}, ${offerId}, ${offerKey}, ${title}, ${goal}, ${steps},
			${shown}, ${note}, ${answer}, 'open')
	`.execute(tx);
	for (const [index, bytes] of pictures.entries()) {
		await sql`
			insert into claim_pictures (uid, reference, position, added_at, bytes)
			values (${uid}, ${reference}, ${index + 1}, ${openedAt}, ${bytes})
		`.execute(tx);
	}
}

export function openedBy(uid: string): RawBuilder<unknown> {
	return sql`select opened_at as at from claims where uid = ${uid}`;
}

type ClaimKey = Pick<ClaimRow, 'uid' | 'wall' | 'offerKey' | 'goal'>;

export function selectWaitingClaim(db: Database | Tx, { uid, wall, offerKey }: Omit<ClaimKey, 'goal'>) {
	const isIt = sql`uid = ${uid} and wall = ${wall} and coalesce(offer_key, '') = ${offerKey ?? ''}`;
	return findTicket(db, claimKind, sql`${isIt} and ${claimKind.isWaiting}`);
}

export function selectPaidClaim(db: Database | Tx, { uid, wall, offerKey, goal }: ClaimKey) {
	const isIt = sql`uid = ${uid} and wall = ${wall} and offer_key = ${offerKey} and (steps <= 1 or goal = ${goal})`;
	return findTicket(db, claimKind, sql`${isIt} and adjustment_id is not null order by changed_at desc`);
}

type End = { state: 'settled'; amount: RobuxCents; adjustmentId: string } | { state: 'declined'; said: string };

/** Needs the wallet's lock. */
export async function endClaim(tx: Tx, { uid, reference, at, ...end }: TicketKey & { at: Date } & End): Promise<void> {
	const [amount, adjustmentId] = end.state === 'settled' ? [end.amount, end.adjustmentId] : [null, null];
	await sql`
		update claims set state = ${end.state}, changed_at = ${at}, amount = ${amount}, adjustment_id = ${adjustmentId},
			left_amount = ${amount ?? 0}, said = ${end.state === 'declined' ? end.said : null}
		where uid = ${uid} and reference = ${reference} and ${claimKind.isWaiting}
	`.execute(tx);
}

export async function markSubmitted(tx: Tx, { uid, reference, at }: TicketKey & { at: Date }): Promise<boolean> {
	const rows = await rowsOf(tx)`
		update claims set state = 'asked-partner', changed_at = ${at}
		where uid = ${uid} and reference = ${reference} and state = 'open' returning reference
	`;
	return rows.length > 0;
}

export async function countEnded(db: Database, uid: string): Promise<{ settled: number; declined: number }> {
	const row = await rowOf<{ settled: number; declined: number }>(db)`
		select count(*) filter (where state = 'settled')::int as settled, count(*) filter (where state = 'declined')::int as declined
		from claims where uid = ${uid}
	`;
	return row ?? { settled: 0, declined: 0 };
}

/** Hours until nine of ten claims were decided; null after fewer than `min`. */
export function measureClaims(db: Database, since: Date, min: number) {
	return cellOf<number>(db)`
		select case when count(*) >= ${min} then (extract(epoch from
			percentile_cont(0.9) within group (order by changed_at - opened_at)) / 3600)::float8 end
		from claims where state in ('settled', 'declined') and changed_at >= ${since}
	`;
}
