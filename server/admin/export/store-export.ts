import { type RawBuilder, sql } from 'kysely';
import type { ExportTable } from '../../../contract/admin/exports.ts';
import { type Database, rowOf } from '../../lib/db/database.ts';

type After = string | undefined;

type Export = { columns: readonly string[]; sizedBy: string; rows(after: After, limit: number): RawBuilder<unknown> };

type Cell = { name: string; value: string };

const kinds = {
	time: (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
	robux: (column: string) => `round(${column} / 100.0, 2)`,
	usd: (column: string) => `round(${column} / 1000000.0, 6)`,
	text: (column: string) => `csv_cell(${column})`,
	json: (column: string) => `csv_cell(${column}::text)`,
};

/** @param spec columns, each as `name`, `name:kind` or `name=column:kind`. */
function readCells(spec: string): Cell[] {
	return spec
		.trim()
		.split(/\s+/)
		.map((word) => {
			const [, name = '', column = name, kind] = /^(\w+)(?:=(\w+))?(?::(\w+))?$/.exec(word) ?? [];
			if (kind === undefined) return { name, value: column };
			return { name, value: kinds[kind as keyof typeof kinds](column) };
		});
}

function line(cells: readonly Cell[]): RawBuilder<unknown> {
	return sql.raw(cells.map(({ value }) => `coalesce((${value})::text, '')`).join(` || ',' || `));
}

const afterUid = (after: After) => after ?? '00000000-0000-0000-0000-000000000000';

const FIRST = { uuid: afterUid(undefined), bigint: '0', integer: '0', text: '' } as const;

/** Exports a table in the order of an index. @param keySpec the index's columns as `column:type`. */
function alongKey(table: string, keySpec: string, spec: string, from = sql.table(table)): Export {
	const parts = keySpec.split(' ').map((part) => part.split(':') as [string, keyof typeof FIRST]);
	const key = sql.raw(parts.map(([column]) => column).join(', '));
	const cells = readCells(spec);
	return {
		sizedBy: table,
		columns: cells.map(({ name }) => name),
		rows: (after, limit) => {
			const last = after?.split(' ') ?? parts.map(([, type]) => FIRST[type]);
			const values = parts.map(([, type], part) => sql`${last[part]}::${sql.raw(type)}`);
			return sql`
				select concat_ws(' ', ${key}) as key, ${line(cells)} as line from ${from}
				where (${key}) > (${sql.join(values)}) order by ${key} limit ${limit}`;
		},
	};
}

const yearlyCells = readCells(
	'year uid roblox_username:text earned:robux withdrawn:robux promotions:robux adjustments:robux payout_usd=micros:usd boosts:robux',
);

const exports: Record<ExportTable, Export> = {
	users: alongKey(
		'users',
		'uid:uuid',
		`uid roblox_username:text role:text created_at:time last_access:time banned_at:time ban_reason:text paused_reason:text
		robux=balance:robux pending:robux total_earned=earned:robux total_withdrawn=withdrawn:robux`,
		sql`users left join wallets using (uid)`,
	),
	transfers: alongKey(
		'transfers',
		'uid:uuid id:bigint',
		`uid id at:time kind amount:robux debit:text credit:text payout_usd=payout_micros:usd reference:text
		offer_id:text offer_name:text reason:text`,
	),
	withdrawals: alongKey(
		'withdrawals',
		'uid:uuid id:uuid',
		`uid id order_id:text state amount:robux price roblox_username:text vendor:text vendor_status:text
		refusal:text created_at:time updated_at:time method:text`,
	),
	callbacks: alongKey(
		'callbacks',
		'id:bigint',
		'id at:time wall:text outcome:text why:text ip:text uid transfer_id request:text',
	),
	actions: alongKey(
		'audit_records',
		'id:bigint',
		'id at:time actor:text action:text uid details:json reason_code:text',
		sql`audit_entries`,
	),
	'yearly-totals': {
		sizedBy: 'wallets',
		columns: yearlyCells.map(({ name }) => name),
		// A user's transfers are on one page, because they are summed by year. An empty page would end the export, so
		// wallets without transfers do not count.
		rows: (after, limit) => sql`
			select uid as key, ${line(yearlyCells)} as line
			from (
				select w.uid, extract(year from at at time zone 'UTC')::int as year,
					sum(case kind when 'credit' then amount when 'credit-release' then amount when 'reversal' then -amount else 0 end)
						as earned,
					sum(case when credit = 'payouts:paid' then amount else 0 end) as withdrawn,
					sum(case kind when 'promotion' then amount when 'bounty-release' then amount when 'bounty-reversal' then -amount
						else 0 end) as promotions,
					sum(case kind when 'boost' then amount when 'boost-release' then amount when 'boost-reversal' then -amount else 0 end)
						as boosts,
					sum(case 'house:adjustments' when debit then amount when credit then -amount else 0 end) as adjustments,
					sum(coalesce(payout_micros, 0)) as micros
				from (
					select uid from wallets where uid > ${afterUid(after)}
						and exists (select from transfers t where t.uid = wallets.uid) order by uid limit ${limit}
				) w
				join transfers x on x.uid = w.uid
				group by 1, 2
			) t left join users using (uid)
			order by uid, year`,
	},
	'order-events': alongKey(
		'payout_events',
		'uid:uuid withdrawal_id:uuid id:bigint',
		'uid withdrawal_id id at:time kind details:json times last_at:time',
	),
	'held-credits': alongKey(
		'held_credits',
		'uid:uuid hold_id:bigint',
		'uid hold_id wall:text transaction_id:text release_at:time outcome',
	),
	chargebacks: alongKey('chargebacks', 'uid:uuid transfer_id:bigint', 'uid transfer_id at:time forgiven_at:time'),
	adjustments: alongKey(
		'adjustments',
		'uid:uuid id:uuid',
		'uid id amount:robux reason:text state proposed_by proposed_at:time expires_at:time decided_by decided_at:time',
	),
	proposals: alongKey(
		'proposals',
		'id:uuid',
		`id call:text input:json uid amount:robux reason:text state proposed_by proposed_at:time expires_at:time decided_by
		decided_at:time`,
		sql`(select * from proposals where kind = 'call') p`,
	),
	'promo-codes': alongKey(
		'promo_codes',
		'code:text',
		'code:text amount:robux uses uses_max per_user starts_at:time ends_at:time closed_at:time created_at:time created_by',
	),
	'promo-redemptions': alongKey(
		'promo_redemptions',
		'uid:uuid code:text use:integer',
		'uid code:text use at:time transfer_id network:text user_agent:text',
	),
	'fraud-cases': alongKey(
		'fraud_cases',
		'uid:uuid',
		'uid state score opened_at:time changed_at:time signals:text notes:text',
		sql`(
			select *,
				(select string_agg(signal || ' ' || points, '; ' order by signal) from fraud_signals s where s.uid = c.uid) as signals,
				(select string_agg(n.text, '; ' order by id) from fraud_notes n where n.uid = c.uid) as notes
			from fraud_cases c
		) c`,
	),
	'manual-payouts': alongKey(
		'manual_payouts',
		'order_id:text',
		`order_id:text state roblox_username:text pass_id net price taken_by purchase_reference:text reason:text
		created_at:time changed_at:time`,
	),
	settlements: alongKey(
		'payout_settlements',
		'id:uuid',
		'id order_id:text uid outcome state reason:text proof:text proposed_by proposed_at:time decided_by decided_at:time',
	),
	differences: alongKey(
		'payout_reviews',
		'id:bigint',
		'id vendor:text order_id:text uid kind details:json found_at:time resolved_at:time resolved_by note:text',
	),
	log: alongKey(
		'log_entries',
		'id:bigint',
		'id at:time source what:text outcome:text uid order_id:text device:text note:text took_ms',
	),
};

export const exportHead = (table: ExportTable): string => `${exports[table].columns.join(',')}\r\n`;

export type ExportPage = { text: string; rows: number; last: string };

/** The database builds the lines, to keep the event loop free. @returns undefined at the end. */
export async function selectExportPage(
	db: Database,
	table: ExportTable,
	after: After,
	limit: number,
): Promise<ExportPage | undefined> {
	const page = await rowOf<{ text: string | null; rows: number; last: string | null }>(db)`
		select string_agg(line, ${'\r\n'}) || ${'\r\n'} as text, count(*)::int as rows,
			(array_agg(key))[count(*)]::text as last
		from (${exports[table].rows(after, limit)}) page
	`;
	return page?.text && page.last !== null ? { text: page.text, rows: page.rows, last: page.last } : undefined;
}

export async function estimateRows(db: Database, table: ExportTable): Promise<number> {
	const row = await rowOf<{ rows: number }>(db)`
		select greatest(reltuples, 0)::bigint as rows from pg_class where oid = ${exports[table].sizedBy}::regclass
	`;
	return row?.rows ?? 0;
}
