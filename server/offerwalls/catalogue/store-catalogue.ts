import type { RobuxCents } from '../../../contract/money.ts';
import { OFFER_PICTURES } from '../../../contract/offerwalls/offer-filters.ts';
import { type Database, rowsOf } from '../../lib/db/database.ts';
import type { StoredOffer } from './catalogue-offer.ts';

/** Fewer users could be the claims of one rival, or reveal a single user. */
export const PEOPLE_FOR_PROMISE = 30;

export type FeedVersion = { wall: string; version: number; fetchedAt: Date | null };

export async function selectVersions(db: Database): Promise<FeedVersion[]> {
	return rowsOf<FeedVersion>(db)`select wall, version, fetched_at as "fetchedAt" from feeds`;
}

export async function selectCatalogue(db: Database, wall: string): Promise<StoredOffer[]> {
	return rowsOf<StoredOffer>(db)`
		select o.id, o.document, o.first_seen_at as "firstSeenAt",
			o.first_seen_at > min(o.first_seen_at) over () + interval '1 day' as "isAddition",
			${OFFER_PICTURES}::text || p.hash || '.webp' as picture,
			case when f.wall is not null then jsonb_build_object('clicks', f.clicks, 'completed', f.completed, 'earned',
				f.earned, 'credits', f.credits, 'takenBack', f.taken_back, 'minutes', f.minutes) end as figures,
			(
				select jsonb_agg(jsonb_build_object('country', c.country, 'device', c.device, 'people', c.people))
				from offer_completions c where c.wall = o.wall and c.key = o.key
			) as popularity,
			case when q.completed >= ${PEOPLE_FOR_PROMISE}::int then round(100.0 * q.credited / q.completed)::int end as "creditedPercent",
			exists (
				select 1 from hidden_offers h where h.wall = o.wall and h.key = o.key and h.shown_at is null
			) as "isHidden"
		from offers o
		left join pictures p on p.source = o.document ->> 'picture'
		left join offer_promises q on q.wall = o.wall and q.key = o.key
		left join offer_figures f on f.wall = o.wall and f.key = o.key
		where o.wall = ${wall} and o.gone_at is null
	`;
}

/** Returns the usual high reward in R$ cents of each wall without a feed. */
export async function selectWallFigures(db: Database): Promise<Map<string, RobuxCents>> {
	const rows = await rowsOf<{ wall: string; best: RobuxCents }>(db)`select wall, best from wall_figures`;
	return new Map(rows.map(({ wall, best }) => [wall, best]));
}

export async function selectWallPictures(db: Database, sources: readonly string[]): Promise<Map<string, string>> {
	const rows = await rowsOf<{ source: string; path: string }>(db)`
		select source, ${OFFER_PICTURES}::text || hash || '.webp' as path from pictures
		where source = any(${sources}::text[]) and hash is not null
	`;
	return new Map(rows.map(({ source, path }) => [source, path]));
}
