import { sql } from 'kysely';
import type { Database, Tx } from '../lib/db/database.ts';
import { WalletClosed } from './errors.ts';
import { lockOpenWallets, selectWallet, selectWalletForUpdate, type WalletRow } from './store.ts';

/** Amounts are in R$ cents. */
export type Wallet = Omit<WalletRow, 'closed'>;

export async function openWallet(db: Database | Tx, uid: string): Promise<void> {
	await sql`insert into wallets (uid) values (${uid}) on conflict (uid) do nothing`.execute(db);
}

export async function findWallet(db: Database | Tx, uid: string): Promise<Wallet | undefined> {
	const row = await selectWallet(db, uid);
	return row && !row.closed ? row : undefined;
}

/** Locks the wallet until the transaction ends. @throws WalletClosed */
export async function lockWallet(tx: Tx, uid: string): Promise<Wallet> {
	const row = await selectWalletForUpdate(tx, uid);
	if (!row || row.closed) throw new WalletClosed(uid);
	return row;
}

/** @throws WalletClosed */
export async function lockWallets(tx: Tx, uids: readonly string[]): Promise<void> {
	const open = await lockOpenWallets(tx, uids);
	const closed = uids.find((uid) => !open.has(uid));
	if (closed !== undefined) throw new WalletClosed(closed);
}
