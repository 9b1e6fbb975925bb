import { sql } from 'kysely';
import type { RobuxCents, UsdMicros } from '../../contract/money.ts';
import { transferWith } from '../ledger/store.ts';
import { bigints, texts, timestamps, uuids } from '../lib/binary-array.ts';
import type { Database, Tx } from '../lib/database.ts';
import type { Callback } from './callback.ts';

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
 * The reversals that are waiting for any of these users. Their wallets must be locked by now, so that no reversal can
 * start to wait behind our back.
 */
export async function selectWaitingReversals(tx: Tx, uids: readonly string[]): Promise<WaitingReversal[]> {
	const { rows } = await sql<WaitingReversalColumns>`
		-- prepared: select_waiting_reversals
		select uid, wall, transaction_id, link::text, amount, payout_micros
		from waiting_reversals where uid = any(${uuids(uids)}::uuid[])
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
export async function selectCutOtherwise(
	tx: Tx,
	signed: readonly { uid: string; transferId: number; signedText: { text: bigint; cut: bigint } }[],
): Promise<Set<number>> {
	if (signed.length === 0) return new Set();
	const { rows } = await sql<{ transferId: number }>`
		-- prepared: select_cut_otherwise
		select i.transfer_id as "transferId"
		from unnest(
			${uuids(signed.map(({ uid }) => uid))}::uuid[], ${bigints(signed.map(({ transferId }) => transferId))}::bigint[],
			${bigints(signed.map(({ signedText }) => signedText.text))}::bigint[],
			${bigints(signed.map(({ signedText }) => signedText.cut))}::bigint[]
		) as i (uid, transfer_id, signed_text, signed_cut)
		cross join lateral (
			-- offset 0 keeps the planner from looking through all that the user ever earned.
			select t.uid, t.signed_cut from transfers t where t.signed_text = i.signed_text offset 0
		) t
		where t.uid = i.uid and t.signed_cut <> i.signed_cut
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
	const claimed = sql`
		select md5(i.name)::uuid as transaction, i.uid, i.n from unnest(
			${texts(claims.map(({ wall, transactionId }) => `${wall}/${transactionId}`))}::text[],
			${uuids(claims.map(({ uid }) => uid))}::uuid[]
		) with ordinality as i (name, uid, n)`;
	// In one order, so that two batches that claim the same wait for each other instead of deadlocking.
	const { numAffectedRows } = await sql`
		-- prepared: claim_transactions
		insert into wall_transactions (transaction, uid)
		select c.transaction, c.uid from (${claimed}) c
		join wallets w on w.uid = c.uid and w.closed_at is null
		order by c.transaction, c.n
		on conflict do nothing
	`.execute(tx);
	if (Number(numAffectedRows) === claims.length) return new Set();
	// A statement of its own: what another batch committed while this one waited is visible only now.
	const { rows } = await sql<{ position: number }>`
		-- prepared: select_foreign_transactions
		select (c.n - 1)::int as position from (${claimed}) c
		join wall_transactions t on t.transaction = c.transaction and t.uid <> c.uid
	`.execute(tx);
	return new Set(rows.map(({ position }) => position));
}

/**
 * Has the statements of this transaction planned once for each connection. PostgreSQL would plan those that mostly carry
 * one or two rows anew each time, because they are cheap; planning them takes ten times as long as running them.
 */
export async function planOnce(tx: Tx): Promise<void> {
	await sql`set local plan_cache_mode = force_generic_plan`.execute(tx);
}

/** What a credit is looked for by: what a reversal points back with, or its transaction id. */
export type CreditKey = { uid: string; wall: string; transactionId: string; link: bigint | undefined };

export async function selectCredit(tx: Tx, key: CreditKey): Promise<BookedCredit | undefined> {
	return (await selectCredits(tx, [key]))[0];
}

/**
 * The credits that reversals take back, held or not: by what they point back with, else by their own transaction id. Of
 * several, one that still stands comes first. Only under the wallet's lock is the answer final.
 *
 * @returns one for each key, in order; undefined where there is none.
 */
export async function selectCredits(tx: Tx, keys: readonly CreditKey[]): Promise<(BookedCredit | undefined)[]> {
	const { rows } = await sql<Omit<BookedCredit, 'transactionId'> & { position: number; stem: string }>`
		-- prepared: select_credits
		select (k.n - 1)::int as position, c.*
		from unnest(
			${uuids(keys.map(({ uid }) => uid))}::uuid[], ${texts(keys.map(({ wall }) => `partner:${wall}`))}::text[],
			${texts(keys.map(({ wall, transactionId }) => creditReference(wall, transactionId)))}::text[],
			${bigints(keys.map(({ link }) => link))}::bigint[]
		) with ordinality as k (uid, account, reference, link, n)
		cross join lateral (
			select t.id as "transferId", t.kind, t.amount, t.payout_micros as "payoutMicros", t.offer_id as "offerId",
				t.offer_name as "offerName", t.is_bonus is true as "isBonus", t.stem,
				coalesce(reversal.id, cancelled.id) as "takenBackId", released.id is not null as "isReleased"
			from (
				select *, left(reference, -6) as stem from (
					(select *, null::bigint as hash, true as by_link from transfers where uid = k.uid and link = k.link)
					union all
					select *, false from ${transferWith(sql`k.uid`, sql`k.reference`)} t where reference = k.reference
				) named
				where kind in ('credit', 'credit-hold') and debit = k.account and payout_micros is not null
			) t
			left join lateral ${following('reversal')} reversal on true
			left join lateral ${following('cancel')} cancelled on t.kind = 'credit-hold'
			left join lateral ${following('release')} released on t.kind = 'credit-hold'
			order by t.by_link desc, coalesce(reversal.id, cancelled.id) is null desc, t.id
			limit 1
		) c
	`.execute(tx);
	const credits = new Map(
		rows.map(({ position, stem, ...row }) => [
			position,
			{ ...row, transactionId: stem.slice(stem.indexOf('/', 'offer/'.length) + 1, -'/'.length) },
		]),
	);
	return keys.map((_, position) => credits.get(position));
}

/** The transfer that ended the credit `t`. */
function following(what: 'reversal' | 'cancel' | 'release') {
	const reference = sql`(t.stem || ${sql.lit(what)})`;
	return sql`(select f.id from ${transferWith(sql`k.uid`, reference)} f where f.reference = ${reference})`;
}

export async function insertCallbacks(db: Database | Tx, callbacks: readonly Callback[]): Promise<void> {
	const column = <Key extends keyof Callback>(key: Key) => callbacks.map((callback) => callback[key]);
	await sql`
		-- prepared: insert_callbacks
		insert into callbacks (at, wall, outcome, why, ip, request, uid, transfer_id)
		select * from unnest(
			${timestamps(column('atMs'))}::timestamptz[], ${texts(column('wall'))}::text[],
			${texts(column('outcome'))}::text[], ${texts(column('why'))}::text[], ${texts(column('ip'))}::text[],
			${texts(column('request'))}::text[],
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
