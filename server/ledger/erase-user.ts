import type { Tx } from '../lib/db/database.ts';
import { postTransfer } from './post-transfer.ts';
import { updateClosed } from './store.ts';
import { lockWallet } from './wallet.ts';

/** Returns the forfeited balance in R$ cents. A debt stays on the wallet. */
export async function closeWallet(tx: Tx, { uid, atMs }: { uid: string; atMs: number }) {
	const { balance, pending } = await lockWallet(tx, uid);
	if (pending !== 0) throw new Error(`can't close wallet ${uid}: ${pending} is pending`);
	if (balance > 0) {
		await postTransfer(tx, { kind: 'forfeit', uid, amount: balance, reference: 'account/forfeit', atMs });
	}
	await updateClosed(tx, { uid, atMs });
	return { forfeited: Math.max(balance, 0) };
}
