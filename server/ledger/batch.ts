import type { RobuxCents } from '../../contract/money.ts';
import type { Tx } from '../lib/db/database.ts';
import { together } from '../lib/db/pipeline.ts';
import { InsufficientBalance, ReferenceConflict } from './errors.ts';
import { lockOpenWallets, lookUpTransfers, type ReferenceKey, type TransferRow } from './store.ts';
import { insertPostings, type NumberedPosting } from './store-postings.ts';
import {
	isCovered,
	isSameContent,
	type NewTransfer,
	needsNoCheck,
	type Posting,
	toPosting,
	touchesNoWallet,
} from './transfer.ts';

export type BatchOutcome =
	| { status: 'booked' | 'replayed'; id: number }
	| { status: 'conflict'; booked: TransferRow }
	| { status: 'nobody' };

/** Transfers that are written together; what becomes of each is known before anything is written. */
export type Batch = {
	/** Whether the user has an open wallet; it stays so until the transaction ends. */
	isOpen(uid: string): boolean;
	find(key: ReferenceKey): TransferRow | undefined;
	/**
	 * Books nothing for a reference that is booked or was taken in before.
	 * @throws InsufficientBalance when its wallet does not cover it and the kind may not overdraw.
	 * @throws RangeError for one that would look at a balance that was not read, or that was not counted.
	 */
	add(transfer: NewTransfer): BatchOutcome;
	/** Adds a transfer that was seen not to be booked. @returns its number. @throws ReferenceConflict where it is all the same. */
	addNew(transfer: NewTransfer): number;
	/** What was taken in by now, in order. */
	added(): readonly NumberedPosting[];
	/** @throws LostRace when somebody booked one of them meanwhile: run again, it is a replay. */
	write(tx: Tx): Promise<void>;
};

type BatchOptions = {
	/** Their wallets are locked: nobody else may move what the batch looks at. */
	uids: Iterable<string>;
	/** What may be booked by now. One that is not here must have been seen not to be, under the lock. */
	keys: readonly ReferenceKey[];
	size: number;
	onLocked?(): void;
};

type Funds = { pending: RobuxCents; balance?: RobuxCents };

/** Locks the wallets in one order, then looks up what is booked: one round trip of a {@link inPipeline pipeline}. */
export async function openBatch(tx: Tx, { uids, keys, size, onLocked }: BatchOptions): Promise<Batch> {
	const locking = lockOpenWallets(tx, [...new Set(uids)]);
	const [funds, looked] = await together(locking.finally(onLocked), lookUpTransfers(tx, keys, size, locking));
	return batchOf(funds, keys, looked);
}

/** @param funds of the open wallets, all locked before what is booked was looked up; what is added changes them. */
export function batchOf(
	funds: Map<string, Funds>,
	keys: readonly ReferenceKey[],
	{ ids, booked }: Awaited<ReturnType<typeof lookUpTransfers>>,
): Batch {
	const known = new Map<string, TransferRow>();
	for (const [index, key] of keys.entries()) {
		const row = booked[index];
		if (row) known.set(keyOf(key), row);
	}
	const added: NumberedPosting[] = [];

	function add(transfer: NewTransfer): BatchOutcome {
		const posting = toPosting(transfer);
		const first = known.get(keyOf(posting));
		// First: a repeat stays one when its user has gone.
		if (first) return repeat(first, posting);
		const has = funds.get(posting.uid);
		if (has) funds.set(posting.uid, fundsAfter(posting, has));
		else if (!touchesNoWallet(posting)) return { status: 'nobody' };
		const id = ids[added.length];
		if (id === undefined) throw new RangeError(`the batch has only ${ids.length} transfer IDs`);
		const numbered = { ...posting, id, termsId: posting.memo?.termsId ?? null };
		known.set(keyOf(posting), numbered);
		added.push(numbered);
		return { status: 'booked', id };
	}

	return {
		isOpen: (uid) => funds.has(uid),
		find: (key) => known.get(keyOf(key)),
		add,
		addNew(transfer) {
			const outcome = add(transfer);
			if (outcome.status !== 'booked') throw new ReferenceConflict(transfer.reference);
			return outcome.id;
		},
		added: () => added,
		async write(tx) {
			if (added.length > 0) await insertPostings(tx, added);
		},
	};
}

/**
 * @throws InsufficientBalance when the wallet does not cover it and the kind may not overdraw.
 * @throws RangeError when it would have to look at a balance that was not read.
 */
export function fundsAfter(posting: Posting, { balance, pending }: Funds): Funds {
	const after = { pending: (pending + posting.pendingChange) as RobuxCents };
	if (after.pending < 0) throw new InsufficientBalance(pending);
	if (balance === undefined) {
		if (!needsNoCheck(posting)) throw new RangeError('a posting that debits a wallet must check its balance');
		return after;
	}
	if (!isCovered(posting, balance)) throw new InsufficientBalance(balance);
	return { ...after, balance: (balance + posting.balanceChange) as RobuxCents };
}

/** @param first what is booked for this reference, or will be. */
function repeat(first: TransferRow, posting: Posting): BatchOutcome {
	return isSameContent(first, posting) ? { status: 'replayed', id: first.id } : { status: 'conflict', booked: first };
}

function keyOf({ uid, reference }: ReferenceKey): string {
	return `${uid} ${reference}`;
}
