import { sql } from 'kysely';
import type { RobuxCents } from '../../../contract/money.ts';
import type { OfferHistoryItem } from '../../../contract/offerwalls/history.ts';
import { transferWith } from '../../ledger/store.ts';
import { type TimeRange, within } from '../../lib/db/cursor.ts';
import { type Database, rowOf, rowsOf } from '../../lib/db/database.ts';

export type HistoryRow = {
	id: number;
	at: Date;
	kind: string;
	amount: RobuxCents;
	debit: string;
	credit: string;
	offer_name: string | null;
	is_bonus: boolean | null;
	reason: string | null;
	is_held: boolean | null;
	release_at: Date | null;
	wall_of_reference: string | null;
	promo_code: string | null;
};

export const kindOnTheWire: Record<string, OfferHistoryItem['kind']> = {
	credit: 'credit',
	'credit-hold': 'pending',
	'credit-release': 'credit',
	'credit-cancel': 'reversal',
	reversal: 'reversal',
	boost: 'bonus',
	'boost-hold': 'pending',
	'boost-release': 'bonus',
	'boost-cancel': 'reversal',
	'boost-reversal': 'reversal',
	'bounty-release': 'bonus',
	'bounty-reversal': 'reversal',
	promotion: 'promotion',
	'adjustment-up': 'adjustment',
	'adjustment-down': 'adjustment',
	'claim-return': 'adjustment',
	import: 'imported',
	'import-hold': 'pending',
	'import-cancel': 'imported',
	'import-reversal': 'reversal',
};

const columns = sql`
	t.id, t.at, t.kind, t.amount, t.debit, t.credit, t.offer_name, t.is_bonus, t.reason,
	h.hold_id is not null and h.outcome is null as is_held, h.release_at,
	case when t.kind = 'credit-release' or t.kind like 'boost%' then split_part(t.reference, '/', 2) end as wall_of_reference,
	case t.kind when 'promotion' then split_part(t.reference, '/', 2) end as promo_code`;

/** A released credit has one line, that of its release. */
const lines = sql`
	transfers t
	left join held_credits own on t.kind = 'credit-hold' and own.uid = t.uid and own.hold_id = t.id
	left join held_credits base on t.kind in ('boost-hold', 'boost-cancel') and base.uid = t.uid
		and 'offer/' || base.wall || '/' || base.transaction_id || '/' = regexp_replace(t.reference, '[^/]+$', '')
	cross join lateral (
		select coalesce(own.hold_id, base.hold_id) as hold_id, coalesce(own.release_at, base.release_at) as release_at,
			coalesce(own.outcome, base.outcome) as outcome
	) h`;
/** Names the outcomes to exclude, so that the planner reads only one page. */
const isNotified = sql`
	t.kind = any(${Object.keys(kindOnTheWire)}) and coalesce(h.outcome, '') not in ('released', 'approved')
	and (t.kind <> 'credit-cancel' or t.payout_micros is not null)`;

type Before<Key> = TimeRange & { before?: Key | undefined; limit: number };

export async function selectHistoryBefore(db: Database, uid: string, { before, limit, ...range }: Before<number>) {
	const rows = await rowsOf<HistoryRow>(db)`
		select ${columns} from ${lines}
		where t.uid = ${uid} and t.id < ${before ?? Number.MAX_SAFE_INTEGER} and ${isNotified} and ${within(sql`t.at`, range)}
		order by t.id desc limit ${limit}
	`;
	return withImportHolds(db, uid, rows);
}

/** Not a join, because of spread sites. */
async function withImportHolds(db: Database, uid: string, rows: HistoryRow[]): Promise<HistoryRow[]> {
	if (!rows.some(({ kind }) => kind === 'import-hold')) return rows;
	const held = await rowOf<object>(db)`select from imported_accounts where uid = ${uid} and held > 0`;
	return rows.map((row) => (row.kind === 'import-hold' ? { ...row, is_held: held !== undefined } : row));
}

export type ImportedRow = { key: string; at: Date; amount: RobuxCents; name: string | null; source: string | null };

type Place = Pick<ImportedRow, 'at' | 'key'>;

export async function selectImportedRewards(db: Database, uid: string, { before, limit, ...range }: Before<Place>) {
	return rowsOf<ImportedRow>(db)`
		select key, at, amount, name, source from imported_history
		where uid = ${uid} and kind = 'reward' and ${within(sql`at`, range)}
			and ${before ? sql`(at, key) < (${before.at}, ${before.key}::uuid)` : sql`true`}
		order by at desc, key desc limit ${limit}
	`;
}

export async function selectImportHolds(db: Database, uid: string, limit: number): Promise<HistoryRow[]> {
	const rows = await rowsOf<HistoryRow>(db)`
		select ${columns} from ${lines} where t.uid = ${uid} and t.kind = 'import-hold' order by t.id limit ${limit}
	`;
	return (await withImportHolds(db, uid, rows)).filter(({ is_held }) => is_held);
}

const boostOfHeld = transferWith('open.uid', "('offer/' || open.wall || '/' || open.transaction_id || '/boost')");

export async function selectHeld(db: Database, uid: string, limit: number): Promise<(HistoryRow & { of: number })[]> {
	return await rowsOf<HistoryRow & { of: number }>(db)`
		select ${columns}, (count(*) over ())::int as of
		from held_credits open
		cross join lateral (
			select *, null::bigint as hash from transfers where uid = open.uid and id = open.hold_id
			union all
			select * from ${boostOfHeld} boost where kind = 'boost-hold'
		) t
		cross join lateral (select open.hold_id, open.release_at, open.outcome) h
		where open.uid = ${uid} and open.outcome is null
		order by open.release_at nulls last, t.id limit ${limit}
	`;
}

export async function selectReversals(db: Database, uid: string, limit: number): Promise<HistoryRow[]> {
	return await rowsOf<HistoryRow>(db)`
		select ${columns} from ${lines}
		where t.uid = ${uid} and t.kind in ('reversal', 'boost-reversal', 'import-reversal') order by t.id desc limit ${limit}
	`;
}

export async function selectHistoryAfter(db: Database, uid: string, afterId: number, limit: number) {
	const rows = await rowsOf<HistoryRow>(db)`
		select ${columns} from ${lines}
		where t.uid = ${uid} and t.id > ${afterId} and ${isNotified}
		order by t.id limit ${limit}
	`;
	return withImportHolds(db, uid, rows);
}

const followed = transferWith('own.uid', '(own.stem || part)');

type RewardRow = Pick<HistoryRow, 'kind' | 'at' | 'debit'> & { offer_id: string | null; goal: string | null };

export async function selectReward(db: Database, uid: string, id: string): Promise<RewardRow[]> {
	return rowsOf<RewardRow>(db)`
		select f.kind, f.at, f.debit, f.offer_id, g.goal
		from (
			select uid, regexp_replace(reference, '[^/]+$', '') as stem from transfers
			where uid = ${uid} and id = ${id} and reference like 'offer/%'
		) own
		cross join unnest(array['credit', 'release', 'cancel', 'reversal']) part
		cross join lateral ${followed} f
		left join credited_goals g on g.uid = f.uid and g.transfer_id = f.id
		where f.reference = own.stem || part order by f.id
	`;
}
