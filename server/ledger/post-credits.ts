import type { Tx } from '../lib/database.ts';
import { insertPostings, selectTransfers, type TransferRow } from './store.ts';
import { isSameContent, type NewTransfer, type Posting, toPosting } from './transfer.ts';

export type CreditOutcome =
	| { status: 'booked' | 'replayed'; id: number }
	/** The reference is booked with other content. */
	| { status: 'conflict' }
	/** No wallet, or a closed one. */
	| { status: 'nobody' };

/** The user's account closed while the batch was being written: the transaction must roll back and leave them out. */
export class ClosedMeanwhile extends Error {
	readonly uids: readonly string[];

	constructor(uids: readonly string[]) {
		super(`${uids.length} wallets closed while their batch was written`);
		this.name = 'ClosedMeanwhile';
		this.uids = uids;
	}
}

/**
 * Books many credits in one statement: no wallet is locked before, because adding needs no check; each user's row is
 * updated once however many credits they have. Duplicates inside the batch, and of what is booked already, book nothing.
 *
 * @returns one outcome for each credit, in their order.
 * @throws ClosedMeanwhile when the caller must roll back and try again without those users.
 */
export async function postCredits(tx: Tx, credits: readonly NewTransfer[]): Promise<CreditOutcome[]> {
	const postings = credits.map(toPosting);
	if (postings.some((posting) => posting.balanceChange < 0 || posting.pendingChange < 0)) {
		throw new RangeError('a batch only adds to wallets');
	}
	const keys = postings.map(keyOf);
	const firstOfItsReference = new Map<string, Posting>();
	postings.forEach((posting, index) => {
		const key = keys[index] as string;
		if (!firstOfItsReference.has(key)) firstOfItsReference.set(key, posting);
	});

	const { written, closed } = await insertPostings(tx, [...firstOfItsReference.values()]);
	if (closed.length > 0) throw new ClosedMeanwhile(closed);

	const writtenByKey = new Map(written.map((row) => [keyOf(row), row]));
	const unsettled = postings.filter((posting, index) => {
		const key = keys[index] as string;
		return !writtenByKey.has(key) || firstOfItsReference.get(key) !== posting;
	});
	const bookedByKey = await findBooked(tx, unsettled);
	return postings.map((posting, index) => {
		const key = keys[index] as string;
		const row = writtenByKey.get(key);
		if (row && firstOfItsReference.get(key) === posting) return { status: 'booked', id: row.id };
		const booked = bookedByKey.get(key);
		if (!booked) return { status: 'nobody' };
		return isSameContent(booked, posting) ? { status: 'replayed', id: booked.id } : { status: 'conflict' };
	});
}

/** Reads what stands in the books for the postings that this batch did not write itself. Usually nothing. */
async function findBooked(tx: Tx, unsettled: readonly Posting[]): Promise<Map<string, TransferRow>> {
	if (unsettled.length === 0) return new Map();
	const rows = await selectTransfers(tx, unsettled);
	return new Map(rows.map((row) => [keyOf(row), row]));
}

function keyOf({ uid, reference }: { uid: string; reference: string }): string {
	return `${uid} ${reference}`;
}
