import { sql } from 'kysely';
import type { ExportTable } from '../../contract/exports.ts';
import type { Database } from '../lib/database.ts';
import {
	type After,
	afterUid,
	alongKey,
	dollars,
	type Export,
	line,
	plain,
	robux,
	text,
	time,
} from './store-export-cells.ts';
import { recordExports } from './store-export-records.ts';

const exports: Record<ExportTable, Export> = {
	users: {
		sizedBy: 'users',
		columns:
			'uid,roblox_username,role,created_at,last_access,banned_at,ban_reason,paused_reason,robux,pending,total_earned,total_withdrawn'.split(
				',',
			),
		rows: (after, limit) => sql`
			select u.uid as key, ${line(
				plain('u.uid'),
				text('u.roblox_username'),
				text('u.role'),
				time('u.created_at'),
				time('u.last_access'),
				time('u.banned_at'),
				text('u.ban_reason'),
				text('u.paused_reason'),
				robux('w.balance'),
				robux('w.pending'),
				robux('w.earned'),
				robux('w.withdrawn'),
			)} as line
			from users u left join wallets w using (uid) where u.uid > ${afterUid(after)} order by u.uid limit ${limit}`,
	},
	transfers: alongKey(
		'transfers',
		{ uid: 'uuid', id: 'bigint' },
		{
			uid: plain,
			id: plain,
			at: time,
			kind: plain,
			amount: robux,
			debit: text,
			credit: text,
			payout_usd: dollars('payout_micros'),
			reference: text,
			offer_id: text,
			offer_name: text,
			reason: text,
		},
	),
	withdrawals: alongKey(
		'withdrawals',
		{ uid: 'uuid', id: 'uuid' },
		{
			uid: plain,
			id: plain,
			order_id: text,
			state: plain,
			amount: robux,
			price: plain,
			roblox_username: text,
			vendor: text,
			vendor_status: text,
			refusal: text,
			created_at: time,
			updated_at: time,
		},
	),
	callbacks: alongKey(
		'callbacks',
		{ id: 'bigint' },
		{
			id: plain,
			at: time,
			wall: text,
			outcome: text,
			why: text,
			ip: text,
			uid: plain,
			transfer_id: plain,
			request: text,
		},
	),
	actions: alongKey(
		'audit_entries',
		{ id: 'bigint' },
		{
			id: plain,
			at: time,
			actor: text,
			action: text,
			uid: plain,
			details: text('details::text'),
		},
	),
	'yearly-totals': {
		sizedBy: 'wallets',
		columns: 'year,uid,roblox_username,earned,withdrawn,promotions,adjustments,payout_usd'.split(','),
		// A page is of users: their transfers lie together in the index, and a year needs all of a user's.
		rows: (after, limit) => sql`
			select t.uid as key, ${line(
				plain('t.year'),
				plain('t.uid'),
				text('u.roblox_username'),
				robux('t.earned'),
				robux('t.withdrawn'),
				robux('t.promotions'),
				robux('t.adjustments'),
				dollars('t.micros'),
			)} as line
			from (
				select w.uid, extract(year from at at time zone 'UTC')::int as year,
					sum(case kind when 'credit' then amount when 'credit-release' then amount when 'reversal' then -amount else 0 end)
						as earned,
					sum(case when credit = 'payouts:paid' then amount else 0 end) as withdrawn,
					sum(case 'house:promotions' when debit then amount when credit then -amount else 0 end) as promotions,
					sum(case 'house:adjustments' when debit then amount when credit then -amount else 0 end) as adjustments,
					sum(coalesce(payout_micros, 0)) as micros
				from (select uid from wallets where uid > ${afterUid(after)} order by uid limit ${limit}) w
				join transfers x on x.uid = w.uid
				group by 1, 2
			) t left join users u on u.uid = t.uid
			order by t.uid, t.year`,
	},
	...recordExports,
};

export function exportHead(table: ExportTable): string {
	return `${exports[table].columns.join(',')}\r\n`;
}

export type ExportPage = { text: string; rows: number; last: string };

/**
 * The next rows as CSV, put together by the database: to take every cell apart and together again here would keep
 * everybody else waiting.
 * @returns undefined after the last.
 */
export async function selectExportPage(
	db: Database,
	table: ExportTable,
	after: After,
	limit: number,
): Promise<ExportPage | undefined> {
	const { rows } = await sql<{ text: string | null; rows: number; last: string | null }>`
		select string_agg(line, ${'\r\n'}) || ${'\r\n'} as text, count(*)::int as rows,
			(array_agg(key))[count(*)]::text as last
		from (${exports[table].rows(after, limit)}) page
	`.execute(db);
	const [page] = rows;
	return page?.text && page.last !== null ? { text: page.text, rows: page.rows, last: page.last } : undefined;
}

/** The database's own estimate, as old as its last look. */
export async function estimateRows(db: Database, table: ExportTable): Promise<number> {
	const { rows } = await sql<{ rows: number }>`
		select greatest(reltuples, 0)::bigint as rows from pg_class where oid = ${exports[table].sizedBy}::regclass
	`.execute(db);
	return rows[0]?.rows ?? 0;
}
