import type pg from 'pg';
import type { Manifest } from './manifest.ts';

export type Totals = Pick<Manifest, 'last_transfer' | 'transfers' | 'totals'>;

/** More ids than one open transaction can lag behind. */
const IDS_LOOKED_AT = 1_000_000;

/** @param last null: the last transfer. */
export async function selectTotals(
	client: pg.ClientBase,
	last: string | null = null,
	without: readonly string[] = [],
): Promise<Totals> {
	const { rows: counted } = await client.query<{ transfers: number; id: string | null; at: Date | null }>(
		`select count(*)::int as transfers, max(id)::text as id, max(at) as at from transfers
		where ($1::bigint is null or id <= $1) and id <> all($2::bigint[])`,
		[last, without],
	);
	const { rows: accounts } = await client.query<{ account: string; total: string }>(
		`select account, sum(side.amount)::text as total
		from transfers t cross join lateral (values (credit, t.amount), (debit, -t.amount)) as side (account, amount)
		where ($1::bigint is null or t.id <= $1) and t.id <> all($2::bigint[]) group by account order by account`,
		[last, without],
	);
	const { transfers = 0, id = null, at = null } = counted[0] ?? {};
	return {
		transfers,
		last_transfer: id === null || at === null ? null : { id, at: at.toISOString() },
		totals: Object.fromEntries(accounts.map(({ account, total }) => [account, total])),
	};
}

/** Returns ids up to the last one that were invisible to `then`. */
export async function selectLate(
	now: pg.ClientBase,
	then: pg.ClientBase,
	{ last_transfer, transfers }: Totals,
): Promise<string[]> {
	if (!last_transfer) return [];
	const { rows } = await now.query<{ transfers: number }>(
		'select count(*)::int as transfers from transfers where id <= $1',
		[last_transfer.id],
	);
	if (rows[0]?.transfers === transfers) return [];
	const recent = `select id::text from transfers where id <= $1 and id > $1::bigint - ${IDS_LOOKED_AT}`;
	const [seenNow, seenThen] = await Promise.all(
		[now, then].map((client) => client.query<{ id: string }>(recent, [last_transfer.id])),
	);
	const known = new Set(seenThen?.rows.map(({ id }) => id));
	return (seenNow?.rows ?? []).map(({ id }) => id).filter((id) => !known.has(id));
}

export async function selectMigration(client: pg.ClientBase): Promise<string> {
	const { rows } = await client.query<{ name: string | null }>('select max(name) as name from kysely_migration');
	return rows[0]?.name ?? '';
}
