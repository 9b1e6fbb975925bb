import { robuxToWire } from '../../contract/money.ts';
import { isDuplicate, LostRace, type Tx } from '../lib/db/database.ts';
import { together } from '../lib/db/pipeline.ts';
import { bigints, prepared, texts, timestamps, uuids } from '../lib/db/prepared.ts';
import { quarterOf } from '../lib/local-day.ts';
import { addEvents, type NewEvent, wantsEvents } from '../lib/outbox.ts';
import { insertBookedAccounts } from './booked-accounts.ts';
import { type Posting, type TransferKind, touchesNoWallet } from './transfer.ts';

const creditTypes: { [Kind in TransferKind]?: 'credit.booked' | 'credit.reversed' } = {
	credit: 'credit.booked',
	'credit-release': 'credit.booked',
	reversal: 'credit.reversed',
};
const withdrawalTypes: { [Kind in TransferKind]?: 'withdrawal.requested' | 'withdrawal.paid' | 'withdrawal.refunded' } =
	{
		'withdrawal-hold': 'withdrawal.requested',
		'withdrawal-paid': 'withdrawal.paid',
		'withdrawal-refund': 'withdrawal.refunded',
	};

function eventsOf({ kind, uid, amount: cents, atMs, wall = '', reference }: Posting): NewEvent[] {
	const amount = robuxToWire(cents);
	const [credit, withdrawal] = [creditTypes[kind], withdrawalTypes[kind]];
	if (credit) return [{ type: credit, uid, atMs, data: { reference, amount, wall_id: wall } }];
	const [, withdrawal_id = ''] = reference.split('/');
	return withdrawal ? [{ type: withdrawal, uid, atMs, data: { withdrawal_id, amount } }] : [];
}

const insert = prepared<{ id: number }>(
	'insert_postings',
	`with inserted as (
		insert into transfers (uid, id, at, amount, payout_micros, link, signed_text, signed_cut, is_bonus, kind, debit,
			credit, reference, offer_id, offer_name, reason, terms_id)
		overriding system value
		select uid, coalesce(id, nextval('transfers_id_seq')), at, amount, payout_micros, link, signed_text, signed_cut,
			bonus = 1, kind, debit, credit, reference, offer_id, offer_name, reason, terms_id
		from unnest($1::uuid[], $2::bigint[], $3::timestamptz[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
			$8::bigint[], $9::bigint[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[],
			$16::text[], $17::bigint[]
		) as i (uid, id, at, amount, payout_micros, link, signed_text, signed_cut, bonus, kind, debit, credit, reference,
			offer_id, offer_name, reason, terms_id)
		returning id
	), moved as (
		update wallets w set balance = w.balance + c.balance, pending = w.pending + c.pending,
			earned = w.earned + c.earned, withdrawn = w.withdrawn + c.withdrawn
		from unnest($18::uuid[], $19::bigint[], $20::bigint[], $21::bigint[], $22::bigint[])
			as c (uid, balance, pending, earned, withdrawn)
		where w.uid = c.uid and w.uid = any($18::uuid[]) and w.closed_at is null
		returning w.balance, c.balance as balance_change, c.pending as pending_change
	), totalled as (
		insert into wallet_totals (part, balance, pending, below_zero)
		select ($1::uuid[])[1], balance, pending, below_zero from (
			select coalesce(sum(balance_change), 0) as balance, coalesce(sum(pending_change), 0) as pending,
				coalesce(sum(greatest(-balance, 0) - greatest(balance_change - balance, 0)), 0) as below_zero
			from moved
		) changed where (balance, pending, below_zero) <> (0, 0, 0)
	), bucketed as (
		insert into account_buckets (part, account, starts_at, debited, credited)
		select ($1::uuid[])[1], * from unnest($23::text[], $24::timestamptz[], $25::bigint[], $26::bigint[])
	), owed as (
		insert into earnings_buckets (part, wall, starts_at, payout_micros)
		select ($1::uuid[])[1], * from unnest($27::text[], $28::timestamptz[], $29::bigint[])
	)
	-- Divides by zero where not every wallet was there to be moved: a transfer without its wallet must not be kept.
	select min(id) as id, 1 / ((select count(*) from moved) = $30::int)::int as "isWhole" from inserted`,
);

export type NumberedPosting = Posting & { id?: number };

/** The only statement that writes money. Needs wallet locks and new references. @returns the lowest id. */
export async function insertPostings(tx: Tx, postings: readonly NumberedPosting[]): Promise<number> {
	const wallets = changesOf(postings);
	const buckets = bucketsOf(postings);
	const numbering = postings.some(({ id }) => id === undefined)
		? tx.engine.takeNumbers('transfers_id_seq', postings.length)
		: undefined;
	const next = numbering && (await numbering);
	const ids = postings.map(({ id }, index) => id ?? next?.[index]);
	try {
		const booking = insert(
			tx,
			...transferColumns(postings, ids),
			...walletColumns(wallets),
			...bucketColumns(buckets),
			...owedColumns(postings),
			wallets.size,
		);
		const accounts = buckets.map(({ account }) => account);
		const events = wantsEvents(tx) ? addEvents(tx, postings.flatMap(eventsOf)) : undefined;
		const [{ rows }] = await together(booking, insertBookedAccounts(tx, accounts), events);
		return rows[0]?.id as number;
	} catch (error) {
		if (!isDuplicate(error)) throw error;
		throw new LostRace('the reference was booked concurrently', { cause: error });
	}
}

/** Each column has its own function, because access by a dynamic key is several times slower. */
function transferColumns(postings: readonly NumberedPosting[], ids: readonly (number | undefined)[]): Buffer[] {
	return [
		uuids(postings.map(({ uid }) => uid)),
		bigints(ids),
		timestamps(postings.map(({ atMs }) => atMs)),
		bigints(postings.map(({ amount }) => amount)),
		bigints(postings.map(({ memo }) => memo?.payoutMicros)),
		bigints(postings.map(({ memo }) => memo?.link)),
		bigints(postings.map(({ memo }) => memo?.signedText?.text)),
		bigints(postings.map(({ memo }) => memo?.signedText?.cut)),
		bigints(postings.map(({ memo }) => (memo?.isBonus ? 1 : undefined))),
		texts(postings.map(({ kind }) => kind)),
		texts(postings.map(({ debit }) => debit)),
		texts(postings.map(({ credit }) => credit)),
		texts(postings.map(({ reference }) => reference)),
		texts(postings.map(({ memo }) => memo?.offerId)),
		texts(postings.map(({ memo }) => memo?.offerName)),
		texts(postings.map(({ memo }) => memo?.reason)),
		bigints(postings.map(({ memo }) => memo?.termsId)),
	];
}

type WalletChange = Pick<Posting, 'balanceChange' | 'pendingChange' | 'earnedChange' | 'withdrawnChange'>;

function changesOf(postings: readonly Posting[]): Map<string, WalletChange> {
	const changes = new Map<string, WalletChange>();
	for (const posting of postings) {
		if (touchesNoWallet(posting)) continue;
		const { uid, balanceChange, pendingChange, earnedChange, withdrawnChange } = posting;
		const change = changes.get(uid);
		if (change) {
			change.balanceChange += balanceChange;
			change.pendingChange += pendingChange;
			change.earnedChange += earnedChange;
			change.withdrawnChange += withdrawnChange;
		} else changes.set(uid, { balanceChange, pendingChange, earnedChange, withdrawnChange });
	}
	return changes;
}

function walletColumns(wallets: ReadonlyMap<string, WalletChange>): Buffer[] {
	const changes = [...wallets.values()];
	return [
		uuids([...wallets.keys()]),
		bigints(changes.map(({ balanceChange }) => balanceChange)),
		bigints(changes.map(({ pendingChange }) => pendingChange)),
		bigints(changes.map(({ earnedChange }) => earnedChange)),
		bigints(changes.map(({ withdrawnChange }) => withdrawnChange)),
	];
}

const isOfWallet = (account: string) => account === 'wallet' || account === 'pending';

type Bucket = { account: string; startsAtMs: number; debited: number; credited: number };

function bucketsOf(postings: readonly Posting[]): Bucket[] {
	const buckets = new Map<string, Bucket>();
	for (const { debit, credit, amount, atMs } of postings) {
		for (const account of [debit, credit]) {
			if (isOfWallet(account)) continue;
			const startsAtMs = quarterOf(atMs);
			const key = `${startsAtMs} ${account}`;
			const bucket = buckets.get(key) ?? { account, startsAtMs, debited: 0, credited: 0 };
			buckets.set(key, bucket);
			if (account === debit) bucket.debited += amount;
			else bucket.credited += amount;
		}
	}
	return [...buckets.values()];
}

function bucketColumns(buckets: readonly Bucket[]): Buffer[] {
	return [
		texts(buckets.map(({ account }) => account)),
		timestamps(buckets.map(({ startsAtMs }) => startsAtMs)),
		bigints(buckets.map(({ debited }) => debited)),
		bigints(buckets.map(({ credited }) => credited)),
	];
}

function owedColumns(postings: readonly Posting[]): Buffer[] {
	const owed = new Map<string, { wall: string; startsAtMs: number; payoutMicros: number }>();
	for (const { wall, memo, atMs } of postings) {
		if (!wall || !memo?.payoutMicros) continue;
		const startsAtMs = quarterOf(atMs);
		const key = `${startsAtMs} ${wall}`;
		const row = owed.get(key) ?? { wall, startsAtMs, payoutMicros: 0 };
		owed.set(key, row);
		row.payoutMicros += memo.payoutMicros;
	}
	const rows = [...owed.values()];
	return [
		texts(rows.map(({ wall }) => wall)),
		timestamps(rows.map(({ startsAtMs }) => startsAtMs)),
		bigints(rows.map(({ payoutMicros }) => payoutMicros)),
	];
}
