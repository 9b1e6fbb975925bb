import { type Database, rowOf, rowsOf, type Session } from '../lib/db/database.ts';
import type { Manifest } from './manifest.ts';

type Totals = Pick<Manifest, 'last_transfer' | 'transfers' | 'totals'>;

/** No open transaction lags behind by this many ids. */
const IDS_LOOKED_AT = 1_000_000;

/** @param last id of the last transfer to count; null counts all. */
export async function selectTotals(
	session: Session,
	last: string | null = null,
	without: readonly string[] = [],
): Promise<Totals> {
	const counted = await rowOf<{ transfers: number; id: string | null; at: Date | null }>(session)`
		select count(*)::int as transfers, max(id)::text as id, max(at) as at from transfers
		where (${last}::bigint is null or id <= ${last}) and id <> all(${without}::bigint[])`;
	const accounts = await rowsOf<{ account: string; total: string }>(session)`
		select account, sum(side.amount)::text as total
		from transfers t cross join lateral (values (credit, t.amount), (debit, -t.amount)) as side (account, amount)
		where (${last}::bigint is null or t.id <= ${last}) and t.id <> all(${without}::bigint[])
		group by account order by account`;
	const { transfers = 0, id = null, at = null } = counted ?? {};
	return {
		transfers,
		last_transfer: id === null || at === null ? null : { id, at: at.toISOString() },
		totals: Object.fromEntries(accounts.map(({ account, total }) => [account, total])),
	};
}

export async function selectLastTransfer(db: Database | Session): Promise<Totals['last_transfer']> {
	const last = await rowOf<{ id: string; at: Date }>(db)`select id::text, at from transfers order by id desc limit 1`;
	return last ? { id: last.id, at: last.at.toISOString() } : null;
}

/** Returns ids up to `last_transfer` that the snapshot of the session `then` did not contain. */
export async function selectLateTransfers(
	now: Session,
	then: Session,
	{ last_transfer, transfers }: Totals,
): Promise<string[]> {
	if (!last_transfer) return [];
	const { id } = last_transfer;
	const counted = await rowOf<{ transfers: number }>(now)`
		select count(*)::int as transfers from transfers where id <= ${id}`;
	if (counted?.transfers === transfers) return [];
	const recent = (session: Session) => rowsOf<{ id: string }>(session)`
		select id::text from transfers where id <= ${id} and id > ${id}::bigint - ${IDS_LOOKED_AT}::bigint`;
	const [idsNow, idsThen] = await Promise.all([recent(now), recent(then)]);
	const known = new Set(idsThen.map((row) => row.id));
	return idsNow.map((row) => row.id).filter((late) => !known.has(late));
}

export async function selectMigration(session: Session): Promise<string> {
	const last = await rowOf<{ name: string | null }>(session)`select max(name) as name from kysely_migration`;
	return last?.name ?? '';
}
