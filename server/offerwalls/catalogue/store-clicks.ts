import { sql } from 'kysely';
import type { MyData } from '../../../contract/accounts/account.ts';
import { retentionMs } from '../../../contract/site/retention.ts';
import { type Database, type InDates, rowOf, rowsOf, type Tx } from '../../lib/db/database.ts';
import { prepared, texts, timestamps, uuids } from '../../lib/db/prepared.ts';
import { columnsOf } from '../booking/columns.ts';

export const CLICK_RETENTION_MS = retentionMs('clicks');

export type Click = {
	uid: string;
	id: string;
	atMs: number;
	wall: string;
	offerId: string;
	/** The offer's id in the partner's postbacks. */
	offerKey: string;
	title: string;
	country: string | undefined;
	device: string;
};

const insert = prepared(
	'insert_clicks',
	`insert into clicks (uid, id, at, wall, offer_id, offer_key, title, country, device)
	select c.* from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::text[],
		$8::text[], $9::text[]) as c (uid, id, at, wall, offer_id, offer_key, title, country, device)
	-- Of an account that is deleted nothing is kept.
	join users u on u.uid = c.uid and u.deleted_at is null`,
);

export async function insertClicks(db: Database, clicks: readonly Click[]): Promise<void> {
	await insert(
		db,
		...columnsOf(clicks, { uid: uuids, id: uuids, atMs: timestamps, wall: texts, offerId: texts, offerKey: texts }),
		...columnsOf(clicks, { title: texts, country: texts, device: texts }),
	);
}

const CREDITS_FOR_MEDIAN = 5;

/** Selects sums over the transfers `t` that the click `c` caused. */
export const sumsOfClick = sql`
	min(t.at) filter (where kind <> 'reversal') as first_at,
	sum(case kind when 'reversal' then -amount else amount end) as earned,
	count(*) filter (where kind <> 'reversal') as credits, count(*) filter (where kind = 'reversal') as taken_back`;
export const isOfClick = sql`
	t.uid = c.uid and t.offer_id = c.offer_key and t.at >= c.at
	and (t.kind in ('credit', 'credit-hold') and t.debit = 'partner:' || c.wall
		or t.kind = 'reversal' and t.credit = 'partner:' || c.wall)`;

/** Joins as `t` the sums over the credits of each click of `c`. */
export const joinCredits = (since: Date) => sql`
	left join (
		select c.uid, c.wall, c.offer_key, ${sumsOfClick} from c join transfers t on ${isOfClick} and t.at >= ${since}
		group by c.uid, c.wall, c.offer_key
	) t on t.uid = c.uid and t.wall = c.wall and t.offer_key = c.offer_key`;

/** Minutes from the click `c` to its first credit; null if there are too few credits. */
export const medianMinutes = sql`
	case when count(t.first_at) >= ${CREDITS_FOR_MEDIAN} then greatest(1, round(percentile_cont(0.5) within group (
		order by extract(epoch from t.first_at - c.at) / 60)))::int end`;

export function selectLastClick(db: Database, uid: string, { wall, key }: { wall: string; key: string }) {
	return rowOf<{ id: string; at: Date; startedAt: Date }>(db)`
		select id, at, min(at) over () as "startedAt" from clicks
		where uid = ${uid} and wall = ${wall} and offer_key = ${key} order by at desc limit 1
	`;
}

export type OpenedOffer = { offerId: string; wall: string; key: string; title: string; startedAt: Date; lastAt: Date };

type Place = Pick<OpenedOffer, 'lastAt' | 'offerId'>;
type Range = { since: Date; after: Place | undefined; limit: number };

export async function selectOpenedOffers(db: Database, uid: string, { since, after, limit }: Range) {
	return rowsOf<OpenedOffer>(db)`
		select * from (
			select offer_id as "offerId", wall, offer_key as key, min(at) as "startedAt", max(at) as "lastAt",
				(array_agg(title order by at desc))[1] as title
			from clicks where uid = ${uid} and at >= ${since} group by offer_id, wall, offer_key
		) opened
		where ${after ? sql`("lastAt", "offerId") < (${after.lastAt}, ${after.offerId})` : sql`true`}
		order by "lastAt" desc, "offerId" desc limit ${limit}
	`;
}

export type Start = {
	uid: string;
	offerId: string;
	wall: string;
	key: string;
	country: string | null;
	startedAt: Date;
};
export type StartRange = { wall: string; key: string; afterMs: number; untilMs: number };
type StartPage = { since: Date; after: Pick<Start, 'uid' | 'offerId'> | undefined; limit: number };

/** Selects first clicks in the ranges that led to a credit. */
export function selectCreditedStarts(db: Database, ranges: readonly StartRange[], { since, after, limit }: StartPage) {
	const columns = columnsOf(ranges, { wall: texts, key: texts, afterMs: timestamps, untilMs: timestamps });
	return rowsOf<Start>(db)`
		with c as materialized (
			select c.uid, c.wall, c.offer_key, c.offer_id, c.country, c.at
			from unnest(${columns[0]}::text[], ${columns[1]}::text[], ${columns[2]}::timestamptz[], ${columns[3]}::timestamptz[])
				as o (wall, key, after, until)
			join clicks c on c.wall = o.wall and c.offer_key = o.key and c.at > o.after and c.at <= o.until
			where not exists (
				select 1 from clicks b
				where b.uid = c.uid and b.wall = c.wall and b.offer_key = c.offer_key and b.at < c.at and b.at >= ${since}
			) and ${after ? sql`(c.uid, c.offer_id) > (${after.uid}, ${after.offerId})` : sql`true`}
		)
		select c.uid, c.offer_id as "offerId", c.wall, c.offer_key as key, min(c.country) as country, c.at as "startedAt"
		from c join transfers t on ${isOfClick} and t.at >= ${since}
		group by c.uid, c.offer_id, c.wall, c.offer_key, c.at
		order by c.uid, c.offer_id limit ${limit}
	`;
}

/** `key` identifies the offer, `id` our click. */
export type ClickKey = { uid: string; wall: string; key: string | undefined; id: string | undefined; untilMs: number };

const clicksOf = prepared<{ position: number; at: Date; country: string | null }>(
	'select_clicks',
	`select (k.n - 1)::int as position, c.at, c.country
	from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::timestamptz[])
		with ordinality as k (uid, wall, key, id, until, n)
	cross join lateral (
		select at, country from (
			-- A person could put the id of another offer's click into the partner's address.
			select 1 as place, at, country from clicks
			where uid = k.uid and id = k.id and wall = k.wall and at <= k.until and offer_key = coalesce(k.key, offer_key)
			union all (
				select 2, at, country from clicks
				where uid = k.uid and wall = k.wall and offer_key = k.key and at <= k.until order by at desc limit 1
			)
		) found
		order by place limit 1
	) c`,
);

/** Finds the click that the key names, else the offer's last before `untilMs`. @returns clicks by index of the key */
export async function selectClicksBefore(
	db: Database | Tx,
	keys: readonly ClickKey[],
): Promise<Map<number, { atMs: number; country: string | null }>> {
	if (keys.length === 0) return new Map();
	const columns = columnsOf(keys, { uid: uuids, wall: texts, key: texts, id: uuids, untilMs: timestamps });
	const { rows } = await clicksOf(db, ...columns);
	return new Map(rows.map(({ position, at, country }) => [position, { atMs: at.getTime(), country }]));
}

export function selectClicks(db: Database | Tx, uid: string, limit: number) {
	return rowsOf<InDates<MyData['clicks'][number], 'timestamp'>>(db)`
		select id, at as timestamp, wall as earning_source, offer_id as offer, offer_key as offer_id, title as name, country, device
		from clicks where uid = ${uid} order by at desc, id limit ${limit}
	`;
}
