import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { asRobuxCents, asUsdMicros } from '../../contract/money.ts';
import { postTransfer } from '../../server/ledger/post-transfer.ts';
import { openWallet } from '../../server/ledger/wallet.ts';
import { type Database, inTransaction } from '../../server/lib/db/database.ts';

export async function purgeEarnings(owner: Database): Promise<void> {
	await sql`truncate transfers, earnings_buckets, account_buckets, earnings_days, account_days, wallets, wallet_totals`.execute(
		owner,
	);
	await sql`update figure_marks set until = 'epoch' where name = 'earnings'`.execute(owner);
}

/** @param payout micro-USD; negative books a reversal. */
export async function earn(db: Database, uid: string, { wall = 'w', atMs = 0, payout = 0 }): Promise<void> {
	await inTransaction(db, async (tx) => {
		await openWallet(tx, uid);
		const reference = `offer/${wall}/${randomUUID()}/credit`;
		const amount = asRobuxCents(100);
		const memo = { payoutMicros: asUsdMicros(payout), offerId: undefined, offerName: undefined };
		await postTransfer(tx, { kind: 'credit', uid, wall, amount, reference, atMs, memo });
	});
}
