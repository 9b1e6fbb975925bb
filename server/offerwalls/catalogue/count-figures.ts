import { sql } from 'kysely';
import { DAY_MS } from '../../../contract/durations.ts';
import { type DbDeps, inTransaction, type Tx } from '../../lib/db/database.ts';
import { OFFERS_CHANGED } from '../feeds/refresh-feeds.ts';
import { deleteOffers } from '../feeds/store-feeds.ts';
import type { Wall } from '../walls/wall.ts';
import { countPromises, hideOffers, type OfferLimits } from './offer-promises.ts';
import { CLICK_RETENTION_MS, isOfClick, joinCredits, medianMinutes, sumsOfClick } from './store-clicks.ts';

export const COUNT_OFFER_FIGURES_TASK = 'count-offer-figures';
const COUNTED_MS = 30 * DAY_MS;
const LATELY_MS = 7 * DAY_MS;
/** Fewer users don't change the order of offers, so that one person can't push an offer. */
const PEOPLE_FOR_ORDER = 5;
/** Figures from fewer credits would reveal a single user's rewards. */
const CREDITS_FOR_BEST = 20;
const PEOPLE_FOR_BEST = 5;

export type FiguresDeps = DbDeps & { walls: readonly Wall[]; publish: (topic: string) => void; config: OfferLimits };

/** Only a user's first click on an offer counts. */
export async function countOfferFigures({ db, clock, walls, publish, config }: FiguresDeps): Promise<void> {
	await inTransaction(db, async (tx) => {
		await countPromises(tx, { sinceMs: clock.now() - COUNTED_MS, nowMs: clock.now() });
		await hideOffers(tx, clock.now(), config);
		await countOffers(tx, clock.now());
		await countWalls(tx, { since: new Date(clock.now() - LATELY_MS), walls });
	});
	const goneBeforeMs = clock.now() - CLICK_RETENTION_MS;
	await sql`delete from clicks where at < ${new Date(goneBeforeMs)}`.execute(db);
	const fed = walls.flatMap(({ id, feed }) => (feed ? id : []));
	await deleteOffers(db, goneBeforeMs, fed);
	publish(OFFERS_CHANGED);
}

export async function countOffers(tx: Tx, nowMs: number): Promise<void> {
	const since = new Date(nowMs - COUNTED_MS);
	await sql`delete from offer_figures`.execute(tx);
	await sql`
		insert into offer_figures (wall, key, clicks, completed, earned, credits, taken_back, minutes)
		with c as (
			select uid, wall, offer_key, min(at) as at from clicks where at >= ${since} group by uid, wall, offer_key
		)
		select c.wall, c.offer_key, count(*), count(t.first_at), coalesce(sum(t.earned), 0), coalesce(sum(t.credits), 0),
			coalesce(sum(t.taken_back), 0),
			${medianMinutes}
		from c
		${joinCredits(since)}
		group by c.wall, c.offer_key
	`.execute(tx);
	await countCompletions(tx, since);
	await sql`update feeds set version = version + 1`.execute(tx);
}

const deviceOfClick = sql`
	case when c.device like '%Android' then 'android' when c.device ~ '(iPad|iPhone)$' then 'ios'
		when c.device ~ '(Windows|Mac|Linux|ChromeOS)$' then 'desktop' end`;

/** Counts unbanned users by country and device of their first click. */
async function countCompletions(tx: Tx, since: Date): Promise<void> {
	await sql`delete from offer_completions`.execute(tx);
	await sql`
		insert into offer_completions (wall, key, country, device, people)
		with c as (
			select distinct on (c.uid, c.wall, c.offer_key) c.uid, c.wall, c.offer_key, c.at, c.country, ${deviceOfClick} as device
			from clicks c join users u on u.uid = c.uid
			where c.at >= ${since} and u.banned_at is null order by c.uid, c.wall, c.offer_key, c.at
		)
		select wall, offer_key, country, device, count(*)
		from (
			select c.uid, c.wall, c.offer_key, c.country, c.device, ${sumsOfClick}
			from c join transfers t on ${isOfClick} and t.at >= ${since}
			where c.country is not null and c.device is not null
			group by c.uid, c.wall, c.offer_key, c.country, c.device
		) done
		where earned > 0 group by wall, offer_key, country, device having count(*) >= ${PEOPLE_FOR_ORDER}
	`.execute(tx);
}

async function countWalls(tx: Tx, { since, walls }: { since: Date; walls: readonly Wall[] }): Promise<void> {
	const partners = walls.flatMap(({ id, feed }) => (feed ? [] : `partner:${id}`));
	await sql`delete from wall_figures`.execute(tx);
	await sql`
		insert into wall_figures (wall, best)
		select substr(debit, 9), percentile_disc(0.95) within group (order by amount)
		from transfers where at >= ${since} and kind = 'credit' and debit = any(${partners}::text[])
		group by debit having count(*) >= ${CREDITS_FOR_BEST} and count(distinct uid) >= ${PEOPLE_FOR_BEST}
	`.execute(tx);
}
