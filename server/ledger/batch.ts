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
	| { status: 'no-wallet' };

export type Batch = ReturnType<typeof batchOf>;

type BatchOptions = { uids: Iterable<string>; keys: readonly ReferenceKey[]; size: number; onLocked?(): void };

type Funds = { pending: RobuxCents; balance?: RobuxCents };

export async function openBatch(tx: Tx, { uids, keys, size, onLocked }: BatchOptions): Promise<Batch> {
	const locking = lockOpenWallets(tx, [...new Set(uids)]);
	const [funds, looked] = await together(locking.finally(onLocked), lookUpTransfers(tx, keys, size, locking));
	return batchOf(funds, keys, looked);
}

/** @param funds read with the wallet locks; `add` modifies them. */
export function batchOf(
	funds: Map<string, Funds>,
	keys: readonly ReferenceKey[],
	{ ids, booked }: Awaited<ReturnType<typeof lookUpTransfers>>,
) {
	const known = new Map<string, TransferRow>();
	for (const [index, key] of keys.entries()) {
		const row = booked[index];
		if (row) known.set(keyOf(key), row);
	}
	const added: NumberedPosting[] = [];

	/** Books each reference once. @throws InsufficientBalance; RangeError for an unread balance or a full batch. */
	function add(transfer: NewTransfer): BatchOutcome {
		const posting = toPosting(transfer);
		const first = known.get(keyOf(posting));
		// A repeat is checked first, so that it succeeds after the account is deleted.
		if (first) return repeat(first, posting);
		const has = funds.get(posting.uid);
		if (has) funds.set(posting.uid, fundsAfter(posting, has));
		else if (!touchesNoWallet(posting)) return { status: 'no-wallet' };
		const id = ids[added.length];
		if (id === undefined) throw new RangeError(`the batch has only ${ids.length} transfer IDs`);
		const numbered = { ...posting, id, termsId: posting.memo?.termsId ?? null };
		known.set(keyOf(posting), numbered);
		added.push(numbered);
		return { status: 'booked', id };
	}

	return {
		isOpen: (uid: string) => funds.has(uid),
		find: (key: ReferenceKey) => known.get(keyOf(key)),
		add,
		/** Adds a transfer known to be new and returns its id. @throws ReferenceConflict */
		addNew(transfer: NewTransfer) {
			const outcome = add(transfer);
			if (outcome.status !== 'booked') throw new ReferenceConflict(transfer.reference);
			return outcome.id;
		},
		added: (): readonly NumberedPosting[] => added,
		/** @throws LostRace if a reference was booked concurrently; retry. */
		async write(tx: Tx) {
			if (added.length > 0) await insertPostings(tx, added);
		},
	};
}

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

function repeat(first: TransferRow, posting: Posting): BatchOutcome {
	return isSameContent(first, posting) ? { status: 'replayed', id: first.id } : { status: 'conflict', booked: first };
}

function keyOf({ uid, reference }: ReferenceKey): string {
	return `${uid} ${reference}`;
}
