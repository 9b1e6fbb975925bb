import { LostRace, sqlState, type Tx } from '../lib/database.ts';
import { type InsertResult, insertPostings, REFERENCE_INDEX } from './store.ts';
import { isSameContent, type NewTransfer, needsNoCheck, type Posting, toPosting } from './transfer.ts';

export type BatchOutcome =
	| { status: 'booked' | 'replayed'; id: number }
	/** The reference is booked with other content. */
	| { status: 'conflict' }
	/** No wallet, or a closed one. */
	| { status: 'nobody' };

const UNIQUE_VIOLATION = '23505';

/**
 * Books many transfers in one statement: no wallet is locked before, because what adds needs no check, nor does what a
 * partner takes back; each user's row is updated once however many there are of theirs. Duplicates inside the batch, and
 * of what is booked already, book nothing.
 *
 * @returns one outcome for each transfer, in their order.
 * @throws LostRace when somebody booked one of them at the same moment: run the transaction again, and it is a replay.
 */
export async function postBatch(tx: Tx, transfers: readonly NewTransfer[]): Promise<BatchOutcome[]> {
	const postings = transfers.map(toPosting);
	if (!postings.every(needsNoCheck)) throw new RangeError('a batch takes only what needs no check');
	const keys = postings.map(keyOf);
	const firstOfItsReference = new Map<string, Posting>();
	postings.forEach((posting, index) => {
		const key = keys[index] as string;
		if (!firstOfItsReference.has(key)) firstOfItsReference.set(key, posting);
	});

	const results = await insertUnlessBooked(tx, [...firstOfItsReference.values()]);
	return postings.map((posting, index) => {
		const key = keys[index] as string;
		const first = firstOfItsReference.get(key) as Posting;
		return outcomeOf(posting, first, results.get(first));
	});
}

/** @param first what was written for this reference, if anything was: this posting itself, or one before it. */
function outcomeOf(posting: Posting, first: Posting, result: InsertResult | undefined): BatchOutcome {
	if (result === undefined) return { status: 'nobody' };
	if ('booked' in result) {
		const { booked } = result;
		return isSameContent(booked, posting) ? { status: 'replayed', id: booked.id } : { status: 'conflict' };
	}
	if (posting === first) return { status: 'booked', id: result.id };
	return isSameContent(first, posting) ? { status: 'replayed', id: result.id } : { status: 'conflict' };
}

async function insertUnlessBooked(tx: Tx, postings: readonly Posting[]): Promise<Map<Posting, InsertResult>> {
	try {
		return await insertPostings(tx, postings);
	} catch (error) {
		const isTaken =
			sqlState(error) === UNIQUE_VIOLATION && (error as { constraint?: unknown }).constraint === REFERENCE_INDEX;
		throw isTaken ? new LostRace('a reference was booked by somebody else meanwhile', { cause: error }) : error;
	}
}

function keyOf({ uid, reference }: { uid: string; reference: string }): string {
	return `${uid} ${reference}`;
}
