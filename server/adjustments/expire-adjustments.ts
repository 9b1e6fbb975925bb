import { robuxToWire } from '../../contract/money.ts';
import { WalletClosed } from '../ledger/errors.ts';
import { lockWallet } from '../ledger/wallet.ts';
import { recordAudit } from '../lib/audit.ts';
import type { Clock } from '../lib/clock.ts';
import { type Database, inTransaction } from '../lib/db/database.ts';
import { selectAdjustment, selectLapsed, updateDecision } from './store.ts';

const BATCH_SIZE = 200;

/** Ends proposals that nobody decided about in time. Whether one may still be approved is asked of its time, not of this. */
export async function expireAdjustments({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
	for (const { uid, id } of await selectLapsed(db, new Date(clock.now()), BATCH_SIZE)) {
		await inTransaction(db, async (tx) => {
			await lockWallet(tx, uid).catch((error) => {
				if (!(error instanceof WalletClosed)) throw error;
			});
			const kept = await selectAdjustment(tx, { uid, id });
			if (kept?.state !== 'waiting') return;
			const atMs = clock.now();
			await updateDecision(tx, { uid, id, state: 'expired', decidedBy: null, decidedAt: new Date(atMs) });
			const details = { adjustment: id, amount: robuxToWire(kept.amount), before: 'waiting', after: 'expired' };
			await recordAudit(tx, { atMs, actor: 'system', action: 'expire-adjustment', uid, details });
		});
	}
}
