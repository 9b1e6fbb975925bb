import { hash } from 'node:crypto';
import type { RobuxCents, UsdMicros } from '../../../contract/money.ts';
import { transferWithText } from '../../ledger/store.ts';
import type { Memo } from '../../ledger/transfer.ts';
import { type Database, isDuplicate, LostRace, ofUsers, type Tx } from '../../lib/db/database.ts';
import { bigints, prepared, texts, timestamps, uuids } from '../../lib/db/prepared.ts';
import { type Postback, replayedWhole } from '../postbacks/received-postback.ts';
import { columnsOf } from './columns.ts';
import { following } from './credit-states.ts';

export type BookedCredit = {
	transferId: number;
	kind: 'credit' | 'credit-hold';
	amount: RobuxCents;
	payoutMicros: UsdMicros;
	offerId: string | null;
	offerName: string | null;
	isBonus: boolean;
	transactionId: string;
	takenBackId: number | null;
	termsId: number | null;
	boostAmount: RobuxCents | null;
	boostTermsId: number | null;
	isReleased: boolean;
	isRejected: boolean;
	isBraked: boolean;
	isImported?: true;
};

export type WaitingReversal = {
	uid: string;
	wall: string;
	transactionId: string;
	link?: bigint | undefined;
	/** Undefined for the whole credit. */
	amount: RobuxCents | undefined;
	payoutMicros: UsdMicros;
	/** True to reverse the same share of the credit as of its payout. */
	byPayout: boolean;
	/** The reversal's reason, not stored while it waits for its credit. */
	reason?: string | undefined;
};

type WaitingRow = Omit<WaitingReversal, 'link' | 'amount'> & { link: string | null; amount: RobuxCents | null };

const waitingOf = prepared<WaitingRow>(
	'select_waiting_reversals',
	`select uid, wall, transaction_id as "transactionId", link::text, amount, payout_micros as "payoutMicros",
		by_payout as "byPayout"
	from waiting_reversals where uid = any($1::uuid[])`,
);

/** Requires the wallet locks, so that no further reversal starts to wait meanwhile. */
export async function selectWaitingReversals(tx: Tx, uids: readonly string[]): Promise<WaitingReversal[]> {
	if (uids.length === 0) return [];
	const { rows } = await waitingOf(tx, uuids(uids));
	return rows.map(({ link, amount, ...row }) => {
		return { ...row, amount: amount ?? undefined, link: link === null ? undefined : BigInt(link) };
	});
}

const insertWaiting = prepared(
	'insert_waiting_reversals',
	`insert into waiting_reversals (uid, wall, transaction_id, link, amount, payout_micros, received_at, by_payout)
	select uid, wall, transaction_id, link, amount, payout_micros, received_at, by_payout is not null
	from unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::timestamptz[],
		$8::bigint[]) as i (uid, wall, transaction_id, link, amount, payout_micros, received_at, by_payout)
	on conflict (uid, wall, transaction_id) do nothing`,
);

/** Requires the wallet locks. Idempotent. */
export async function insertWaitingReversals(tx: Tx, reversals: readonly (WaitingReversal & { atMs: number })[]) {
	if (reversals.length === 0) return;
	await insertWaiting(
		tx,
		...waitingKeys(reversals),
		...columnsOf(reversals, { link: bigints, amount: bigints, payoutMicros: bigints, atMs: timestamps }),
		bigints(reversals.map(({ byPayout }) => (byPayout ? 1 : undefined))),
	);
}

const deleteWaiting = prepared(
	'delete_waiting_reversals',
	`delete from waiting_reversals where ${ofUsers('uid')} and (uid, wall, transaction_id) in (
		select * from unnest($1::uuid[], $2::text[], $3::text[])
	)`,
);

export async function deleteWaitingReversals(tx: Tx, reversals: readonly WaitingReversal[]): Promise<void> {
	if (reversals.length > 0) await deleteWaiting(tx, ...waitingKeys(reversals));
}

function waitingKeys(reversals: readonly WaitingReversal[]): Buffer[] {
	return columnsOf(reversals, { uid: uuids, wall: texts, transactionId: texts });
}

const cutOtherwise = prepared<{ position: number }>(
	'select_cut_otherwise',
	`select (i.n - 1)::int as position
	from unnest($1::uuid[], $2::bigint[], $3::bigint[]) with ordinality as i (uid, signed_text, signed_cut, n)
	cross join lateral (
		-- Two ranges that the index knows to be empty. offset 0 keeps the planner off all that the user ever earned.
		(select t.uid from transfers t where t.signed_text = i.signed_text and t.signed_cut < i.signed_cut
			and ${ofUsers('t.uid')} offset 0)
		union all (select t.uid from transfers t where t.signed_text = i.signed_text and t.signed_cut > i.signed_cut
			and ${ofUsers('t.uid')} offset 0)
	) t where t.uid = i.uid`,
);

/** @returns indexes of those in `signed` that were booked with another split. Requires the wallet locks. */
export async function selectCutOtherwise(
	tx: Tx,
	signed: readonly { uid: string; signedText: { text: bigint; cut: bigint } }[],
): Promise<Set<number>> {
	if (signed.length === 0) return new Set();
	const { rows } = await cutOtherwise(
		tx,
		uuids(signed.map(({ uid }) => uid)),
		bigints(signed.map(({ signedText }) => signedText.text)),
		bigints(signed.map(({ signedText }) => signedText.cut)),
	);
	return new Set(rows.map(({ position }) => position));
}

/** Owner of a transaction whose wall does not sign the user. */
export type Claim = { key: string; uid: string };

export function claimKey({ wall, transactionId }: { wall: string; transactionId: string }): string {
	return hash('md5', `${wall}/${transactionId}`);
}

const ownersOf = prepared<Claim>(
	'select_owners',
	`select replace(transaction::text, '-', '') as key, uid from wall_transactions where transaction = any($1::uuid[])`,
);

export async function selectOwners(tx: Tx, keys: readonly string[]): Promise<Map<string, string>> {
	if (keys.length === 0) return new Map();
	const { rows } = await ownersOf(tx, uuids(keys));
	return new Map(rows.map(({ key, uid }) => [key, uid]));
}

const insertOwners = prepared(
	'insert_claims',
	// RETURNING makes Citus use INSERT instead of COPY, whose errors have no SQLSTATE for duplicates.
	'insert into wall_transactions (transaction, uid) select * from unnest($1::uuid[], $2::uuid[]) returning true as done',
);

/** @throws LostRace if another user was recorded first. */
export async function insertClaims(tx: Tx, claims: readonly Claim[]): Promise<void> {
	if (claims.length === 0) return;
	const sorted = claims.toSorted((a, b) => (a.key < b.key ? -1 : 1));
	try {
		await insertOwners(tx, uuids(sorted.map(({ key }) => key)), uuids(sorted.map(({ uid }) => uid)));
	} catch (error) {
		if (!isDuplicate(error)) throw error;
		throw new LostRace('another user got the transaction first', { cause: error });
	}
}

export type CreditKey = {
	uid: string;
	wall: string;
	transactionId: string;
	link?: bigint | undefined;
	pendingId?: string;
} & Partial<Pick<WaitingReversal, 'amount' | 'payoutMicros'>> &
	Pick<Memo, 'signedText'>;

const creditsOf = prepared<Omit<BookedCredit, 'transactionId'> & { position: number; stem: string }>(
	'select_credits',
	`select (k.n - 1)::int as position, c.*
	from unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[],
		$9::bigint[]) with ordinality as k (uid, account, reference, link, pending, amount, payout, text, cut, n)
	cross join lateral (
		select t.id as "transferId", t.kind, t.amount, t.payout_micros as "payoutMicros", t.offer_id as "offerId",
			t.offer_name as "offerName", t.is_bonus is true as "isBonus", t.stem,
			coalesce(reversal.id, cancelled.id) as "takenBackId", released.id is not null as "isReleased",
			t.terms_id as "termsId", boost.amount as "boostAmount", boost.terms_id as "boostTermsId",
			t.kind = 'credit-hold' and exists (
				select from held_credits h
				where h.uid = k.uid and ${ofUsers('h.uid')} and h.hold_id = t.id and h.outcome = 'cancelled'
			) as "isRejected",
			t.kind = 'credit-hold' and exists (
				select from held_credits h
				where h.uid = k.uid and ${ofUsers('h.uid')} and h.hold_id = t.id and h.outcome is null and h.cause is not null
			) as "isBraked"
		from (
			select *, left(reference, -6) as stem from (
				(select *, null::bigint as hash, 2 as rank from transfers
					where uid = k.uid and ${ofUsers('uid')} and link = k.link)
				union all
				select *, 1 from ${transferWithText('k.uid', 'k.reference', ofUsers('uid'))} t where reference = k.reference
				union all
				select *, 3 from ${transferWithText('k.uid', 'k.pending', ofUsers('uid'))} t where reference = k.pending
			) named
			where kind in ('credit', 'credit-hold') and debit = k.account and payout_micros is not null
		) t
		left join lateral ${following('k.uid', 'reversal', ofUsers('uid'))} reversal on true
		left join lateral ${following('k.uid', 'cancel', ofUsers('uid'))} cancelled on t.kind = 'credit-hold'
		left join lateral ${following('k.uid', 'release', ofUsers('uid'))} released on t.kind = 'credit-hold'
		left join lateral ${following('k.uid', 'boost', ofUsers('uid'))} boost on true
		order by
			-- A repeated reversal finds the credit that it took back.
			(reversal.signed_text = k.text and reversal.signed_cut = k.cut) is true
				or (cancelled.signed_text = k.text and cancelled.signed_cut = k.cut) is true desc,
			t.rank,
			case when k.amount is null then t.payout_micros = k.payout else t.amount = k.amount end is true desc,
			coalesce(reversal.id, cancelled.id) is null desc, t.id
		limit 1
	) c`,
);

/**
 * Finds credits by transaction id, or else by link. All steps of one click share a link, so the amount selects among
 * them, then those not reversed. Final only under the wallet locks.
 */
export async function selectCredits(tx: Tx, keys: readonly CreditKey[]): Promise<(BookedCredit | undefined)[]> {
	if (keys.length === 0) return [];
	const { rows } = await creditsOf(
		tx,
		uuids(keys.map(({ uid }) => uid)),
		texts(keys.map(({ wall }) => `partner:${wall}`)),
		texts(keys.map(({ wall, transactionId }) => creditReference(wall, transactionId))),
		bigints(keys.map(({ link }) => link)),
		texts(keys.map(({ wall, pendingId }) => pendingId && creditReference(wall, pendingId))),
		...columnsOf(keys, { amount: bigints, payoutMicros: bigints }),
		bigints(keys.map(({ signedText }) => signedText?.text)),
		bigints(keys.map(({ signedText }) => signedText?.cut)),
	);
	const credits = new Map(
		rows.map(({ position, stem, ...row }) => [
			position,
			{ ...row, transactionId: stem.slice(stem.indexOf('/', 'offer/'.length) + 1, -'/'.length) },
		]),
	);
	return keys.map((_, position) => credits.get(position));
}

const insertRows = prepared(
	'insert_callbacks',
	`insert into callbacks (part, at, wall, outcome, why, ip, request, uid, transfer_id, sealed, id) overriding system value
	-- An engine that numbers rows first needs a part too, even without a user.
	select case when id is not null then coalesce(uid, gen_random_uuid()) end, at, wall, outcome, why, ip, request, uid,
		transfer_id, sealed, coalesce(id, nextval('callbacks_id_seq'))
	from unnest($1::timestamptz[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::uuid[], $8::bigint[],
		$9::text[], $10::bigint[]) as i (at, wall, outcome, why, ip, request, uid, transfer_id, sealed, id)`,
);

export async function insertPostbacks(db: Database | Tx, postbacks: readonly Postback[]): Promise<void> {
	const numbering = db.engine.takeNumbers('callbacks_id_seq', postbacks.length);
	const ids = numbering && (await numbering);
	await insertRows(
		db,
		...columnsOf(postbacks, { atMs: timestamps, wall: texts, outcome: texts, why: texts, ip: texts, request: texts }),
		...columnsOf(postbacks, { uid: uuids, transferId: bigints }),
		texts(postbacks.map(({ outcome, seal }) => (replayedWhole.has(outcome) ? seal?.() : undefined))),
		bigints(ids ?? []),
	);
}

/** Each of these facts occurs at most once per partner transaction. */
type OfferFact = 'credit' | 'boost' | `${'' | 'boost-'}${'reversal' | 'release' | 'cancel'}`;

/** Held and spendable credits share a reference, so each transaction is booked once. */
export function creditReference(wall: string, transactionId: string, what: OfferFact = 'credit'): string {
	return `offer/${wall}/${transactionId}/${what}`;
}

const importedOf = prepared<BookedCredit & { position: number }>(
	'select_imported_credits',
	// Such a credit has no transfer. The negative id tells the credits of one round apart.
	`select (k.n - 1)::int as position, -1 - abs(hashtext(h.id)::bigint) as "transferId", 'credit' as kind, h.amount,
		0::bigint as "payoutMicros", null as "offerId", h.name as "offerName", k.id as "transactionId",
		reversal.id as "takenBackId", true as "isImported", null as "termsId", null as "boostAmount", null as "boostTermsId",
		false as "isBonus", false as "isReleased", false as "isRejected", false as "isBraked"
	from unnest($1::uuid[], $2::text[], $3::text[]) with ordinality as k (uid, id, reference, n)
	join imported_history h on h.uid = k.uid and ${ofUsers('h.uid')} and h.kind = 'reward' and h.amount > 0
		and h.transaction_id = k.id and not exists (
			-- The other site has already taken it back.
			select 1 from imported_history b where b.uid = k.uid and ${ofUsers('b.uid')} and b.kind = 'reward'
				and b.amount < 0 and b.transaction_id = k.id
		)
	left join lateral ${transferWithText('k.uid', 'k.reference', ofUsers('uid'))} reversal
		on reversal.reference = k.reference
	order by h.id desc`,
);

/** Finds credits of the imported history, by index in `keys`. Final only under the wallet locks. */
export async function selectImportedCredits(tx: Tx, keys: readonly CreditKey[]): Promise<Map<number, BookedCredit>> {
	if (keys.length === 0) return new Map();
	const { rows } = await importedOf(
		tx,
		uuids(keys.map(({ uid }) => uid)),
		texts(keys.map(({ transactionId }) => transactionId)),
		texts(keys.map(({ wall, transactionId }) => creditReference(wall, transactionId, 'reversal'))),
	);
	return new Map(rows.map(({ position, ...credit }) => [position, credit]));
}
