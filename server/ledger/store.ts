import { type RawBuilder, sql } from 'kysely';
import { asRobuxCents, type RobuxCents } from '../../contract/money.ts';
import { type Database, ofUsers, rowOf, type Tx } from '../lib/db/database.ts';
import { together } from '../lib/db/pipeline.ts';
import { prepared, texts, uuids } from '../lib/db/prepared.ts';

export type WalletRow = {
	/** Negative after a reversal of withdrawn money. */
	balance: RobuxCents;
	pending: RobuxCents;
	earned: RobuxCents;
	withdrawn: RobuxCents;
	closed: boolean;
};

export type TransferRow = {
	id: number;
	kind: string;
	amount: RobuxCents;
	debit: string;
	credit: string;
	reference: string;
	termsId: number | null;
};

export type ReferenceKey = { uid: string; reference: string };

const walletColumns = sql`balance, pending, earned, withdrawn, closed_at is not null as closed`;

export async function selectWallet(db: Database | Tx, uid: string): Promise<WalletRow | undefined> {
	return rowOf<WalletRow>(db)`select ${walletColumns} from wallets where uid = ${uid}`;
}

const lockOpen = prepared<{ count: number; uids: string[] | null; pending: Record<string, RobuxCents> | null }>(
	'lock_wallets',
	`select count(*)::int as count, case when count(*) < $2 then json_agg(uid) end as uids,
		json_object_agg(uid, pending) filter (where pending <> 0) as pending
	from (
		select uid, pending from wallets where uid = any($1::uuid[]) and closed_at is null order by uid for no key update
	) open`,
);

/** Placeholder for a missing user, because Citus routes statements by user. */
const NO_UID = '00000000-0000-0000-0000-000000000000';

/** Locks wallets in one order to prevent deadlocks. */
export async function lockOpenWallets(tx: Tx, uids: readonly string[]) {
	const named = uids.length > 0 ? uids : [NO_UID];
	const [, { rows }] = await together(tx.engine.holdWallets(tx, named), lockOpen(tx, uuids(named), uids.length));
	const open = rows[0]?.uids ?? (rows[0]?.count === uids.length ? uids : []);
	return new Map(open.map((uid) => [uid, { pending: rows[0]?.pending?.[uid] ?? asRobuxCents(0) }]));
}

const lock = prepared<WalletRow>(
	'lock_wallet',
	`select balance, pending, earned, withdrawn, closed_at is not null as closed from wallets where uid = $1 for no key update`,
);

/** Every debit holds this lock. */
export async function selectWalletForUpdate(tx: Tx, uid: string): Promise<WalletRow | undefined> {
	const [, { rows }] = await together(tx.engine.holdWallets(tx, [uid]), lock(tx, uid));
	return rows[0];
}

export async function updateClosed(tx: Tx, { uid, atMs }: { uid: string; atMs: number }): Promise<void> {
	await sql`
		with closed as (update wallets set closed_at = ${new Date(atMs)} where uid = ${uid} returning uid, balance, pending)
		insert into wallet_totals (part, balance, pending, below_zero)
		select uid, -balance, -pending, -greatest(-balance, 0) from closed where (balance, pending) <> (0, 0)
	`.execute(tx);
}

/** May match another reference with the same hash. Has no LIMIT, which Citus could not push down. */
export function transferWith(uid: string, reference: string): RawBuilder<unknown> {
	return sql.raw(`(
		select *, hashtextextended(reference, 0) as hash from transfers
		where uid = ${uid} and hashtextextended(reference, 0) = hashtextextended(${reference}, 0)
	)`);
}

/**
 * Like {@link transferWith}, but fast for few users, regardless of statistics. The range comparison forces the
 * references' index; with `=` the planner may read all transfers.
 */
export function transferWithText(uid: string, reference: string, among: string): string {
	return `(
		select * from (
			select *, hashtextextended(reference, 0) as hash from transfers
			where uid = ${uid} and ${among} and hashtextextended(reference, 0) >= hashtextextended(${reference}, 0)
				and hashtextextended(reference, 0) <= hashtextextended(${reference}, 0)
			order by hashtextextended(reference, 0) limit 1
		) nearest where hash = hashtextextended(${reference}, 0)
	)`;
}

const lookUp = prepared<{ ids: number[] | null; booked: (TransferRow & { position: number })[] | null }>(
	'look_up_transfers',
	`select (select json_agg(nextval('transfers_id_seq')) from generate_series(1, $3::int)) as ids,
		(
			select json_agg(json_build_object('position', i.n - 1, 'id', t.id, 'amount', t.amount, 'kind', t.kind,
				'debit', t.debit, 'credit', t.credit, 'reference', t.reference, 'termsId', t.terms_id))
			from unnest($1::uuid[], $2::text[]) with ordinality as i (uid, reference, n)
			cross join lateral ${transferWithText('i.uid', 'i.reference', ofUsers('uid'))} t
		) as booked`,
);

/** Requires the wallets' locks, so that each user's ids increase. */
export async function lookUpTransfers(
	tx: Tx,
	keys: readonly ReferenceKey[],
	newCount: number,
	locking: Promise<unknown> = Promise.resolve(),
): Promise<{ ids: number[]; booked: (TransferRow | undefined)[] }> {
	const taken = tx.engine.takesNumbersFirst
		? locking.then(() => tx.engine.takeNumbers('transfers_id_seq', newCount))
		: undefined;
	const named = keys.length > 0 ? keys : [{ uid: NO_UID, reference: '' }];
	const values = [uuids(named.map(({ uid }) => uid)), texts(named.map(({ reference }) => reference))];
	const [numbers, { rows }] = await together(taken, lookUp(tx, ...values, taken ? 0 : newCount));
	const found = rows[0];
	const booked: (TransferRow | undefined)[] = keys.map(() => undefined);
	for (const { position, ...row } of found?.booked ?? []) booked[position] = row;
	return { ids: numbers ?? found?.ids ?? [], booked };
}
