import { sql } from 'kysely';
import { type Database, rowsOf, type Tx } from '../../lib/db/database.ts';
import type { FeedOffer } from './feed.ts';
import { offerIdOf } from './read-offer.ts';

export type FeedState = {
	wall: string;
	version: number;
	fetchedAt: Date | null;
	failures: number;
	problem: string | null;
	offers: number;
	skipped: number;
	skippedWhy: string | null;
};

export async function selectFeeds(db: Database): Promise<FeedState[]> {
	return rowsOf<FeedState>(db)`
		select wall, version, fetched_at as "fetchedAt", failures, problem, offers, skipped, skipped_why as "skippedWhy"
		from feeds
	`;
}

export type DueFeed = { wall: string; failures: number; digest: string | null };

export async function claimDueFeeds(db: Database, walls: readonly string[], nowMs: number, untilMs: number) {
	const now = new Date(nowMs);
	await sql`
		insert into feeds (wall, next_at) select wall, ${now} from unnest(${walls}::text[]) wall on conflict do nothing
	`.execute(db);
	return rowsOf<DueFeed>(db)`
		update feeds set next_at = ${new Date(untilMs)}
		where wall = any(${walls}::text[]) and next_at <= ${now}
		returning wall, failures, digest
	`;
}

export async function replaceOffers(tx: Tx, wall: string, offers: readonly FeedOffer[], atMs: number): Promise<void> {
	const at = new Date(atMs);
	const rows = offers.map((offer) => ({ id: offerIdOf(wall, offer.key), key: offer.key, document: offer }));
	await sql`
		insert into offers (id, wall, key, document, first_seen_at)
		select id, ${wall}, key, document, ${at}
		from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id text, key text, document jsonb)
		order by id
		on conflict (wall, key) do update set document = excluded.document, gone_at = null
		where offers.document <> excluded.document or offers.gone_at is not null
	`.execute(tx);
	await sql`
		update offers set gone_at = ${at}
		where wall = ${wall} and gone_at is null and not (key = any(${offers.map(({ key }) => key)}::text[]))
	`.execute(tx);
}

type Fetched = { offers: number; skipped: number; skippedWhy: string | undefined; digest: string };
type Fetching = { fetched: Fetched; atMs: number; nextMs: number; isChanged: boolean };

export async function updateFetched(tx: Tx, wall: string, { fetched, atMs, nextMs, isChanged }: Fetching) {
	await sql`
		update feeds set fetched_at = ${new Date(atMs)}, next_at = ${new Date(nextMs)}, failures = 0, problem = null,
			version = version + ${isChanged ? 1 : 0}, offers = ${fetched.offers}, skipped = ${fetched.skipped},
			skipped_why = ${fetched.skippedWhy ?? null}, digest = ${fetched.digest}
		where wall = ${wall}
	`.execute(tx);
}

export async function updateFailed(db: Database, wall: string, problem: string, nextMs: number): Promise<void> {
	await sql`
		update feeds set failures = failures + 1, problem = ${problem}, next_at = ${new Date(nextMs)} where wall = ${wall}
	`.execute(db);
}

export async function deleteOffers(db: Database, goneBeforeMs: number, walls: readonly string[]): Promise<void> {
	await sql`delete from offers where gone_at < ${new Date(goneBeforeMs)}`.execute(db);
	await sql`delete from offers where not (wall = any(${walls}::text[]))`.execute(db);
	await sql`delete from feeds where not (wall = any(${walls}::text[]))`.execute(db);
}
