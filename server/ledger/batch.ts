import type { Tx } from '../lib/database.ts';
import { together } from '../lib/pipeline.ts';
import { lockOpenWallets, lookUpTransfers, type TransferRow } from './store.ts';
import { insertPostings, type NumberedPosting } from './store-postings.ts';
import { isSameContent, type NewTransfer, needsNoCheck, type Posting, toPosting } from './transfer.ts';

export type BatchOutcome =
	| { status: 'booked' | 'replayed'; id: number }
	/** The reference is booked with other content. */
	| { status: 'conflict' }
	/** No wallet, or a closed one. */
	| { status: 'nobody' };

/** Many transfers that are written at once. What becomes of each is known before anything is written. */
export type Batch = {
	/** Whether the user has a wallet that is open. It stays so until the transaction ends. */
	isOpen(uid: string): boolean;
	/**
	 * Takes a transfer in, unless its reference is booked or was taken in before: that books nothing.
	 * @throws RangeError for one that would have to look at its wallet, or that was not counted.
	 */
	add(transfer: NewTransfer): BatchOutcome;
	/** @throws LostRace when somebody booked one of them meanwhile: run the transaction again, and it is a replay. */
	write(tx: Tx): Promise<void>;
};

type BatchOptions = {
	/** Whoever the batch may concern. Their wallets are locked, as nobody else may move what it looks at. */
	uids: Iterable<string>;
	/** What may be booked by now. One that is added without being here must have been seen not to be, under the lock. */
	keys: readonly { uid: string; reference: string }[];
	/** How many transfers may be added. */
	size: number;
};

/**
 * Locks the wallets of a batch, in one order, and looks up what is booked: one turn of a {@link inPipeline pipeline}. What
 * is looked at after it in the same turn is looked at under the locks.
 */
export async function openBatch(tx: Tx, { uids, keys, size }: BatchOptions): Promise<Batch> {
	const [open, { ids, booked }] = await together(
		lockOpenWallets(tx, [...new Set(uids)]),
		lookUpTransfers(tx, keys, size),
	);
	const known = new Map<string, TransferRow | NumberedPosting>();
	for (const [index, key] of keys.entries()) {
		const row = booked[index];
		if (row) known.set(keyOf(key), row);
	}
	const added: NumberedPosting[] = [];

	return {
		isOpen: (uid) => open.has(uid),
		add(transfer) {
			const posting = toPosting(transfer);
			if (!needsNoCheck(posting)) throw new RangeError('a batch takes only what needs no check');
			const key = keyOf(posting);
			const first = known.get(key);
			// Before anything else: a repeat stays one when its user has gone.
			if (first) return repeat(first, posting);
			if (!open.has(posting.uid)) return { status: 'nobody' };
			const id = ids[added.length];
			if (id === undefined) throw new RangeError(`the batch was opened for ${size} transfers`);
			const numbered = { ...posting, id };
			known.set(key, numbered);
			added.push(numbered);
			return { status: 'booked', id };
		},
		async write(tx) {
			if (added.length > 0) await insertPostings(tx, added);
		},
	};
}

/** @param first what is booked for this reference, or will be. */
function repeat(first: TransferRow | NumberedPosting, posting: Posting): BatchOutcome {
	return isSameContent(first, posting) ? { status: 'replayed', id: first.id as number } : { status: 'conflict' };
}

function keyOf({ uid, reference }: { uid: string; reference: string }): string {
	return `${uid} ${reference}`;
}
