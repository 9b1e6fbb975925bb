import { type RawBuilder, sql } from 'kysely';
import type { CallResult } from '../../contract/calls.ts';
import { DAY_MS, MINUTE_MS } from '../../contract/durations.ts';
import type { BountyTerms } from '../../contract/growth.ts';
import { cellOf, type Database, hasRow, rowOf, rowsOf, type Tx } from '../lib/db/database.ts';
import { BOUNTY_MS, type Bounty, type Invited, type NewBounty } from './bounty.ts';

const kinds = sql`kind in ('credit', 'credit-release', 'reversal', 'loss', 'withdrawal-paid')`;

export async function selectTerms(db: Database | Tx): Promise<BountyTerms | undefined> {
	return cellOf<BountyTerms>(db)`select to_jsonb(t) - 'id' - 'set_at' from bounty_terms t order by id desc limit 1`;
}

export async function insertTerms(tx: Tx, terms: BountyTerms, at: Date): Promise<void> {
	await sql`
		insert into bounty_terms (set_at, first, second, paid, boost_percent, boost_max, month_max, hold_days, countries,
			margin_floor)
		select ${at}, first, second, paid, boost_percent, boost_max, month_max, hold_days, countries, margin_floor
		from jsonb_populate_record(null::bounty_terms, ${JSON.stringify(terms)}::jsonb)
	`.execute(tx);
}

export async function selectInvited(tx: Tx, uid: string): Promise<Invited> {
	const moves = await rowsOf<Invited['moves'][number]>(tx)`
		select id, at, kind, amount, regexp_replace(reference, '/[^/]+$', '') as stem from transfers
		where uid = ${uid} and ${kinds} order by id
	`;
	const row = await rowOf<Omit<Invited, 'moves'>>(tx)`
		select u.uid, s.inviter, s.invitation, coalesce(p.bounties, to_jsonb(t)) as terms,
			s.joined_at + ${BOUNTY_MS} * interval '1 millisecond' as "endsAt", u.banned_at is not null as "isBanned",
			u.deleted_at is not null as "isDeleted"
		from users u left join account_sources s on s.uid = u.uid left join bounty_terms t on t.id = s.terms
			left join partner_codes p on p.id = s.partner
		where u.uid = ${uid}
	`;
	return { ...(row as Omit<Invited, 'moves'>), moves };
}

export async function selectBounties(db: Database | Tx, which: RawBuilder<unknown>): Promise<Bounty[]> {
	return rowsOf<Bounty>(db)`
		select uid, reference, kind, invited, cause, needs, amount, state from bounties where ${which}
	`;
}

type NewRow = NewBounty & { state: Bounty['state']; why: string | null; created_at: Date; release_at: Date };

/** Requires the receiver's wallet lock. */
export async function insertBounty(tx: Tx, row: NewRow): Promise<boolean> {
	return hasRow(tx)`
		insert into bounties select * from jsonb_populate_record(null::bounties, ${JSON.stringify(row)}::jsonb)
		on conflict do nothing returning uid
	`;
}

export async function updateBounty(
	tx: Tx,
	{ uid, reference }: NewBounty,
	{ state, why = null, releaseAt = null }: { state: Bounty['state']; why?: string | null; releaseAt?: Date | null },
): Promise<void> {
	await sql`
		update bounties set state = ${state}, why = ${why}, release_at = coalesce(${releaseAt}, release_at)
		where uid = ${uid} and reference = ${reference}
	`.execute(tx);
}

type Moved = { uid: string; isInvited: boolean };

/** No transaction lasts longer, so each time is read again this much later. */
const LATE_WRITES_MS = 10 * MINUTE_MS;

export async function followMoves(db: Database, untilMs: number, follow: (one: Moved) => Promise<void>): Promise<void> {
	const from = await cellOf<Date>(db)`select until from figure_marks where name = 'bounties'`;
	if (!from || from.getTime() >= untilMs) return;
	const to = new Date(Math.min(from.getTime() + DAY_MS, untilMs));
	const late = (time: Date) => new Date(time.getTime() - LATE_WRITES_MS);
	const isNew = (at: RawBuilder<unknown>) =>
		sql`(${at} >= ${from} and ${at} < ${to} or ${at} >= ${late(from)} and ${at} < ${late(to)})`;
	const moved = await rowsOf<{ uid: string; invitation: string | null }>(db)`
		select distinct uid, case when kind like 'bounty-%' then split_part(reference, '/', 2) end as invitation
		from transfers where ${isNew(sql`at`)}
			and (${kinds} or kind in ('bounty-release', 'bounty-reversal') or payout_micros <> 0)
	`;
	const claiming = await rowsOf<{ uid: string }>(db)`select distinct uid from claims where ${isNew(sql`opened_at`)}`;
	const rows = await rowsOf<Moved>(db)`
		with moved as (
			select unnest(${[...moved, ...claiming].map(({ uid }) => uid)}::uuid[]) as uid
			union select uid from users where ${isNew(sql`banned_at`)}
			union select uid from account_sources where invitation = any(${moved.flatMap((one) => one.invitation ?? [])}::uuid[])
		)
		select uid, inviter is not null as "isInvited" from account_sources where uid in (select uid from moved)
		union select invited, true from bounties where state in ('held', 'released') and invited in (select uid from moved)
	`;
	for (const row of rows) await follow(row);
	await sql`update figure_marks set until = ${to} where name = 'bounties' and until < ${to}`.execute(db);
	await followMoves(db, untilMs, follow);
}

export async function selectRefusal(
	tx: Tx,
	{ countries, month_max }: BountyTerms,
	{ uid, invited, kind, amount }: NewBounty,
	now: Date,
): Promise<string | undefined> {
	return cellOf<string>(tx)`
		select case
			when ${countries}::text[] is not null and coalesce((
				select country from sign_in_places where uid = ${invited} and country is not null order by last_at desc limit 1
			), '') <> all(${countries}::text[]) then 'country'
			when ${kind} <> 'boost' and ${amount}::bigint + (
				select coalesce(sum(amount), 0) from bounties where uid = ${uid} and kind <> 'boost'
					and state in ('held', 'released') and created_at >= date_trunc('month', ${now}::timestamptz, 'UTC')
			) > ${month_max}::bigint then 'month-max' end
	`;
}

type InviteFigures = Pick<CallResult<'getInvite'>, 'invited' | 'earned' | 'pending'>;

export async function selectInviteFigures(db: Database, uid: string): Promise<InviteFigures> {
	return (await rowOf<InviteFigures>(db)`
		select jsonb_build_object('joined', (select count(*) from account_sources where inviter = ${uid}),
				'first_paid', count(*) filter (where kind = 'first'), 'second_paid', count(*) filter (where kind = 'second')
			) as invited,
			coalesce(sum(amount) filter (where state = 'released'), 0)::float8 / 100 as earned,
			coalesce(sum(amount) filter (where state = 'held'), 0)::float8 / 100 as pending
		from bounties where uid = ${uid} and kind <> 'boost' and state in ('held', 'released')
	`) as InviteFigures;
}

export async function isInvitedBy(tx: Tx, inviter: string, uids: readonly string[]): Promise<boolean> {
	return hasRow(tx)`select from account_sources where inviter = ${inviter} and uid = any(${uids}::uuid[])`;
}
