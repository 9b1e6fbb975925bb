import type { RobuxCents } from '../../contract/money.ts';
import type { Database, Tx } from '../lib/db/database.ts';
import { WalletClosed } from './errors.ts';
import { insertWallet, lockOpenWallets, selectWallet, selectWalletForUpdate } from './store.ts';

/** A user's figures, in hundredths of R$. */
export type Wallet = {
	/** Spendable. Below zero after a reversal of money that was already withdrawn. */
	balance: RobuxCents;
	/** Held back until its release time. */
	pending: RobuxCents;
	/** Credits less reversals, over all time. */
	earned: RobuxCents;
	withdrawn: RobuxCents;
};

/** Opens the user's wallet. Doing it again changes nothing; a closed wallet stays closed. */
export async function openWallet(db: Database | Tx, uid: string): Promise<void> {
	await insertWallet(db, uid);
}

/** @returns undefined when there is none, or it was closed with its account. */
export async function findWallet(db: Database | Tx, uid: string): Promise<Wallet | undefined> {
	const row = await selectWallet(db, uid);
	return row && !row.closed ? row : undefined;
}

/** Locks the wallet until the transaction ends. @throws WalletClosed when there is none, or it was closed. */
export async function lockWallet(tx: Tx, uid: string): Promise<Wallet> {
	const row = await selectWalletForUpdate(tx, uid);
	if (!row || row.closed) throw new WalletClosed(uid);
	return row;
}

/** Locks wallets in one order, against deadlocks. @throws WalletClosed when one of them is not there, or was closed. */
export async function lockWallets(tx: Tx, uids: readonly string[]): Promise<void> {
	const open = await lockOpenWallets(tx, uids);
	const closed = uids.find((uid) => !open.has(uid));
	if (closed !== undefined) throw new WalletClosed(closed);
}
