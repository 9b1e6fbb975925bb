import type { Tx } from '../lib/database.ts';
import { InsufficientBalance, ReferenceConflict } from './errors.ts';
import { selectTransfer } from './store.ts';
import { insertPostings } from './store-postings.ts';
import { isCovered, isSameContent, type NewTransfer, needsNoCheck, toPosting } from './transfer.ts';
import { lockWallet, type Wallet } from './wallet.ts';

/**
 * Books one transfer: locks the wallet, checks, writes. The same reference with the same content is a replay and answers
 * the first result.
 *
 * @throws WalletClosed when nobody is there to book for.
 * @throws InsufficientBalance when the wallet does not cover it and the kind may not overdraw.
 * @throws ReferenceConflict when the reference is booked with other content.
 */
export async function postTransfer(tx: Tx, transfer: NewTransfer): Promise<{ id: number; replayed: boolean }> {
	const posting = toPosting(transfer);
	const wallet = await lockWallet(tx, posting.uid);

	const booked = await selectTransfer(tx, posting);
	if (booked) {
		if (!isSameContent(booked, posting)) throw new ReferenceConflict(posting.reference);
		return { id: booked.id, replayed: true };
	}
	if (!isCovered(posting, wallet.balance)) throw new InsufficientBalance(wallet.balance);
	if (wallet.pending + posting.pendingChange < 0) throw new InsufficientBalance(wallet.pending);

	return { id: await insertPostings(tx, [posting]), replayed: false };
}

/**
 * Books one transfer whose reference is made of a new id, so that nothing can be booked under it, and whose wallet the
 * caller has locked and read. It needs no look before and so can travel with the last statements of a pipeline.
 *
 * @throws InsufficientBalance at once and not as a rejection, before the statements behind it are asked for.
 */
export function postUnderLock(tx: Tx, transfer: NewTransfer, wallet: Wallet): Promise<unknown> {
	const posting = toPosting(transfer);
	if (!isCovered(posting, wallet.balance)) throw new InsufficientBalance(wallet.balance);
	return insertPostings(tx, [posting]);
}

/**
 * Books many transfers that move nothing out of a wallet, under references that the caller's own rows allow to be booked
 * once. The caller has locked the wallets and seen that they are open.
 *
 * @throws RangeError for one that would have to look at its wallet.
 */
export async function postAllUnderLock(tx: Tx, transfers: readonly NewTransfer[]): Promise<void> {
	const postings = transfers.map(toPosting);
	if (!postings.every(needsNoCheck)) throw new RangeError('what takes from a wallet must look at it');
	if (postings.length > 0) await insertPostings(tx, postings);
}
