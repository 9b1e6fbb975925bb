import { asRobuxCents } from '../../contract/money.ts';
import type { Tx } from '../lib/db/database.ts';
import { together } from '../lib/db/pipeline.ts';
import { batchOf, fundsAfter } from './batch.ts';
import { ReferenceConflict } from './errors.ts';
import { lookUpTransfers } from './store.ts';
import { insertPostings } from './store-postings.ts';
import { type NewTransfer, toPosting } from './transfer.ts';
import { lockWallet, type Wallet } from './wallet.ts';

/** A replay returns the first result. @throws WalletClosed, InsufficientBalance, ReferenceConflict */
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

/** Requires a new reference and the wallet's lock. @throws InsufficientBalance synchronously, before any statement. */
export function postUnderLock(tx: Tx, transfer: NewTransfer, wallet: Wallet): Promise<unknown> {
	const posting = toPosting(transfer);
	fundsAfter(posting, wallet);
	return insertPostings(tx, [posting]);
}

/** Books transfers that need no balance check. Requires new references and locks that keep the wallets open. */
export async function postAllUnderLock(tx: Tx, transfers: readonly NewTransfer[]): Promise<void> {
	const postings = transfers.map(toPosting);
	for (const posting of postings) fundsAfter(posting, { pending: asRobuxCents(0) });
	if (postings.length > 0) await insertPostings(tx, postings);
}
