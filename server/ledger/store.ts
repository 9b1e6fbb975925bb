import { sql } from 'kysely';
import type { RobuxCents } from '../../contract/money.ts';
import { bigints, texts, timestamps, uuids } from '../lib/binary-array.ts';
import type { Database, Tx } from '../lib/database.ts';
import type { Posting } from './transfer.ts';

export type WalletRow = {
	balance: RobuxCents;
	pending: RobuxCents;
	earned: RobuxCents;
	withdrawn: RobuxCents;
	closed: boolean;
};

export type TransferRow = {
	id: number;
	at: Date;
	uid: string;
	kind: string;
	amount: RobuxCents;
	debit: string;
	credit: string;
	reference: string;
};

/** A row that {@link insertPostings} wrote. A posting without one was either booked before or has no open wallet. */
export type WrittenRow = { id: number; uid: string; reference: string };

const walletColumns = sql`balance, pending, earned, withdrawn, closed_at is not null as closed`;

export async function insertWallet(db: Database | Tx, uid: string): Promise<void> {
	await sql`insert into wallets (uid) values (${uid}) on conflict (uid) do nothing`.execute(db);
}

export async function selectWallet(db: Database | Tx, uid: string): Promise<WalletRow | undefined> {
	const { rows } = await sql<WalletRow>`select ${walletColumns} from wallets where uid = ${uid}`.execute(db);
	return rows[0];
}

/** Everything that takes from a wallet holds this lock first, so no two can both see the same money. */
export async function selectWalletForUpdate(tx: Tx, uid: string): Promise<WalletRow | undefined> {
	const { rows } = await sql<WalletRow>`
		-- prepared: lock_wallet
		select ${walletColumns} from wallets where uid = ${uid} for no key update
	`.execute(tx);
	return rows[0];
}

export async function selectTransfers(
	db: Database | Tx,
	keys: readonly { uid: string; reference: string }[],
): Promise<TransferRow[]> {
	const { rows } = await sql<TransferRow>`
		-- prepared: select_transfers
		select t.id, t.at, t.uid, t.kind, t.amount, t.debit, t.credit, t.reference
		from unnest(${uuids(keys.map((key) => key.uid))}::uuid[], ${texts(keys.map((key) => key.reference))}::text[])
			as k (uid, reference)
		join transfers t using (uid, reference)
	`.execute(db);
	return rows;
}

/**
 * The one statement that writes money; no two of the postings may share uid and reference. Inserts the transfers whose reference is new and whose wallet is open, adds each
 * wallet's changes in one update, and records the shared accounts' totals.
 *
 * Both inserts go in sorted order, so that two batches that share references or users wait for each other instead of
 * deadlocking. A wallet closed by a transaction that committed meanwhile makes `wallets` return it as closed: the caller
 * must then roll back.
 *
 * @returns the rows written, and the uids whose wallet closed.
 */
export async function insertPostings(
	tx: Tx,
	postings: readonly Posting[],
): Promise<{ written: WrittenRow[]; closed: string[] }> {
	const column = <Key extends keyof Posting>(key: Key) => postings.map((posting) => posting[key]);
	const { rows } = await sql<{ written: WrittenRow[] | null; closed: string[] | null }>`
		-- prepared: insert_postings
		with input as materialized (
			select * from unnest(
				${uuids(column('uid'))}::uuid[], ${texts(column('reference'))}::text[], ${texts(column('kind'))}::text[],
				${texts(column('debit'))}::text[], ${texts(column('credit'))}::text[], ${bigints(column('amount'))}::bigint[],
				${timestamps(column('atMs'))}::timestamptz[],
				${bigints(column('balanceChange'))}::bigint[], ${bigints(column('pendingChange'))}::bigint[],
				${bigints(column('earnedChange'))}::bigint[], ${bigints(column('withdrawnChange'))}::bigint[]
			) as i (uid, reference, kind, debit, credit, amount, at, balance, pending, earned, withdrawn)
		), inserted as (
			insert into transfers (uid, at, amount, kind, debit, credit, reference)
			select i.uid, i.at, i.amount, i.kind, i.debit, i.credit, i.reference
			from input i join wallets w on w.uid = i.uid and w.closed_at is null
			order by i.uid, i.reference
			on conflict (uid, reference) do nothing
			returning uid, id, reference, debit, credit, amount, at
		), changes as (
			select uid, sum(balance) as balance, sum(pending) as pending, sum(earned) as earned, sum(withdrawn) as withdrawn
			from input join inserted using (uid, reference)
			group by uid
		), moved as (
			insert into wallets (uid, balance, pending, earned, withdrawn)
			select uid, balance, pending, earned, withdrawn from changes order by uid
			on conflict (uid) do update set
				balance = wallets.balance + excluded.balance,
				pending = wallets.pending + excluded.pending,
				earned = wallets.earned + excluded.earned,
				withdrawn = wallets.withdrawn + excluded.withdrawn
			returning uid, closed_at is not null as closed
		), bucketed as (
			insert into account_buckets (account, starts_at, debited, credited)
			select account, date_bin('15 minutes', at, 'epoch'), sum(debited), sum(credited)
			from (
				select debit as account, at, amount as debited, 0 as credited from inserted
				union all
				select credit, at, 0, amount from inserted
			) sides
			where account not in ('wallet', 'pending')
			group by 1, 2
		)
		select
			(select json_agg(json_build_object('id', id, 'uid', uid, 'reference', reference)) from inserted) as written,
			(select json_agg(uid) from moved where closed) as closed
	`.execute(tx);
	return { written: rows[0]?.written ?? [], closed: rows[0]?.closed ?? [] };
}
