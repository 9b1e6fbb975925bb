import { asRobuxCents } from '../../contract/money.ts';
import type { Tx } from '../lib/db/database.ts';
import { together } from '../lib/db/pipeline.ts';
import { batchOf, fundsAfter } from './batch.ts';
import { ReferenceConflict } from './errors.ts';
import { lookUpTransfers } from './store.ts';
import { insertPostings } from './store-postings.ts';
import { type NewTransfer, toPosting } from './transfer.ts';
import { lockWallet, type Wallet } from './wallet.ts';

/**
 * Books one transfer. The same reference with the same content is a replay and answers the first result.
 * @throws WalletClosed when nobody is there to book for.
 * @throws InsufficientBalance when the wallet does not cover it and the kind may not overdraw.
 * @throws ReferenceConflict when the reference is booked with other content.
 */
export async function postTransfer(tx: Tx, transfer: NewTransfer): Promise<{ id: number; replayed: boolean }> {
	const { uid, reference } = transfer;
	const locking = lockWallet(tx, uid);
	const [wallet, looked] = await together(locking, lookUpTransfers(tx, [transfer], 1, locking));
	const batch = batchOf(new Map([[uid, wallet]]), [transfer], looked);
	const outcome = batch.add(transfer);
	if (!('id' in outcome)) throw new ReferenceConflict(reference);
	await batch.write(tx);
	return { id: outcome.id, replayed: outcome.status === 'replayed' };
}

/**
 * Books a transfer under a reference made of a new id; the caller has locked and read the wallet: no look before.
 * @throws InsufficientBalance at once and not as a rejection, before the statements behind it are asked for.
 */
export function postUnderLock(tx: Tx, transfer: NewTransfer, wallet: Wallet): Promise<unknown> {
	const posting = toPosting(transfer);
	fundsAfter(posting, wallet);
	return insertPostings(tx, [posting]);
}

/**
 * Books transfers that take nothing from a wallet, under references that the caller's own rows allow once.
 * The caller has locked the wallets and seen that they are open. @throws RangeError where a wallet would be looked at.
 */
export async function postAllUnderLock(tx: Tx, transfers: readonly NewTransfer[]): Promise<void> {
	const postings = transfers.map(toPosting);
	for (const posting of postings) fundsAfter(posting, { pending: asRobuxCents(0) });
	if (postings.length > 0) await insertPostings(tx, postings);
}
