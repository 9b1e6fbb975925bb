import { sql } from 'kysely';
import type { CallResult } from '../../../contract/calls.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { type ActionDeps, type StaffCall, withAudit } from '../../accounts/with-audit.ts';
import { recordAudit } from '../../lib/audit.ts';
import { type Database, datesToMs, rowsOf, type Tx } from '../../lib/db/database.ts';
import { PEOPLE_FOR_PROMISE } from './store-catalogue.ts';
import { joinCredits, medianMinutes } from './store-clicks.ts';

/** Percent; 100 hides nothing. */
export type OfferLimits = { offerClaimsMaxPercent: number; offerReversalsMaxPercent: number };

const SHOWN_AGAIN_MS = 30 * DAY_MS;
const LISTED_MAX = 50;
const HIDDEN_MAX = 200;
const OVERDUE_MS = 7 * DAY_MS;

/** Flagged users don't count, and claims only when settled or overdue, so that a rival can't hide an offer. */
export async function countPromises(tx: Tx, { sinceMs, nowMs }: { sinceMs: number; nowMs: number }): Promise<void> {
	const [since, overdue] = [new Date(sinceMs), new Date(nowMs - OVERDUE_MS)];
	await sql`delete from offer_promises`.execute(tx);
	await sql`
		insert into offer_promises (wall, key, title, people, completed, credited, minutes, claimed, settled, reversed)
		with c as (
			select c.uid, c.wall, c.offer_key, min(c.at) as at, max(c.title) as title from clicks c join users u on u.uid = c.uid
			where c.at >= ${since} and u.banned_at is null
				and not exists (select 1 from fraud_cases f where f.uid = c.uid and f.state <> 'closed')
			group by c.uid, c.wall, c.offer_key
		)
		select c.wall, c.offer_key, max(c.title), count(*), count(coalesce(t.uid, k.uid)), count(t.first_at),
			${medianMinutes},
			count(k.uid), count(*) filter (where k.settled > 0), count(*) filter (where t.taken_back > 0)
		from c
		${joinCredits(since)}
		left join (
			select c.uid, c.wall, c.offer_key, count(*) filter (where k.state = 'settled') as settled
			from c join claims k on k.uid = c.uid and k.wall = c.wall and k.offer_key = c.offer_key
			where k.opened_at >= ${since} and (k.state = 'settled' or k.state <> 'declined' and k.opened_at < ${overdue})
			group by c.uid, c.wall, c.offer_key
		) k on k.uid = c.uid and k.wall = c.wall and k.offer_key = c.offer_key
		group by c.wall, c.offer_key
	`.execute(tx);
}

export async function hideOffers(tx: Tx, nowMs: number, limits: OfferLimits): Promise<void> {
	const at = new Date(nowMs);
	const isBeyond = (count: string, of: string, max: number) =>
		max < 100
			? sql`${sql.ref(of)} >= ${PEOPLE_FOR_PROMISE}::int and ${sql.ref(count)} * 100 > ${max}::int * ${sql.ref(of)}`
			: sql`false`;
	const hidden = await rowsOf<{ wall: string; offer: string; reason: string }>(tx)`
		insert into hidden_offers as h (wall, key, hidden_at, reason, evidence)
		select wall, key, ${at}, reason, evidence from (
			select wall, key, to_jsonb(p) - 'wall' - 'key' as evidence,
				case when ${isBeyond('claimed', 'completed', limits.offerClaimsMaxPercent)} then 'claims'
					when ${isBeyond('reversed', 'credited', limits.offerReversalsMaxPercent)} then 'reversals' end as reason
			from offer_promises p
		) found
		where reason is not null
		on conflict (wall, key) do update
			set hidden_at = excluded.hidden_at, reason = excluded.reason, evidence = excluded.evidence, shown_at = null
			where h.shown_at < ${new Date(nowMs - SHOWN_AGAIN_MS)}
		returning wall, key as offer, reason
	`;
	for (const details of hidden) {
		await recordAudit(tx, { atMs: nowMs, actor: 'system', action: 'hide-offer', details });
	}
}

type Hidden = { hidden_at: Date; reason: 'claims' | 'reversals' | 'staff'; evidence: Record<string, never> };

export function selectHiddenOffers(db: Database, wall: string): Promise<(Hidden & { offer_id: string })[]> {
	return rowsOf<Hidden & { offer_id: string }>(db)`
		select key as offer_id, hidden_at, reason, evidence from hidden_offers
		where wall = ${wall} and shown_at is null order by hidden_at desc limit ${HIDDEN_MAX}
	`;
}

export const adminGetOfferPromises: StaffCall<'adminGetOfferPromises', ActionDeps> = async ({ db }, { id }) => {
	type Row = CallResult<'adminGetOfferPromises'>[number];
	const none = { people: 0, completed: 0, credited: 0, minutes: null, claimed: 0, settled: 0, reversed: 0 };
	const hidden = new Map((await selectHiddenOffers(db, id)).map(({ offer_id, ...one }) => [offer_id, datesToMs(one)]));
	const counted = await rowsOf<Omit<Row, 'hidden'>>(db)`
		select key as offer_id, title, people, completed, credited, minutes, claimed, settled, reversed from offer_promises
		where wall = ${id} order by key = any(${[...hidden.keys()]}::text[]) desc, people desc, key limit ${LISTED_MAX}
	`;
	const known = new Set(counted.map(({ offer_id }) => offer_id));
	const others = [...hidden.keys()].filter((offer_id) => !known.has(offer_id));
	return [
		...others.map((offer_id) => ({ ...none, title: offer_id, ...hidden.get(offer_id)?.evidence, offer_id })),
		...counted,
	].map((row) => ({ ...row, hidden: hidden.get(row.offer_id) ?? null }));
};

export const adminSetOfferShown: StaffCall<'adminSetOfferShown', ActionDeps> = (deps, input, admin) => {
	const { id: wall, offer_id: offer, shown, reason } = input;
	return withAudit(deps, admin, { action: shown ? 'show-offer' : 'hide-offer', reason }, async (tx, atMs) => {
		const at = new Date(atMs);
		const [changed] = await (shown
			? rowsOf(tx)`
				update hidden_offers set shown_at = ${at} where wall = ${wall} and key = ${offer} and shown_at is null returning key`
			: rowsOf(tx)`
				insert into hidden_offers as h (wall, key, hidden_at, reason, evidence)
				select ${wall}, ${offer}, ${at}, 'staff', coalesce((
					select to_jsonb(p) - 'wall' - 'key' from offer_promises p where p.wall = ${wall} and p.key = ${offer}), '{}')
				where exists (select 1 from offers where wall = ${wall} and key = ${offer})
					or exists (select 1 from hidden_offers where wall = ${wall} and key = ${offer})
				on conflict (wall, key) do update
					set reason = 'staff', shown_at = null,
						hidden_at = case when h.shown_at is null then h.hidden_at else excluded.hidden_at end,
						evidence = case when h.shown_at is null then h.evidence else excluded.evidence end
					where h.shown_at is not null or h.reason <> 'staff'
				returning key`);
		if (changed) await sql`update feeds set version = version + 1 where wall = ${wall}`.execute(tx);
		return { result: { changed: Boolean(changed) }, change: changed ? { wall, offer } : undefined };
	});
};
