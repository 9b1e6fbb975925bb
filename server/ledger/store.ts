import { type RawBuilder, sql } from 'kysely';
import type { RobuxCents } from '../../contract/money.ts';
import { bigints, texts, timestamps, uuids } from '../lib/binary-array.ts';
import type { Database, Tx } from '../lib/database.ts';
import type { Memo, Posting } from './transfer.ts';

export type WalletRow = {
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
};

/** What {@link insertPostings} did: wrote the transfer, or found its reference taken by what is booked. */
export type InsertResult = { id: number } | { booked: TransferRow };

/** The unique index of references, as PostgreSQL names it when it refuses a second one. */
export const REFERENCE_INDEX = 'transfers_reference';

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

/**
 * The transfer that has a user's reference, or one with the same hash, as a subquery; all SQL. It asks for the first hash
 * from this one on instead of for this one, because only the references' index has that order: where most users have one
 * transfer, the planner would otherwise think it as cheap to go through all that this user ever had.
 */
export function transferWith(uid: RawBuilder<unknown>, reference: RawBuilder<unknown>): RawBuilder<unknown> {
	return sql`(
		select * from (
			select *, hashtextextended(reference, 0) as hash from transfers
			where uid = ${uid} and hashtextextended(reference, 0) >= hashtextextended(${reference}, 0)
			order by hashtextextended(reference, 0) limit 1
		) nearest where hash = hashtextextended(${reference}, 0)
	)`;
}

export async function selectTransfer(
	db: Database | Tx,
	{ uid, reference }: { uid: string; reference: string },
): Promise<TransferRow | undefined> {
	const { rows } = await sql<TransferRow>`
		-- prepared: select_transfer
		select id, amount, kind, debit, credit, reference
		from ${transferWith(sql`${uid}::uuid`, sql`${reference}::text`)} t where reference = ${reference}
	`.execute(db);
	return rows[0];
}

/**
 * The one statement that writes money; no two of the postings may share uid and reference. Inserts the transfers whose
 * reference is new and whose wallet is open, adds each wallet's changes in one update, and records the totals of shared
 * accounts and of what partners owe.
 *
 * Wallets first, in sorted order: two batches that share users then wait for each other instead of deadlocking, and one
 * that is closed by then takes no part. Whoever books one of the references meanwhile makes the unique index refuse all.
 *
 * @returns what became of each posting; one without an open wallet is not there.
 */
export async function insertPostings(tx: Tx, postings: readonly Posting[]): Promise<Map<Posting, InsertResult>> {
	const { rows } = await sql<InsertedColumns>`
		-- prepared: insert_postings
		with input as materialized (
			select i.*, booked.id as booked_id, booked.amount as booked_amount, booked.kind as booked_kind,
				booked.debit as booked_debit, booked.credit as booked_credit, booked.reference as booked_reference
			from unnest(${columnsOf(postings)}) with ordinality as i (
				uid, reference, kind, debit, credit, amount, at, balance, pending, earned, withdrawn,
				payout_micros, link, signed_text, signed_cut, bonus, offer_id, offer_name, reason, n
			)
			-- By the hash alone, as the index is unique by it.
			left join lateral ${transferWith(sql`i.uid`, sql`i.reference`)} booked on true
		), changes as (
			select uid, sum(balance)::bigint as balance, sum(pending)::bigint as pending, sum(earned)::bigint as earned,
				sum(withdrawn)::bigint as withdrawn
			from input where booked_id is null group by uid order by uid
		), moved as (
			update wallets w set balance = w.balance + c.balance, pending = w.pending + c.pending,
				earned = w.earned + c.earned, withdrawn = w.withdrawn + c.withdrawn
			from changes c where w.uid = c.uid and w.closed_at is null
			returning w.uid
		), inserted as (
			insert into transfers (uid, at, amount, payout_micros, link, signed_text, signed_cut, is_bonus, kind, debit,
				credit, reference, offer_id, offer_name, reason)
			select uid, at, amount, payout_micros, link, signed_text, signed_cut, bonus = 1, kind, debit,
				credit, reference, offer_id, offer_name, reason
			-- "is true" makes the planner hash the uids instead of comparing all with all.
			from input where booked_id is null and (uid in (select uid from moved)) is true
			order by n
			returning id, debit, credit, amount, at, payout_micros
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
		), owed as (
			insert into earnings_buckets (wall, starts_at, payout_micros)
			select substr(case when debit like 'partner:%' then debit else credit end, 9),
				date_bin('15 minutes', at, 'epoch'), sum(payout_micros)
			from inserted where payout_micros <> 0 group by 1, 2
		)
		select
			-- Ids are taken in the order of the insert.
			(select json_agg(id order by id) from inserted) as ids,
			(select json_agg(n) from input where booked_id is null and (uid in (select uid from moved)) is not true) as nobody,
			(select json_agg(json_build_object('n', n, 'id', booked_id, 'amount', booked_amount, 'kind', booked_kind,
				'debit', booked_debit, 'credit', booked_credit, 'reference', booked_reference))
				from input where booked_id is not null) as booked
	`.execute(tx);
	return toResults(postings, rows[0] as InsertedColumns);
}

type InsertedColumns = {
	ids: number[] | null;
	/** Places in the list, from 1. */
	nobody: number[] | null;
	booked: (TransferRow & { n: number })[] | null;
};

function toResults(postings: readonly Posting[], { ids, nobody, booked }: InsertedColumns): Map<Posting, InsertResult> {
	const without = new Set(nobody);
	const results = new Map<Posting, InsertResult>();
	for (const { n, ...row } of booked ?? []) results.set(postings[n - 1] as Posting, { booked: row });
	const written = postings.filter((posting, index) => !without.has(index + 1) && !results.has(posting));
	if (written.length !== (ids?.length ?? 0)) throw new Error(`${ids?.length} ids for ${written.length} transfers`);
	written.forEach((posting, index) => {
		results.set(posting, { id: ids?.[index] as number });
	});
	return results;
}

function columnsOf(postings: readonly Posting[]) {
	const column = <Key extends keyof Posting>(key: Key) => postings.map((posting) => posting[key]);
	const told = <Value>(read: (memo: Memo) => Value | undefined) =>
		postings.map(({ memo }) => (memo === undefined ? undefined : read(memo)));
	return sql`
		${uuids(column('uid'))}::uuid[], ${texts(column('reference'))}::text[], ${texts(column('kind'))}::text[],
		${texts(column('debit'))}::text[], ${texts(column('credit'))}::text[], ${bigints(column('amount'))}::bigint[],
		${timestamps(column('atMs'))}::timestamptz[],
		${bigints(column('balanceChange'))}::bigint[], ${bigints(column('pendingChange'))}::bigint[],
		${bigints(column('earnedChange'))}::bigint[], ${bigints(column('withdrawnChange'))}::bigint[],
		${bigints(told((memo) => memo.payoutMicros))}::bigint[], ${bigints(told((memo) => memo.link))}::bigint[],
		${bigints(told((memo) => memo.signedText?.text))}::bigint[],
		${bigints(told((memo) => memo.signedText?.cut))}::bigint[],
		${bigints(told((memo) => (memo.isBonus ? 1 : undefined)))}::bigint[], ${texts(told((memo) => memo.offerId))}::text[],
		${texts(told((memo) => memo.offerName))}::text[], ${texts(told((memo) => memo.reason))}::text[]`;
}
