import { sql } from 'kysely';
import type { RobuxCents } from '../../../contract/money.ts';
import type { ClaimAnswerKind, ClaimState } from '../../../contract/offerwalls/claims.ts';
import type { Database, Tx } from '../../lib/db/database.ts';
import { rowOf, rowsOf } from '../../lib/db/rows.ts';
import { type TimeList, wayOf, within } from '../../lib/db/time-list.ts';

export type ClaimRow = {
	uid: string;
	reference: string;
	openedAt: Date;
	changedAt: Date;
	wall: string;
	offerId: string | null;
	/** As the partner's postbacks name the offer. */
	offerKey: string | null;
	title: string | null;
	goal: string | null;
	steps: number;
	/** What the person was shown for it, boost and all; null: nobody knows which step it is. */
	shown: RobuxCents | null;
	note: string | null;
	answer: ClaimAnswerKind;
	state: ClaimState;
	amount: RobuxCents | null;
	adjustmentId: string | null;
	said: string | null;
};

const columns = sql`uid, reference, opened_at as "openedAt", changed_at as "changedAt", wall, offer_id as "offerId",
	offer_key as "offerKey", title, goal, steps, shown, note, answer, state, amount, adjustment_id as "adjustmentId", said`;
const isWaiting = sql`state in ('open', 'asked-partner')`;

type NewClaim = Omit<ClaimRow, 'changedAt' | 'amount' | 'adjustmentId' | 'said'>;

/** Under the wallet's lock. */
export async function insertClaim(tx: Tx, claim: NewClaim, pictures: readonly Buffer[]): Promise<void> {
	const { uid, reference, openedAt, wall, offerId, offerKey, title, goal, steps, shown, note, answer, state } = claim;
	await sql`
		insert into claims (uid, reference, opened_at, changed_at, wall, offer_id, offer_key, title, goal, steps, shown, note, answer, state)
		values (${uid}, ${reference}, ${openedAt}, ${openedAt}, ${wall}, ${offerId}, ${offerKey}, ${title}, ${goal}, ${steps},
			${shown}, ${note}, ${answer}, ${state})
	`.execute(tx);
	for (const [index, bytes] of pictures.entries()) {
		await sql`
			insert into claim_pictures (uid, reference, position, added_at, bytes)
			values (${uid}, ${reference}, ${index + 1}, ${openedAt}, ${bytes})
		`.execute(tx);
	}
}

/** The one that waits for the same offer, or for the wall. */
export function selectWaitingClaim(
	db: Database | Tx,
	{ uid, wall, offerKey }: Pick<ClaimRow, 'uid' | 'wall' | 'offerKey'>,
): Promise<ClaimRow | undefined> {
	return rowOf<ClaimRow>(db)`
		select ${columns} from claims
		where uid = ${uid} and wall = ${wall} and coalesce(offer_key, '') = ${offerKey ?? ''} and ${isWaiting}
	`;
}

/** The last one that we have paid for the same offer, or for the same step of it. */
export function selectPaidClaim(
	db: Database | Tx,
	{ uid, wall, offerKey, goal }: Pick<ClaimRow, 'uid' | 'wall' | 'offerKey' | 'goal'>,
): Promise<ClaimRow | undefined> {
	return rowOf<ClaimRow>(db)`
		select ${columns} from claims
		where uid = ${uid} and wall = ${wall} and offer_key = ${offerKey} and adjustment_id is not null
			and (steps <= 1 or goal = ${goal})
		order by changed_at desc limit 1
	`;
}

/** When the claim was opened that is the `count`th from now on; undefined where there are fewer since. */
export async function selectOpenedAt(
	tx: Tx,
	uid: string,
	{ since, count }: { since: Date; count: number },
): Promise<Date | undefined> {
	const row = await rowOf<{ at: Date }>(tx)`
		select opened_at as at from claims where uid = ${uid} and opened_at > ${since}
		order by opened_at desc offset ${count - 1} limit 1
	`;
	return row?.at;
}

export function selectClaim(db: Database | Tx, reference: string): Promise<ClaimRow | undefined> {
	return rowOf<ClaimRow>(db)`select ${columns} from claims where reference = ${reference} limit 1`;
}

type Key = { openedAt: Date; reference: string } | undefined;

export function selectClaimsOf(
	db: Database | Tx,
	uid: string,
	{ after, limit }: { after: Key; limit: number },
): Promise<ClaimRow[]> {
	const behind = after ? sql`and (opened_at, reference) < (${after.openedAt}, ${after.reference})` : sql``;
	return rowsOf<ClaimRow>(db)`
		select ${columns} from claims where uid = ${uid} ${behind} order by opened_at desc, reference desc limit ${limit}
	`;
}

export type ListedClaim = ClaimRow & { userName: string | null };

type ClaimFilter = TimeList & { state: ClaimState | 'any' | undefined; wallId: string | undefined };

export function selectClaims(
	db: Database,
	{ state, wallId, after, limit, order, ...range }: ClaimFilter & { after: Key; limit: number },
): Promise<ListedClaim[]> {
	const inState = state === 'any' ? sql`true` : state ? sql`state = ${state}` : isWaiting;
	const ofWall = wallId ? sql`and wall = ${wallId}` : sql``;
	const { way, beyond } = wayOf((order ?? (state ? 'newest' : 'oldest')) === 'oldest');
	const behind = after ? sql`and (opened_at, reference) ${beyond} (${after.openedAt}, ${after.reference})` : sql``;
	return rowsOf<ListedClaim>(db)`
		select c.*, coalesce(u.roblox_username, account.email) as "userName"
		from (
			select ${columns} from claims where ${inState} ${ofWall} ${behind} and ${within(sql`opened_at`, range)}
			order by opened_at ${way}, reference ${way} limit ${limit}
		) c
		left join users u on u.uid = c.uid
		left join auth_user account on account.id = c.uid
		order by c."openedAt" ${way}, c.reference ${way}
	`;
}

export function selectListedClaim(db: Database, reference: string): Promise<ListedClaim | undefined> {
	return rowOf<ListedClaim>(db)`
		select c.*, coalesce(u.roblox_username, account.email) as "userName"
		from (select ${columns} from claims where reference = ${reference} limit 1) c
		left join users u on u.uid = c.uid
		left join auth_user account on account.id = c.uid
	`;
}

/** Under the wallet's lock. @returns false when it does not wait any more. */
export async function endClaim(
	tx: Tx,
	{
		uid,
		reference,
		at,
		...end
	}: { uid: string; reference: string; at: Date } & (
		| { state: 'settled'; amount: RobuxCents; adjustmentId: string }
		| { state: 'declined'; said: string }
	),
): Promise<boolean> {
	const [amount, adjustmentId] = end.state === 'settled' ? [end.amount, end.adjustmentId] : [null, null];
	const rows = await rowsOf(tx)`
		update claims set state = ${end.state}, changed_at = ${at}, amount = ${amount}, adjustment_id = ${adjustmentId},
			left_amount = ${amount ?? 0}, said = ${end.state === 'declined' ? end.said : null}
		where uid = ${uid} and reference = ${reference} and ${isWaiting}
		returning reference
	`;
	return rows.length > 0;
}

export async function markAsked(
	tx: Tx,
	{ uid, reference, at }: { uid: string; reference: string; at: Date },
): Promise<boolean> {
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

export async function deleteClaimsOf(tx: Tx, uid: string): Promise<void> {
	await sql`delete from claims where uid = ${uid}`.execute(tx);
}
