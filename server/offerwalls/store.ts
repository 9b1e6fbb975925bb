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
	link?: bigint | undefined;
	offerId: string | undefined;
	offerName: string | undefined;
	isBonus?: boolean;
	/** Why it was taken back. */
	reason?: string | undefined;
	/** What the partner signed and how it was cut into fields, where it could be cut otherwise. */
	signedText?: { text: bigint; cut: bigint } | undefined;
};

export type BookedCredit = {
	transferId: number;
	kind: 'credit' | 'credit-hold';
	amount: RobuxCents;
	payoutMicros: UsdMicros;
	offerId: string | null;
	offerName: string | null;
	isBonus: boolean;
	transactionId: string;
	/** The transfer that took it back, if one did. */
	takenBackId: number | null;
	/** Of one that was held back. */
	isReleased: boolean;
};

export type WaitingReversal = {
	uid: string;
	wall: string;
	transactionId: string;
	link: bigint | undefined;
	/** Absent: the partner did not say, so the whole credit goes back. */
	amount: RobuxCents | undefined;
	payoutMicros: UsdMicros;
	/** Told to the user when it is booked at once; what waits does not keep it. */
	reason?: string | undefined;
};

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
				${bigints(column('link'))}::bigint[], ${texts(column('offerId'))}::text[], ${texts(column('offerName'))}::text[],
				${bigints(offers.map(({ isBonus }) => (isBonus ? 1 : undefined)))}::bigint[],
				${texts(column('reason'))}::text[],
				${bigints(offers.map(({ signedText }) => signedText?.text))}::bigint[],
				${bigints(offers.map(({ signedText }) => signedText?.cut))}::bigint[]
			) as i (uid, transfer_id, wall, at, payout_micros, link, offer_id, offer_name, bonus, reason, signed_text, signed_cut)
		), kept as (
			insert into offers
				(uid, transfer_id, payout_micros, link, offer_id, offer_name, is_bonus, reason, signed_text, signed_cut)
			select uid, transfer_id, payout_micros, link, offer_id, offer_name, bonus = 1, reason, signed_text, signed_cut
			from input
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
 * Which of these transfers were signed by a text that is booked already, cut in another way. Asked after their wallets are
 * locked, so that two cuts at the same moment do not miss each other.
 */
export async function selectCutOtherwise(tx: Tx, offers: readonly OfferRow[]): Promise<Set<number>> {
	const signed = offers.filter(({ signedText }) => signedText);
	if (signed.length === 0) return new Set();
	const { rows } = await sql<{ transferId: number }>`
		-- prepared: select_cut_otherwise
		select i.transfer_id as "transferId"
		from unnest(
			${uuids(signed.map(({ uid }) => uid))}::uuid[], ${bigints(signed.map(({ transferId }) => transferId))}::bigint[],
			${bigints(signed.map(({ signedText }) => signedText?.text))}::bigint[],
			${bigints(signed.map(({ signedText }) => signedText?.cut))}::bigint[]
		) as i (uid, transfer_id, signed_text, signed_cut)
		join offers o on o.signed_text = i.signed_text and o.uid = i.uid and o.signed_cut <> i.signed_cut
	`.execute(tx);
	return new Set(rows.map(({ transferId }) => transferId));
}

/**
 * Notes whose these transactions are, where nobody has them yet, and only for users who are here.
 * @returns which of them belong to somebody else, as positions in the list.
 */
export async function claimTransactions(
	tx: Tx,
	claims: readonly { wall: string; transactionId: string; uid: string }[],
): Promise<Set<number>> {
	const columns = sql`
		${claims.map(({ wall }) => wall)}::text[], ${claims.map(({ transactionId }) => transactionId)}::text[],
		${claims.map(({ uid }) => uid)}::uuid[]`;
	// In one order, so that two batches that claim the same wait for each other instead of deadlocking.
	await sql`
		insert into wall_transactions (wall, transaction_id, uid)
		select i.wall, i.transaction_id, i.uid
		from unnest(${columns}) with ordinality as i (wall, transaction_id, uid, n)
		join wallets w on w.uid = i.uid and w.closed_at is null
		order by i.wall, i.transaction_id, i.n
		on conflict do nothing
	`.execute(tx);
	// A statement of its own: what another batch committed while this one waited is visible only now.
	const { rows } = await sql<{ position: number }>`
		select (i.n - 1)::int as position
		from unnest(${columns}) with ordinality as i (wall, transaction_id, uid, n)
		join wall_transactions t on t.wall = i.wall and t.transaction_id = i.transaction_id and t.uid <> i.uid
	`.execute(tx);
	return new Set(rows.map(({ position }) => position));
}

/**
 * The credit that a reversal takes back, held or not: by what it points back with, else by its own transaction id. Of
 * several, one that still stands comes first. Only under the wallet's lock is the answer final.
 */
export async function selectCredit(
	tx: Tx,
	key: { uid: string; wall: string; transactionId: string; link: bigint | undefined },
): Promise<BookedCredit | undefined> {
	const { rows } = await sql<Omit<BookedCredit, 'transactionId'> & { stem: string }>`
		-- prepared: select_credit
		with named as (
			select transfer_id, true as by_link from offers where uid = ${key.uid} and link = ${key.link?.toString() ?? null}
			union all
			select id, false from transfers
			where uid = ${key.uid} and reference = ${creditReference(key.wall, key.transactionId)}
		)
		select c.id as "transferId", c.kind, c.amount, c.payout_micros as "payoutMicros", c.offer_id as "offerId",
			c.offer_name as "offerName", c.is_bonus is true as "isBonus", c.stem,
			coalesce(reversal.id, cancelled.id) as "takenBackId", released.id is not null as "isReleased"
		from named
		-- offset 0 holds the planner to this order; it may otherwise look through all that the user ever earned.
		cross join lateral (
			select t.id, t.kind, t.amount, left(t.reference, -6) as stem, o.payout_micros, o.offer_id, o.offer_name, o.is_bonus
			from transfers t join offers o on o.uid = t.uid and o.transfer_id = t.id
			where t.uid = ${key.uid} and t.id = named.transfer_id and t.kind in ('credit', 'credit-hold')
				and t.debit = ${`partner:${key.wall}`}
			offset 0
		) c
		left join lateral (
			select id from transfers where uid = ${key.uid} and reference = c.stem || 'reversal' offset 0
		) reversal on true
		left join lateral (
			select id from transfers where uid = ${key.uid} and reference = c.stem || 'cancel' offset 0
		) cancelled on c.kind = 'credit-hold'
		left join lateral (
			select id from transfers where uid = ${key.uid} and reference = c.stem || 'release' offset 0
		) released on c.kind = 'credit-hold'
		order by named.by_link desc, coalesce(reversal.id, cancelled.id) is null desc, c.id
		limit 1
	`.execute(tx);
	const [row] = rows;
	return row && { ...row, transactionId: row.stem.slice(`offer/${key.wall}/`.length, -'/'.length) };
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

/**
 * The reference of a partner's credit in the ledger, spendable or held: one transaction is one of the two, whatever the
 * wall's settings were when it came. What follows it ends otherwise.
 */
export function creditReference(
	wall: string,
	transactionId: string,
	what: 'credit' | 'reversal' | 'release' | 'cancel' = 'credit',
): string {
	return `offer/${wall}/${transactionId}/${what}`;
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
