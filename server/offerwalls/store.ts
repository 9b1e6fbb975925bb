import { sql } from 'kysely';
import type { RobuxCents, UsdMicros } from '../../contract/money.ts';
import { bigints, texts, timestamps, uuids } from '../lib/binary-array.ts';
import type { Database, Tx } from '../lib/database.ts';
import type { Callback } from './callback.ts';

/** What a transfer was for, and the $ that the partner owes us (or takes back) with it. */
export type OfferRow = {
	uid: string;
	transferId: number;
	wall: string;
	atMs: number;
	payoutMicros: UsdMicros;
	link: bigint | undefined;
	offerId: string | undefined;
	offerName: string | undefined;
};

export type BookedCredit = {
	transferId: number;
	amount: RobuxCents;
	payoutMicros: UsdMicros;
	offerId: string | null;
	offerName: string | null;
	/** Under which a reversal of this credit is booked, and its transfer if it was. */
	reversalReference: string;
	reversalId: number | null;
};

export type WaitingReversal = {
	uid: string;
	wall: string;
	transactionId: string;
	link: bigint | undefined;
	/** Absent: the partner did not say, so the whole credit goes back. */
	amount: RobuxCents | undefined;
	payoutMicros: UsdMicros;
};

export type HistoryRow = {
	id: number;
	at: Date;
	kind: string;
	amount: RobuxCents;
	debit: string;
	credit: string;
	offer_name: string | null;
};

/** Kinds of transfer that a person reads in the offer history; what withdrawals move is told elsewhere. */
const historyKinds = ['credit', 'credit-hold', 'reversal', 'promotion', 'adjustment-up', 'adjustment-down'];

const at = (ms: number) => new Date(ms).toISOString();

/**
 * Keeps what the transfers were for and adds the $ to each wall's quarter of an hour, in one statement.
 * @returns the reversals that were waiting for any of these users. Their wallets must be locked by now, so that no
 * reversal can start to wait behind our back.
 */
export async function insertOffers(tx: Tx, offers: readonly OfferRow[]): Promise<WaitingReversal[]> {
	const column = <Key extends keyof OfferRow>(key: Key) => offers.map((offer) => offer[key]);
	const { rows } = await sql<WaitingReversalColumns>`
		-- prepared: insert_offers
		with input as materialized (
			select * from unnest(
				${uuids(column('uid'))}::uuid[], ${bigints(column('transferId'))}::bigint[], ${texts(column('wall'))}::text[],
				${timestamps(column('atMs'))}::timestamptz[], ${bigints(column('payoutMicros'))}::bigint[],
				${bigints(column('link'))}::bigint[], ${texts(column('offerId'))}::text[], ${texts(column('offerName'))}::text[]
			) as i (uid, transfer_id, wall, at, payout_micros, link, offer_id, offer_name)
		), kept as (
			insert into offers (uid, transfer_id, payout_micros, link, offer_id, offer_name)
			select uid, transfer_id, payout_micros, link, offer_id, offer_name from input
		), earned as (
			insert into earnings_buckets (wall, starts_at, payout_micros)
			select wall, date_bin('15 minutes', at, 'epoch'), sum(payout_micros) from input group by 1, 2
		)
		select ${waitingColumns} from waiting_reversals where uid in (select uid from input)
	`.execute(tx);
	return rows.map(toWaitingReversal);
}

/** Only while the user's wallet is locked. The same reversal waits once. */
export async function insertWaitingReversal(tx: Tx, reversal: WaitingReversal, receivedAtMs: number): Promise<void> {
	await sql`
		-- prepared: insert_waiting_reversal
		insert into waiting_reversals (uid, wall, transaction_id, link, amount, payout_micros, received_at)
		values (${reversal.uid}, ${reversal.wall}, ${reversal.transactionId}, ${reversal.link?.toString() ?? null},
			${reversal.amount ?? null}, ${reversal.payoutMicros}, ${at(receivedAtMs)})
		on conflict (uid, wall, transaction_id) do nothing
	`.execute(tx);
}

export async function deleteWaitingReversal(tx: Tx, { uid, wall, transactionId }: WaitingReversal): Promise<void> {
	await sql`
		delete from waiting_reversals where uid = ${uid} and wall = ${wall} and transaction_id = ${transactionId}
	`.execute(tx);
}

/**
 * The credit that a reversal takes back: by what it points back with, else by its own transaction id. Of several, one
 * that still stands comes first. Only under the wallet's lock is the answer final.
 */
export async function selectCredit(
	tx: Tx,
	key: { uid: string; wall: string; transactionId: string; link: bigint | undefined },
): Promise<BookedCredit | undefined> {
	const { rows } = await sql<BookedCredit>`
		-- prepared: select_credit
		with named as (
			select transfer_id, true as by_link from offers where uid = ${key.uid} and link = ${key.link?.toString() ?? null}
			union all
			select id, false from transfers
			where uid = ${key.uid} and reference = ${creditReference(key.wall, key.transactionId)}
		)
		select c.id as "transferId", c.amount, c.payout_micros as "payoutMicros", c.offer_id as "offerId",
			c.offer_name as "offerName", r.reference as "reversalReference", reversal.id as "reversalId"
		from named
		-- offset 0 holds the planner to this order; it may otherwise look through all that the user ever earned.
		cross join lateral (
			select t.id, t.amount, t.reference, o.payout_micros, o.offer_id, o.offer_name
			from transfers t join offers o on o.uid = t.uid and o.transfer_id = t.id
			where t.uid = ${key.uid} and t.id = named.transfer_id and t.kind = 'credit' and t.debit = ${`partner:${key.wall}`}
			offset 0
		) c
		cross join lateral (select regexp_replace(c.reference, '/credit$', '/reversal') as reference) r
		left join lateral (
			select id from transfers where uid = ${key.uid} and reference = r.reference offset 0
		) reversal on true
		order by named.by_link desc, reversal.id is null desc, c.id
		limit 1
	`.execute(tx);
	return rows[0];
}

export async function insertCallbacks(db: Database | Tx, callbacks: readonly Callback[]): Promise<void> {
	const column = <Key extends keyof Callback>(key: Key) => callbacks.map((callback) => callback[key]);
	await sql`
		-- prepared: insert_callbacks
		insert into callbacks (at, wall, outcome, ip, request, uid, transfer_id)
		select * from unnest(
			${timestamps(column('atMs'))}::timestamptz[], ${texts(column('wall'))}::text[],
			${texts(column('outcome'))}::text[], ${texts(column('ip'))}::text[], ${texts(column('request'))}::text[],
			${uuids(column('uid'))}::uuid[], ${bigints(column('transferId'))}::bigint[])
	`.execute(db);
}

/** Newest first. Keyset by the transfer's id within one user: as fast at any depth. */
export async function selectHistoryBefore(
	db: Database,
	uid: string,
	beforeId: number | undefined,
	limit: number,
): Promise<HistoryRow[]> {
	const { rows } = await sql<HistoryRow>`
		select t.id, t.at, t.kind, t.amount, t.debit, t.credit, o.offer_name
		from transfers t left join offers o on o.uid = t.uid and o.transfer_id = t.id
		where t.uid = ${uid} and t.id < ${beforeId ?? Number.MAX_SAFE_INTEGER} and t.kind = any(${historyKinds})
		order by t.id desc limit ${limit}
	`.execute(db);
	return rows;
}

/** Oldest first: what came after `afterId`. */
export async function selectHistoryAfter(
	db: Database,
	uid: string,
	afterId: number,
	limit: number,
): Promise<HistoryRow[]> {
	const { rows } = await sql<HistoryRow>`
		select t.id, t.at, t.kind, t.amount, t.debit, t.credit, o.offer_name
		from transfers t left join offers o on o.uid = t.uid and o.transfer_id = t.id
		where t.uid = ${uid} and t.id > ${afterId} and t.kind = any(${historyKinds})
		order by t.id limit ${limit}
	`.execute(db);
	return rows;
}

/** The reference of a partner's credit in the ledger; its reversal ends in `/reversal` instead. */
export function creditReference(wall: string, transactionId: string): string {
	return `offer/${wall}/${transactionId}/credit`;
}

const waitingColumns = sql`uid, wall, transaction_id, link::text, amount, payout_micros`;

type WaitingReversalColumns = {
	uid: string;
	wall: string;
	transaction_id: string;
	link: string | null;
	amount: RobuxCents | null;
	payout_micros: UsdMicros;
};

function toWaitingReversal(row: WaitingReversalColumns): WaitingReversal {
	return {
		uid: row.uid,
		wall: row.wall,
		transactionId: row.transaction_id,
		link: row.link === null ? undefined : BigInt(row.link),
		amount: row.amount ?? undefined,
		payoutMicros: row.payout_micros,
	};
}
